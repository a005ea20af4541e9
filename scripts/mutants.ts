/**
 * `npm run mutants`: changes the code in small ways, one at a time, and counts the changes that no test detects. Takes
 * hours for everything. `--sample N` tries N in each room, and `--changed REF` those on lines that differ from a
 * commit.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { changedLines } from './mutants/changed-lines.ts'
import { type Candidate, createJudge } from './mutants/judge.ts'
import { openLane } from './mutants/lanes.ts'
import {
  type Result,
  type Score,
  keyOf,
  readOnPurpose,
  readResults,
  resultOf,
  resultsPath,
  isKill,
  survivors,
  table,
  writeResults,
} from './mutants/report.ts'
import { rooms, root, sourceFilesOf, testFilesOf } from './mutants/rooms.ts'
import { hashOf, measureVisits } from './mutants/visits.ts'

const { values } = parseArgs({
  options: {
    /** By name. Can be repeated. */
    room: { type: 'string', multiple: true },
    /** Only files whose path contains this text. */
    file: { type: 'string' },
    /** The number of mutants of each room, chosen by the seed. */
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** Only mutants on lines that changed since this commit. */
    changed: { type: 'string' },
    /** Keeps the results of the last run for unchanged files. */
    resume: { type: 'boolean', default: false },
    /** Repeats the mutants of the last run, except killed ones in unchanged files. */
    survivors: { type: 'boolean', default: false },
    /** The number of processes that run tests. */
    lanes: { type: 'string', default: '2' },
    /** Prints each killed mutant and the test that detected it. */
    verbose: { type: 'boolean', default: false },
  },
})

const unknown = (values.room ?? []).find((name) => rooms.every((room) => room.name !== name))
if (unknown !== undefined)
  throw new RangeError(`Unknown room ${unknown}. Rooms: ${rooms.map(({ name }) => name).join(', ')}`)

const chosen = rooms.filter(({ name }) => values.room === undefined || values.room.includes(name))
const isChanged = values.changed === undefined ? () => true : changedLines(root, values.changed)
const onPurpose = await readOnPurpose()
const keysOnPurpose = new Set(onPurpose.map(keyOf))
const lanes = Array.from({ length: Number(values.lanes) }, openLane)
const scores: Score[] = []
const unknownYet = { outcome: 'survived', by: null } as const

for (const room of chosen) {
  const earlier = await readResults(room.name)
  const files = await sourceFilesOf(room)
  const all = files.flatMap((file) => file.mutants.map((mutant): Candidate => ({ file, mutant })))
  const asked = all.filter(
    ({ file, mutant }) =>
      (values.file === undefined || file.path.includes(values.file)) && isChanged(file.path, mutant.line),
  )
  const earlierByKey = Map.groupBy(earlier, keyOf)
  const candidates = values.survivors
    ? asked.filter((candidate) => {
        const result = resultOf(room.name, candidate, unknownYet)
        // In an unchanged file, the line distinguishes equal mutants.
        return earlierByKey.get(keyOf(result))?.some(({ hash, line }) => hash !== result.hash || line === result.line)
      })
    : sampled(asked)
  const kept = earlier.filter(({ outcome }) => values.resume || (values.survivors && isKill(outcome)))
  const known = new Map(kept.map((result) => [placeOf(result), result]))
  const results: Result[] = []
  const left = candidates.filter((candidate) => {
    const untried = resultOf(room.name, candidate, unknownYet)
    // Intended survivors would run every related test for nothing.
    const result = known.get(placeOf(untried)) ?? (keysOnPurpose.has(keyOf(untried)) ? untried : undefined)
    if (result !== undefined) results.push(result)
    return result === undefined
  })
  const testFiles = left.length === 0 ? [] : await measureVisits(await testFilesOf(room), lanes, say)
  const judge = createJudge(testFiles)
  const total = left.length
  const startedAt = Date.now()
  await Promise.all(
    lanes.map(async (lane) => {
      for (let candidate = left.shift(); candidate !== undefined; candidate = left.shift()) {
        const result = resultOf(room.name, candidate, await judge(candidate, lane))
        results.push(result)
        const { path, line, mutator, outcome, by } = result
        const seconds = Math.round((Date.now() - startedAt) / 1000)
        if (values.verbose || outcome !== 'killed')
          say(
            `${room.name} ${total - left.length} of ${total}, ${seconds} s: ${outcome} ${path}:${line} ${mutator} ${by ?? ''}`,
          )
        await writeResults(room.name, results)
      }
    }),
  )
  scores.push({ room: room.name, total: all.length, results: inOrder(results) })
  await writeResults(room.name, inOrder(results))
}
for (const lane of lanes) lane.close()

const results = scores.flatMap((score) => score.results)
for (const lines of survivors(results, onPurpose)) console.log(lines)
console.log(`\n${table(scores, onPurpose)}`)
console.log(
  `\nSeed ${values.seed}, at ${commit()}. Written to ${chosen.map(({ name }) => resultsPath(name)).join(', ')}.`,
)

/** The same seed chooses the same mutants, regardless of the rest of the room. */
function sampled(candidates: readonly Candidate[]): readonly Candidate[] {
  if (values.sample === undefined) return candidates
  const drawn = candidates.map((candidate) => {
    const { file, mutant } = candidate
    const place = hashOf(JSON.stringify([values.seed, file.path, mutant.start, mutant.original, mutant.code]))
    return { candidate, place }
  })
  return drawn
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
    .slice(0, Number(values.sample))
    .map(({ candidate }) => candidate)
}

function placeOf(result: Result): string {
  return JSON.stringify([keyOf(result), result.hash, result.line])
}

function inOrder(results: readonly Result[]): readonly Result[] {
  return results.toSorted((one, other) =>
    one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1,
  )
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

function commit(): string {
  return spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.trim()
}
