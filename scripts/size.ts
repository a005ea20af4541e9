/**
 * `npm run size`: measures the disk usage of the service against its goals. It installs the files of the working tree
 * in a temporary folder, which takes some minutes. Exit code 1 means that a goal was missed.
 */
import { execSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { diskUsage, formatMegabytes } from './disk-usage.ts'

type Size = { readonly what: string; readonly text: string; readonly goal: string; readonly met: boolean }

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'surveyor-size-'))
const sizes: Size[] = []
try {
  run(root, `git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -xf - -C '${folder}'`)
  run(folder, 'npm ci --silent')
  countPackages('npm ci', 550)
  measure('npm ci', diskUsage(join(folder, 'node_modules')), 1_100)

  const [production, archives] = [join(folder, 'production'), join(folder, 'archives')]
  run(folder, `npm run --silent package '${production}'`)
  mkdirSync(archives)
  run(folder, `npm pack --silent --ignore-scripts --pack-destination '${archives}'`)
  const archive = globSync('*.tgz', { cwd: archives }).map((name) => statSync(join(archives, name)).size)
  measure('npm pack', archive[0] ?? Number.POSITIVE_INFINITY, 5)
  measure('npm run package', diskUsage(production), 350)

  run(folder, 'npm ci --silent --omit=dev')
  countPackages('npm ci --omit=dev', 300)
  measure('npm ci --omit=dev', diskUsage(join(folder, 'node_modules')), 500)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const { what, text, goal, met } of sizes)
  process.stdout.write(
    `${what.padEnd(18)} ${text.padStart(13)}  at most ${goal.padEnd(13)} ${met ? 'met' : 'MISSED'}\n`,
  )
process.exitCode = sizes.every(({ met }) => met) ? 0 : 1

function run(directory: string, command: string): void {
  execSync(command, { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] })
}

function countPackages(what: string, goal: number): void {
  const lock = readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8')
  const count = Object.keys((JSON.parse(lock) as { readonly packages: object }).packages).length
  sizes.push({ what, text: `${count} packages`, goal: `${goal} packages`, met: count <= goal })
}

/** In megabytes of 1,000,000 bytes. */
function measure(what: string, bytes: number, goal: number): void {
  sizes.push({ what, text: formatMegabytes(bytes), goal: `${goal} MB`, met: bytes <= goal * 1e6 })
}
