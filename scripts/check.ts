/** `npm run check`: everything that can be told without running the product. Runs all checks, then fails if any did. */
import { spawnSync } from 'node:child_process'

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
    'contract',
    'src',
    'test',
    'scripts',
    'bench',
    'dashboard/src',
  ],
  ['dead code', 'knip'],
  ['lock file', 'npm', 'ci', '--dry-run', '--ignore-scripts'],
  ['generated regions', process.execPath, 'scripts/generate-regions.ts', '--check'],
  ['generated fonts', process.execPath, 'scripts/generate-fonts.ts', '--check'],
  ['generated gallery', process.execPath, 'scripts/generate-gallery.ts', '--check'],
  ['generated diagram schema', process.execPath, 'scripts/generate-diagram-schema.ts', '--check'],
  ['generated types page', process.execPath, 'scripts/generate-types-page.ts', '--check'],
]

const failed = checks.filter(([name, command, ...parameters]) => {
  const startedAt = performance.now()
  const { status, stdout, stderr } = spawnSync(command, parameters, { encoding: 'utf8' })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${status === 0 ? 'ok  ' : 'FAIL'}  ${name} (${seconds} s)\n`)
  if (status !== 0) process.stdout.write(`${stdout}${stderr}\n`)
  return status !== 0
})

process.exitCode = failed.length === 0 ? 0 : 1
