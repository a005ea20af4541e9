/**
 * `npm run bench [-- NAME…] [--json] [--write]`: runs the benches and prints a table. `--json` adds a last line for
 * each bench. `--write` writes the figures to docs/benchmarks.md.
 */
import { parseArgs } from 'node:util'
import { writeBenchmarksPage } from './benchmarks-page.ts'
import { type Bench, type Figure, valueText } from './figure.ts'

const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  agents: async () => (await import('./agents.ts')).benchAgents,
  cli: async () => (await import('./cli.ts')).benchCli,
  compare: async () => (await import('./compare.ts')).benchCompare,
  conformance: async () => (await import('./conformance.ts')).benchConformance,
  diagram: async () => (await import('./diagram.ts')).benchDiagram,
  hostile: async () => (await import('./hostile.ts')).benchHostile,
  pages: async () => (await import('./pages.ts')).benchPages,
  reach: async () => (await import('./reach.ts')).benchReach,
  scan: async () => (await import('./scan.ts')).benchScan,
  schedules: async () => (await import('./schedules.ts')).benchSchedules,
  snapshot: async () => (await import('./snapshot.ts')).benchSnapshot,
  store: async () => (await import('./store.ts')).benchStore,
}

const names = Object.keys(benches).join(', ')
const usage = `npm run bench [-- NAME…] [--json] [--write]

NAME is one of ${names}. Without a name, all run.
--json   adds a line of JSON for each bench
--write  writes the figures to docs/benchmarks.md
`

const { values, positionals } = readArguments()
if (values.help === true) {
  process.stdout.write(usage)
  process.exit(0)
}
const unknown = positionals.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) endWithUsage(`No bench is named ${unknown.join(', ')}.`)

const measured: { readonly name: string; readonly figures: readonly Figure[] }[] = []
for (const [name, load] of Object.entries(benches)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const bench = await load()
  const figures = await bench((line) => process.stderr.write(`${line}\n`))
  measured.push({ name, figures })
  process.stdout.write(`${name}\n${table(figures)}\n`)
  if (values.json === true) process.stdout.write(`${JSON.stringify({ name, figures })}\n`)
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
}
if (values.write === true) await writeBenchmarksPage(measured)

function readArguments() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
        write: { type: 'boolean' },
      },
      allowPositionals: true,
    })
  } catch (error) {
    return endWithUsage(error instanceof Error ? error.message : String(error))
  }
}

function endWithUsage(reason: string): never {
  process.stderr.write(`${reason}\n\n${usage}`)
  process.exit(2)
}

function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { name, unit, goal, met } = figure
    return [
      name,
      valueText(figure),
      goal === null ? '' : `at most ${goal.toLocaleString('en')} ${unit}`,
      met === null ? '' : met ? 'met' : 'MISSED',
    ]
  })
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map((row) => `  ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n')
}
