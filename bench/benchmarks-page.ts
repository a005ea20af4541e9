/** Writes docs/benchmarks.md: what a run measured, on which machine, and when. */
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Figure } from './figure.ts'

const page = join(import.meta.dirname, '..', 'docs', 'benchmarks.md')

export async function writeBenchmarksPage(
  benches: readonly { readonly name: string; readonly figures: readonly Figure[] }[],
): Promise<void> {
  const processors = cpus()
  const [load = 0] = loadavg()
  const lines = [
    '<!-- Written by `npm run bench -- --write`. Do not edit. -->',
    '# Benchmarks',
    '',
    `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node} on ${processors.length} × ` +
      `${processors[0]?.model.trim() || process.arch}, ${Math.round(totalmem() / 2 ** 30)} GiB of memory, at a load of ` +
      `${load.toFixed(1)}. Scans ran against the simulated cloud with 40 ms latency per call, in a process of its own on the same ` +
      "machine. Ratios compare within one run; seconds are this machine's.",
    ...benches.flatMap(({ name, figures }) => [
      '',
      `## ${name}`,
      '',
      '| Figure | Measured | Goal | |',
      '|---|---|---|---|',
      ...figures.map(row),
    ]),
    '',
  ]
  await writeFile(page, lines.join('\n'))
}

function row({ name, value, unit, goal, met }: Figure): string {
  const verdict = met === null ? '' : met ? 'met' : '**missed**'
  const cells = [name, `${value.toLocaleString('en')} ${unit}`, goal === null ? '' : `at most ${goal} ${unit}`, verdict]
  return `| ${cells.join(' | ')} |`
}
