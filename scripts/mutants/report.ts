/** Reports the results of a mutation run: a table by room, and each survivor as a changed line. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Candidate, Outcome, Verdict } from './judge.ts'
import { root } from './rooms.ts'
import { hashOf } from './visits.ts'

export interface Result extends Verdict {
  readonly room: string
  readonly path: string
  /** The hash of the mutated file. The result is valid while it matches. */
  readonly hash: string
  readonly line: number
  readonly mutator: string
  readonly before: string
  readonly after: string
}

/** An intended survivor, with its lines as in the report. */
export interface OnPurpose {
  readonly path: string
  readonly before: string
  readonly after: string
  readonly reason: string
}

const onPurposePath = 'scripts/mutants/on-purpose.json'

/** One file for each room, so that rooms can run concurrently. */
export function resultsPath(room: string): string {
  return `reports/mutants/${room.replaceAll('/', '-')}.json`
}

export function resultOf(room: string, { file, mutant }: Candidate, verdict: Verdict): Result {
  const { start, end, code, line, mutator } = mutant
  const { path, source } = file
  const from = source.lastIndexOf('\n', start - 1) + 1
  const to = source.indexOf('\n', end)
  const [head, tail] = [source.slice(from, start), source.slice(end, to)]
  const before = oneLine(`${head}${source.slice(start, end)}${tail}`)
  return {
    ...verdict,
    room,
    path,
    hash: hashOf(source),
    line,
    mutator,
    before,
    after: oneLine(`${head}${code}${tail}`),
  }
}

export function isKill(outcome: Outcome): boolean {
  return outcome === 'killed' || outcome === 'timed out'
}

function oneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ').trim()
}

/** The same key for the same change anywhere in the file. */
export function keyOf({ path, before, after }: Pick<Result, 'path' | 'before' | 'after'>): string {
  return JSON.stringify([path, before, after])
}

export async function readOnPurpose(): Promise<readonly OnPurpose[]> {
  return JSON.parse(await readFile(join(root, onPurposePath), 'utf8')) as readonly OnPurpose[]
}

export async function readResults(room: string): Promise<readonly Result[]> {
  const content = await readFile(join(root, resultsPath(room)), 'utf8').catch(() => '[]')
  return JSON.parse(content) as readonly Result[]
}

export async function writeResults(room: string, results: readonly Result[]): Promise<void> {
  const path = join(root, resultsPath(room))
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${JSON.stringify(results, null, 2)}\n`)
}

export interface Score {
  readonly room: string
  /** The number of all mutants, of which `results` are a part. */
  readonly total: number
  readonly results: readonly Result[]
}

export function table(scores: readonly Score[], onPurpose: readonly OnPurpose[]): string {
  const reasons = new Set(onPurpose.map(keyOf))
  const rows = scores.map(({ room, total, results }) => {
    const count = (wanted: Outcome) => results.filter(({ outcome }) => outcome === wanted).length
    const killed = results.filter(({ outcome }) => isKill(outcome)).length
    const kept = results.filter((result) => !isKill(result.outcome) && reasons.has(keyOf(result))).length
    return [
      room,
      total,
      results.length,
      killed,
      count('timed out'),
      count('survived'),
      count('not reached'),
      percent(killed, results.length),
      kept,
      percent(killed, results.length - kept),
    ].map(String)
  })
  const head = [
    'room',
    'mutants',
    'tried',
    'killed',
    'by time limit',
    'survived',
    'not reached',
    'score',
    'on purpose',
    'score of the others',
  ]
  const lines = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n')
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`
}

export function survivors(results: readonly Result[], onPurpose: readonly OnPurpose[]): readonly string[] {
  const reasons = new Map(onPurpose.map((each) => [keyOf(each), each.reason]))
  return results
    .filter(({ outcome }) => !isKill(outcome))
    .map((result) => {
      const { path, line, mutator, outcome, before, after } = result
      const reason = reasons.get(keyOf(result))
      const why = reason === undefined ? outcome : `on purpose: ${reason}`
      return `${path}:${line} ${mutator}, ${why}\n  - ${before}\n  + ${after}`
    })
}
