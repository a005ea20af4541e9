/** `npm run check`: runs all static checks, or the named ones, as many at once as there are processors. Fails if any check failed. */
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** The longest first, so that none starts when the others have ended. */
const checks: readonly (readonly [name: string, command: string, ...parameters: string[]])[] = [
  ['generated gallery', process.execPath, 'scripts/generate-gallery.ts', '--check'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  // One thread each, because as many checks run at once as there are processors.
  ['types', 'tsc', '--singleThreaded', '--project', '.'],
  ['generated types page', process.execPath, 'scripts/generate-types-page.ts', '--check'],
  ['format', 'oxfmt', '--check', '.'],
  ['types of the dashboard', 'tsc', '--singleThreaded', '--project', 'dashboard'],
  ['types of the viewer', 'tsc', '--singleThreaded', '--project', 'src/diagram/renderers/html'],
  [
    'directions',
    'depcruise',
    '--config',
    '.dependency-cruiser.json',
    '--output-type',
    'err',
    'action/src',
    'action/test',
    'cli/src',
    'cli/test',
    'contract',
    'src',
    'test',
    'scripts',
    'bench',
    'dashboard/src',
  ],
  ['dead code', 'knip'],
  ['lock file', 'npm', 'ci', '--dry-run', '--ignore-scripts'],
  ['peer dependencies', 'npm', 'ls', '--all', '--legacy-peer-deps=false'],
  ['generated client', process.execPath, 'scripts/generate-client.ts', '--check'],
  ['bundled action', process.execPath, 'action/build.ts', '--check'],
  ['generated regions', process.execPath, 'scripts/generate-regions.ts', '--check'],
  ['generated fonts', process.execPath, 'scripts/generate-fonts.ts', '--check'],
  ['generated diagram schema', process.execPath, 'scripts/generate-diagram-schema.ts', '--check'],
]

const root = resolve(import.meta.dirname, '..')
// The same path as npm sets for its scripts.
const path = [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter)

const names = process.argv.slice(2)
const unknown = names.filter((name) => !checks.some(([known]) => known === name))
for (const name of unknown) process.stdout.write(`FAIL  ${name}: unknown check\n`)

const chosen = names.length === 0 ? checks : checks.filter(([name]) => names.includes(name))
const waiting = chosen.values()
const failed: string[] = []
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting))
process.exitCode = failed.length + unknown.length === 0 ? 0 : 1

async function runWaiting(): Promise<void> {
  for (const [name, command, ...parameters] of waiting) {
    const startedAt = performance.now()
    const problem = await problemOf(command, parameters)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    process.stdout.write(`${problem === null ? 'ok  ' : 'FAIL'}  ${name} (${seconds} s)\n${problem ?? ''}`)
    if (problem !== null) failed.push(name)
  }
}

/** The output of a failed check, or why it could not be started. `null` for a check that passed. */
async function problemOf(command: string, parameters: readonly string[]): Promise<string | null> {
  const options = { cwd: root, env: { ...process.env, PATH: path }, maxBuffer: Infinity }
  try {
    await promisify(execFile)(command, parameters, options)
    return null
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string }
    return `${stdout + stderr || message}\n`
  }
}
