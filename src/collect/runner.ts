/** Runs collectors at once, those with the longest way to go first, each to one outcome: what was read whole, or why it could not be read. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AccountSession } from '../cloud/account-session.ts'
import { holdAnswers } from '../cloud/answers/answer-room.ts'
import type { TypeCoverage } from '../graph/resource-graph.ts'
import type { ResourceReading } from '../graph/resource-version.ts'
import { classifyFailure, type Failure } from './classify-failure.ts'
import type { CallMeter } from './call-meter.ts'
import { CollectError } from './collect-error.ts'
import { type CollectedPage, type Collector, type CollectRun, type Source, sourcesOf } from './collector.ts'
import { createItemStream, type ItemStream } from './item-stream.ts'
import { startOrder } from './start-order.ts'
import { workAhead } from './work-ahead.ts'

/** Items that are held while their list is read on: of large pages no more than one, which hold 1,000. */
const itemsAhead = 1_500
/** Of lists whose items wait for the tags of all resources: those take seconds, and the lists come in small pages. */
const itemsAheadOfOthers = 4_000

/** No list of the provider is longer; it ends a list whose pages never do. */
const maxPages = 10_000

export type CollectOptions = {
  readonly collectors: readonly Collector[]
  readonly session: AccountSession
  /** Ends all calls: types that are unfinished then are `failed`. */
  readonly signal: AbortSignal
  /** Why the signal ended them, for people. */
  readonly reasonOfAbort: () => string
  /**
   * What each page brought, to be gone through before it returns. The page counts as being worked on until the promise is fulfilled; an
   * error fails the type.
   */
  readonly onFound: (readings: Iterable<ResourceReading>) => Promise<void>
  /** After each page: how many of a type have been read so far. */
  readonly onPage: (countKey: string, countSoFar: number) => void
  /** After each type. */
  readonly onCoverage: (coverage: TypeCoverage) => void
  /** Errors whose meaning is not told in full by the coverage. */
  readonly onError: (type: string, error: unknown) => void
}

/** The coverage of each type. What was found of a type that is not `collected` in the end is not whole: it does not count. */
export async function collectAll(options: CollectOptions): Promise<readonly TypeCoverage[]> {
  const { collectors, session } = options
  const readers = new Map(collectors.map((collector): [Collector, Reader[]] => [collector, []]))
  /** What it has to know of others. Several may have the same source in common: each of them reads a stream of its own. */
  const streamsFor = (collector: Collector) => {
    const streams = new Map<Source, ItemStream<unknown>>()
    for (const source of sourcesOf(collector)) {
      const known = readers.get(source.collector)
      if (known === undefined) continue
      if (streams.has(source)) throw new Error(`${collector.type} names one source twice`)
      const stream = createItemStream<unknown>()
      known.push({ select: (item) => source.select(item, session), stream })
      streams.set(source, stream)
    }
    return streams
  }
  const streams = new Map(collectors.map((collector) => [collector, streamsFor(collector)]))
  const run = async (collector: Collector) => {
    const found = <Selected>(source: Source<Selected>) =>
      (streams.get(collector)?.get(source) ?? null) as ItemStream<Selected> | null
    const coverage = await collectType(collector, options, found, readers.get(collector) ?? [])
    options.onCoverage(coverage)
    return coverage
  }
  const running: Promise<TypeCoverage>[] = []
  for (const collector of startOrder(collectors)) {
    // What is on its way meanwhile goes on: the role is being assumed, the longest list brings its first pages.
    await nextTurn()
    running.push(run(collector))
  }
  return Promise.all(running)
}

/** Who has to know of a collector's items. */
type Reader = { readonly select: (item: unknown) => readonly unknown[]; readonly stream: ItemStream<unknown> }

async function collectType(
  collector: Collector,
  options: CollectOptions,
  found: CollectRun['found'],
  readers: readonly Reader[],
): Promise<TypeCoverage> {
  const { type, count: countKey, permissions } = collector
  const { session, signal, onPage } = options
  const meter: CallMeter = { calls: 0, retries: 0 }
  const held = holdAnswers(session.answerRoom)
  const startedAt = performance.now()
  const measured = () => ({ type, countKey, ...meter, durationMs: Math.round(performance.now() - startedAt) })
  const unread = (failure: Failure): TypeCoverage => {
    for (const { stream } of readers) stream.end(new UnreadParentError(type, failure))
    return { ...measured(), ...failure, count: null }
  }
  try {
    let [pages, count] = [0, 0]
    const notes: (() => string | null)[] = []
    const listed = handingOn(collector.collect({ session, meter, signal, held, found }), readers)
    const work = async ({ collected, counted = 0 }: CollectedPage): Promise<void> => {
      const brought = await collected?.()
      signal.throwIfAborted()
      const room = options.onFound(brought?.readings ?? [])
      count += (brought?.count ?? 0) + counted
      onPage(countKey, count)
      // Not awaited here, where it would keep the page's items in memory.
      return room
    }
    const mostItems = collector.waits ? itemsAheadOfOthers : itemsAhead
    await workAhead(listed, mostItems, (page) => {
      signal.throwIfAborted()
      pages += 1
      if (pages > maxPages) {
        throw new CollectError(`The list of ${permissions[0]} never ends: it has more than ${maxPages} pages.`)
      }
      if (page.note !== undefined) notes.push(page.note)
      return work(page).finally(held.handOver())
    })
    const reason = notes.map((note) => note()).findLast((note) => note !== null) ?? null
    for (const { stream } of readers) stream.end()
    return {
      ...measured(),
      status: 'collected',
      count,
      reason,
      action: null,
      deniedBy: null,
      statement: null,
    }
  } catch (error) {
    // Nothing half is kept: a type is read whole or not at all.
    if (signal.aborted) {
      return unread({
        status: 'failed',
        reason: options.reasonOfAbort(),
        action: null,
        deniedBy: null,
        statement: null,
      })
    }
    if (error instanceof UnreadParentError) return unread(error.failure)
    options.onError(type, error)
    return unread(classifyFailure(error, permissions))
  } finally {
    held.handOver()()
  }
}

/** What reads for these items need not wait for what becomes of them here. */
async function* handingOn(
  pages: AsyncIterable<CollectedPage>,
  readers: readonly Reader[],
): AsyncGenerator<CollectedPage> {
  for await (const page of pages) {
    for (const reader of readers) handOn(page.items(), reader)
    yield page
  }
}

/** An item that cannot be selected from ends what its reader is told, with that error after the items before it. */
function handOn(items: readonly unknown[], { select, stream }: Reader): void {
  const selected: unknown[] = []
  try {
    for (const item of items) selected.push(...select(item))
    stream.push(selected)
  } catch (error) {
    stream.push(selected)
    stream.end(error instanceof Error ? error : new Error(String(error)))
  }
}

/** What a type is read for could not be read itself: the same refusal or fault holds for both. */
class UnreadParentError extends Error {
  override readonly name = 'UnreadParentError'
  readonly failure: Failure

  constructor(parentType: string, failure: Failure) {
    super(failure.reason)
    this.failure = { ...failure, reason: `It is read for each ${parentType}. ${failure.reason}` }
  }
}
