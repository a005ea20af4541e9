/**
 * `npm run package [-- FOLDER]`: creates a folder (`build/surveyor` by default) that runs on a machine of the same
 * platform without Node, npm, or a tool chain. It uses the archive of `npm pack` and the locked dependencies.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { diskUsage, formatMegabytes } from './disk-usage.ts'

const root = resolve(import.meta.dirname, '..')
const folder = resolve(process.argv[2] ?? join(root, 'build', 'surveyor'))

/** Only for compilers, debuggers, and readers: TypeScript, source maps, static libraries, manuals. Licenses stay. */
const notNeeded = 'node_modules/**/{*.{ts,cts,mts,map,a},{README,Readme,readme,CHANGELOG,HISTORY}.md}'

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const archives = mkdtempSync(join(tmpdir(), 'surveyor-pack-'))
try {
  run(root, 'npm', 'run', '--silent', 'prepack')
  run(root, 'npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', archives)
  const [archive = ''] = globSync('*.tgz', { cwd: archives })
  run(folder, 'tar', '-xzf', join(archives, archive), '--strip-components=1')
} finally {
  rmSync(archives, { recursive: true, force: true })
}
// Packed archives don't include these files.
for (const file of ['package-lock.json', '.npmrc']) cpSync(join(root, file), join(folder, file))
run(folder, 'npm', 'ci', '--silent', '--omit=dev')
for (const file of globSync(notNeeded, { cwd: folder })) rmSync(join(folder, file))

process.stdout.write(`${folder}: ${formatMegabytes(diskUsage(folder))}. Start it with bin/surveyor start.\n`)

function run(directory: string, command: string, ...parameters: readonly string[]): void {
  execFileSync(command, parameters, { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] })
}
