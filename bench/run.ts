/**
 * `npm run bench [-- NAME…] [--json] [--write]`: runs the benches and prints a table. `--json` adds a last line for
 * each bench. `--write` writes the figures to docs/benchmarks.md.
 */
import { parseArgs } from 'node:util'
import { writeBenchmarksPage } from './benchmarks-page.ts'
import { type Bench, type Figure, valueText } from './figure.ts'

const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  cli: async () => (await import('./cli.ts')).benchCli,
  compare: async () => (await import('./compare.ts')).benchCompare,
  diagram: async () => (await import('./diagram.ts')).benchDiagram,
  hostile: async () => (await import('./hostile.ts')).benchHostile,
  pages: async () => (await import('./pages.ts')).benchPages,
  reach: async () => (await import('./reach.ts')).benchReach,
  scan: async () => (await import('./scan.ts')).benchScan,
  store: async () => (await import('./store.ts')).benchStore,
}

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean' }, write: { type: 'boolean' } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  process.stderr.write(`No bench is named ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}\n`)
  process.exit(2)
}

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
