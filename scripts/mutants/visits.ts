/** Measures which test files reach which mutants. Results are kept until the test file or the mutated file changes. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Lane } from './lanes.ts'
import { type SourceFile, root } from './rooms.ts'

interface Measured {
  /** The hash of the test file. */
  readonly hash: string
  readonly durationMs: number
  readonly passed: boolean
  /** By mutated file: its hash, and the mutants that the test reached. */
  readonly visits: Readonly<Record<string, { readonly hash: string; readonly numbers: readonly number[] }>>
}

export interface TestFile {
  readonly path: string
  readonly durationMs: number
  readonly visits: (file: SourceFile, number: number) => boolean
}

/** The timeout of one test file without a mutant. */
const limitMs = 600_000
const path = join(root, 'reports/mutants/visits.json')

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** Leaves out test files that fail without mutants, and reports them. */
export async function measureVisits(
  tests: readonly string[],
  lanes: readonly Lane[],
  say: (line: string) => void,
): Promise<readonly TestFile[]> {
  const known = await readKnown()
  const contents = await Promise.all(tests.map((test) => readFile(join(root, test), 'utf8')))
  const hashes = new Map(tests.map((test, index) => [test, hashOf(contents[index] ?? '')]))
  const left = tests.filter((test) => known.get(test)?.hash !== hashes.get(test))
  const total = left.length
  await Promise.all(
    lanes.map(async (lane) => {
      for (let test = left.shift(); test !== undefined; test = left.shift()) {
        say(`measuring test files, ${total - left.length} of ${total}: ${test}`)
        const [run] = (await lane.run({ tests: [test], mutant: null }, limitMs)) ?? []
        const visits = await Promise.all(
          (run?.visits ?? []).map(async ([file, numbers]) => {
            const hash = hashOf(await readFile(join(root, file), 'utf8'))
            return [file, { hash, numbers }] as const
          }),
        )
        const measured = {
          hash: hashes.get(test) ?? '',
          durationMs: run?.durationMs ?? 0,
          passed: run?.passed ?? false,
          visits: Object.fromEntries(visits),
        }
        known.set(test, measured)
        await keep(test, measured)
      }
    }),
  )
  return tests.flatMap((test) => {
    const measured = known.get(test)
    if (measured?.passed === true) return [testFile(test, measured)]
    say(`left out, since it fails without any mutant: ${test}`)
    return []
  })
}

function testFile(test: string, { durationMs, visits }: Measured): TestFile {
  return {
    path: test,
    durationMs,
    visits: ({ path: file, source }, number) => {
      const visited = visits[file]
      // Numbers of other content belong to other mutants, but the test probably still reaches the file.
      return visited !== undefined && (visited.hash !== hashOf(source) || visited.numbers.includes(number))
    },
  }
}

async function readKnown(): Promise<Map<string, Measured>> {
  const content = await readFile(path, 'utf8').catch(() => '{}')
  const known = new Map(Object.entries(JSON.parse(content) as Record<string, Measured>))
  // The failure may have been a problem of the machine.
  return new Map([...known].filter(([, { passed }]) => passed))
}

let stored: Promise<void> = Promise.resolve()

/** Lanes end at the same time, and each would write what the other one had not yet read. */
function keep(test: string, measured: Measured): Promise<void> {
  stored = stored.then(() => store(test, measured))
  return stored
}

/** Merged with results that other runs have stored in the meantime. They never read a file that is half-written. */
async function store(test: string, measured: Measured): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const all = (await readKnown()).set(test, measured)
  const temporary = `${path}.${process.pid}`
  await writeFile(temporary, JSON.stringify(Object.fromEntries(all)))
  await rename(temporary, path)
}
