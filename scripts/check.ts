/** `npm run check`: runs all static checks, or the named ones. Fails if any check failed. */
import { spawnSync } from 'node:child_process'
import { delimiter, join, resolve } from 'node:path'

const checks: readonly (readonly [name: string, command: string, ...parameters: string[]])[] = [
  ['format', 'oxfmt', '--check', '.'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['types', 'tsc', '--project', '.'],
  ['types of the dashboard', 'tsc', '--project', 'dashboard'],
  ['types of the viewer', 'tsc', '--project', 'src/diagram/renderers/html'],
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
  ['generated gallery', process.execPath, 'scripts/generate-gallery.ts', '--check'],
  ['generated diagram schema', process.execPath, 'scripts/generate-diagram-schema.ts', '--check'],
  ['generated types page', process.execPath, 'scripts/generate-types-page.ts', '--check'],
]

const root = resolve(import.meta.dirname, '..')
// The same path as npm sets for its scripts.
const path = [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter)

const names = process.argv.slice(2)
const unknown = names.filter((name) => !checks.some(([known]) => known === name))
for (const name of unknown) process.stdout.write(`FAIL  ${name}: unknown check\n`)

const chosen = names.length === 0 ? checks : checks.filter(([name]) => names.includes(name))
const failed = chosen.filter(([name, command, ...parameters]) => {
  const startedAt = performance.now()
  const { status, stdout, stderr, error } = spawnSync(command, parameters, {
    encoding: 'utf8',
    cwd: root,
    env: { ...process.env, PATH: path },
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${status === 0 ? 'ok  ' : 'FAIL'}  ${name} (${seconds} s)\n`)
  if (status !== 0) process.stdout.write(`${error === undefined ? `${stdout}${stderr}` : error.message}\n`)
  return status !== 0
})

process.exitCode = failed.length + unknown.length === 0 ? 0 : 1
