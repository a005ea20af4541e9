import { expect, test } from 'vitest'
import type { AccountSession } from '../../cloud/account-session.ts'
import { createResponseMemory } from '../../cloud/responses/response-memory.ts'
import { ec2 } from '../aws/ec2/vpc.ts'
import { type CollectedPage, type Collector, type Source, type TypeSource } from '../collector.ts'
import { collectAll } from './runner.ts'

type Parts = Pick<Collector, 'type' | 'collect'> & Partial<Collector>

function collector(parts: Parts): Collector {
  return {
    count: 'things',
    scope: 'regional',
    keep: 'all',
    permissions: ['ec2:DescribeVpcs'],
    relations: [],
    targetTypes: [],
    service: ec2,
    parent: null,
    sources: [],
    waits: false,
    startsFirst: false,
    ...parts,
  }
}

/** Returns the numbers in pages of three. */
const listed = collector({
  type: 'Listed',
  async *collect() {
    for (const items of [[1, 2, 3], [4, 5, 6], [7]]) yield { items }
  },
})

const doubled: Source<number> = { collector: listed, select: (item) => [(item as number) * 2] }

/** Records the items that it gets from a source, and the final error. */
function reader(type: string, source: Source<number>, told: unknown[], more: Partial<Collector> = {}): Collector {
  return collector({
    type,
    sources: [source],
    ...more,
    async *collect({ found }): AsyncGenerator<CollectedPage> {
      try {
        for await (const number of found(source) ?? ['none']) told.push(number)
      } catch (error) {
        told.push((error as Error).message)
        throw error
      }
      yield { items: [] }
    },
  })
}

async function run(
  collectors: readonly Collector[],
  responseMemory = createResponseMemory(),
  onError: (type: string) => void = () => undefined,
) {
  const coverage = await collectAll({
    collectors,
    session: { region: 'us-east-1', responseMemory } as AccountSession,
    signal: new AbortController().signal,
    reasonOfAbort: () => 'aborted',
    onFound: () => Promise.resolve(),
    onPage: () => undefined,
    onCoverage: () => undefined,
    onError,
  })
  return Object.fromEntries(coverage.map(({ type, status }) => [type, status]))
}

test('all collectors that share a source get all its items', async () => {
  const one: unknown[] = []
  const other: unknown[] = []
  const statuses = await run([reader('One', doubled, one), listed, reader('Other', doubled, other)])
  expect(statuses).toEqual({ One: 'collected', Listed: 'collected', Other: 'collected' })
  expect(one).toEqual([2, 4, 6, 8, 10, 12, 14])
  expect(other).toEqual(one)
})

test('a source that the run does not read is null', async () => {
  const told: unknown[] = []
  await run([reader('One', doubled, told)])
  expect(told).toEqual(['none'])
})

test('a failing select fails only the collector that uses it, after the earlier items', async () => {
  const failing: unknown[] = []
  const whole: unknown[] = []
  const upToFour: Source<number> = {
    collector: listed,
    select: (item) => {
      if (item === 5) throw new Error('five is no number')
      return [item as number]
    },
  }
  const statuses = await run([reader('Failing', upToFour, failing), reader('Whole', doubled, whole), listed])
  expect(statuses).toEqual({ Failing: 'failed', Whole: 'collected', Listed: 'collected' })
  expect(failing).toEqual([1, 2, 3, 4, 'five is no number'])
  expect(whole).toHaveLength(7)
})

test('an incomplete list fails the collectors that read for it', async () => {
  const told: unknown[] = []
  const broken = collector({
    type: 'Broken',
    async *collect() {
      yield { items: [1] }
      throw new Error('the list broke off')
    },
  })
  const source: Source<number> = { collector: broken, select: (item) => [item as number] }
  const statuses = await run([reader('Reader', source, told), broken])
  expect(statuses).toEqual({ Reader: 'failed', Broken: 'failed' })
  expect(told[0]).toBe(1)
})

test('an error of a list is passed on once', async () => {
  const types: string[] = []
  const broken = collector({
    type: 'Broken',
    async *collect() {
      yield { items: [1] }
      throw new Error('the list broke off')
    },
  })
  await run([broken], createResponseMemory(), (type) => types.push(type))
  expect(types).toEqual(['Broken'])
})

test('rejects a source that is named twice', async () => {
  await expect(run([listed, reader('Twice', doubled, [], { parent: doubled })])).rejects.toThrow('one source twice')
})

test('releases the responses of a page after processing, and those of a failed type', async () => {
  const half = 32 * 1024 * 1024
  const room = createResponseMemory(256, 200)
  const thousand = Array.from({ length: 1_000 })
  const large = (type: string, pages: number) =>
    collector({
      type,
      async *collect({ held }) {
        for (let page = 0; page < pages; page += 1) {
          await room.take(half)
          held.add(half)
          yield { items: thousand, read: () => Promise.resolve({ count: 0, readings: [], leftOut: [] }) }
        }
        if (type === 'Broken') {
          await room.take(half)
          held.add(half)
          throw new Error('the list broke off')
        }
      },
    })
  expect(await run([large('Long', 20)], room)).toEqual({ Long: 'collected' })
  expect(await run([large('Broken', 1)], room)).toEqual({ Broken: 'failed' })
  for (let taken = 0; taken < 3; taken += 1) await room.take(half)
})

/** Lists nine pages of a thousand items. Creates their resources once it has all items of the other collector. */
function waitingFor(type: string, other: Source | TypeSource, told: number[], endOfList = () => {}): Collector {
  return collector({
    type,
    waits: true,
    ...('type' in other ? { typeSources: [other] } : { sources: [other] }),
    async *collect({ found }): AsyncGenerator<CollectedPage> {
      const all = Array.fromAsync(found(other) ?? [])
      for (let page = 0; page < 9; page += 1) {
        const read = async () => {
          told.push((await all).length)
          return { count: 1, readings: [], leftOut: [] }
        }
        yield { items: Array.from({ length: 1_000 }, (_, index) => index), read }
      }
      endOfList()
    },
  })
}

/** Two collectors that read each other's items. */
function eachReadingTheOther(told: readonly [number[], number[]], endOfList?: () => void): readonly Collector[] {
  const records: TypeSource = { type: 'AWS::Route53::RecordSet', endsWithList: true, select: (item) => [item] }
  const distributions = waitingFor('Distributions', records, told[0], endOfList)
  const itemsOfDistributions: Source = { collector: distributions, endsWithList: true, select: (item) => [item] }
  return [distributions, waitingFor('AWS::Route53::RecordSet', itemsOfDistributions, told[1], endOfList)]
}

test('two collectors that read each other’s long lists both end with all items', async () => {
  const told: [number[], number[]] = [[], []]
  await run(eachReadingTheOther(told))
  expect(told).toEqual([Array(9).fill(9_000), Array(9).fill(9_000)])
})

function breakOff(): never {
  throw new Error('the list broke off')
}

test('two collectors that read each other’s lists both end if both lists fail', async () => {
  const told: [number[], number[]] = [[], []]
  const statuses = await run(eachReadingTheOther(told, breakOff))
  expect(statuses).toEqual({ Distributions: 'failed', 'AWS::Route53::RecordSet': 'failed' })
  expect(told).toEqual([[], []])
})
