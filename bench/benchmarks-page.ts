/** Writes docs/benchmarks.md: the figures of each bench, with the machine and the date. */
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Figure, valueText } from './figure.ts'

const page = join(import.meta.dirname, '..', 'docs', 'benchmarks.md')

/** Writes the sections of the benches that ran. The other sections stay unchanged. */
export async function writeBenchmarksPage(
  benches: readonly { readonly name: string; readonly figures: readonly Figure[] }[],
): Promise<void> {
  const written = await readFile(page, 'utf8').catch(() => '')
  const kept = written
    .split(/^(?=## )/m)
    .slice(1)
    .map((text) => ({ name: /^## (.*)/.exec(text)?.[1] ?? '', text: text.trimEnd() }))
    .filter(({ name }) => !benches.some((bench) => bench.name === name))
  const sections = [...kept, ...benches.map(({ name, figures }) => ({ name, text: section(name, figures) }))]
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
    .map(({ text }) => text)
  await writeFile(page, [heading, ...sections].join('\n\n') + '\n')
}

const heading = [
  '<!-- Written by `npm run bench -- NAME… --write`. Do not edit. -->',
  '# Benchmarks',
  '',
  'Scans ran against the simulated cloud with 40 ms latency per call, in a separate process on the same machine. Ratios compare ' +
    'within one run. Seconds depend on the machine.',
].join('\n')

function section(name: string, figures: readonly Figure[]): string {
  const processors = cpus()
  const [load = 0] = loadavg()
  return [
    `## ${name}`,
    '',
    `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node} on ${processors.length} × ` +
      `${processors[0]?.model.trim() || process.arch}, ${Math.round(totalmem() / 2 ** 30)} GiB of memory, at a load of ` +
      `${load.toFixed(1)} in the end.`,
    '',
    '| Figure | Measured | Goal | |',
    '|---|---|---|---|',
    ...figures.map((figure) => row(figure)),
  ].join('\n')
}

function row(figure: Figure): string {
  const { name, unit, goal, met } = figure
  const verdict = met === null ? '' : met ? 'met' : '**missed**'
  const cells = [name, valueText(figure), goal === null ? '' : `at most ${goal} ${unit}`, verdict]
  return `| ${cells.join(' | ')} |`
}
