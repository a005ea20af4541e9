/**
 * Runs all collectors at once. Each type ends with one result: it is collected completely, or it has the reason why it
 * couldn't be read.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AccountSession } from '../../cloud/account-session.ts'
import { type HeldResponses, holdResponses } from '../../cloud/responses/response-memory.ts'
import type { ResourceReference, TypeCoverage } from '../../graph/resource-graph.ts'
import type { ResourceReading } from '../../graph/resource-version.ts'
import { classifyFailure, type Failure } from '../reading/classify-failure.ts'
import type { CallMeter } from '../reading/call-meter.ts'
import { CollectError } from '../reading/collect-error.ts'
import { type CollectedPage, type Collector, type Source, sourcesOf, type TypeSource } from '../collector.ts'
import { createItemStream, type ItemStream } from './item-stream.ts'
import { startOrder } from './start-order.ts'
import { prefetchPages } from './prefetch-pages.ts'

/** The maximum number of items in progress while the next page is fetched. The largest pages have 1,000. */
const maxItems = 1_500
/**
 * The same for types that wait for other lists, such as all tags. The wait takes seconds, and their own pages are
 * small.
 */
const maxItemsOfWaiting = 4_000

/** More pages than any AWS list has. */
const maxPages = 10_000

export type CollectOptions = {
  readonly collectors: readonly Collector[]
  readonly session: AccountSession
  /** Ends all calls. Unfinished types become `failed`. */
  readonly signal: AbortSignal
  /** Why the signal ended the calls, for users. */
  readonly reasonOfAbort: () => string
  /**
   * Called for each page. It has to iterate the readings before it returns, since iteration creates the resources. The
   * page is in progress until the promise is fulfilled. An error fails the type.
   */
  readonly onFound: (readings: Iterable<ResourceReading>) => Promise<void>
  /** Called with the items that a page lists and its type excludes, see `PageReadings`. */
  readonly onLeftOut?: (references: readonly ResourceReference[]) => void
  /** Called after each page, with the number of resources of the type so far. */
  readonly onPage: (countKey: string, countSoFar: number) => void
  /** Called after each type. */
  readonly onCoverage: (coverage: TypeCoverage) => void
  /** Called with errors that the coverage doesn't show in full. */
  readonly onError: (type: string, error: unknown) => void
}

/**
 * Returns the coverage of each type. A type that doesn't end as `collected` is incomplete, and its resources don't
 * count.
 */
export async function collectAll(options: CollectOptions): Promise<readonly TypeCoverage[]> {
  const { collectors, session } = options
  const links = linkSources(collectors, session)
  const collectOne = async (collector: Collector): Promise<TypeCoverage> => {
    const coverage = await collectType(collector, options, links.get(collector) ?? noLinks)
    options.onCoverage(coverage)
    return coverage
  }
  const running: Promise<TypeCoverage>[] = []
  for (const collector of startOrder(collectors)) {
    // Preparing all first calls in one turn would block the event loop for the rest of the process.
    await nextTurn()
    running.push(collectOne(collector))
  }
  return Promise.all(running)
}

/** A collector that needs another one's items. Its selection from each item goes into the stream. */
type Reader = {
  readonly select: (item: unknown) => readonly unknown[]
  readonly stream: ItemStream<unknown>
  /** See `Source`. */
  readonly endsWithList: boolean
}

/** The sources and the readers of a collector. */
type Links = { readonly sources: Map<Source | TypeSource, ItemStream<unknown>>; readonly readers: Reader[] }

const noLinks: Links = { sources: new Map(), readers: [] }

/**
 * Connects collectors with their sources. Each collector has its own stream, even for a shared source. Sources that
 * don't run have none.
 */
function linkSources(
  collectors: readonly Collector[],
  place: Parameters<Source['select']>[1],
): ReadonlyMap<Collector, Links> {
  const links = new Map(
    collectors.map((collector): [Collector, Links] => [collector, { sources: new Map(), readers: [] }]),
  )
  const byType = new Map(collectors.map((collector) => [collector.type, collector]))
  const collectorOf = (source: Source | TypeSource) => ('type' in source ? byType.get(source.type) : source.collector)
  for (const [collector, { sources }] of links) {
    for (const source of [...sourcesOf(collector), ...(collector.typeSources ?? [])]) {
      const named = collectorOf(source)
      const target = named && links.get(named)
      if (target === undefined) continue
      if (sources.has(source)) throw new Error(`${collector.type} names one source twice`)
      const stream = createItemStream<unknown>()
      sources.set(source, stream)
      const { endsWithList = false } = source
      target.readers.push({ select: (item) => source.select(item, place), stream, endsWithList })
    }
  }
  return links
}

async function collectType(
  collector: Collector,
  options: CollectOptions,
  { sources, readers }: Links,
): Promise<TypeCoverage> {
  const { type, count: countKey } = collector
  const { session, signal } = options
  const meter: CallMeter = { calls: 0, retries: 0 }
  const held = holdResponses(session.responseMemory)
  const found = <Selected>(source: Source<Selected> | TypeSource<Selected>) =>
    (sources.get(source) ?? null) as ItemStream<Selected> | null
  const startedAt = performance.now()
  const measured = () => ({ type, countKey, ...meter, durationMs: Math.round(performance.now() - startedAt) })
  let failure: Failure | null = null
  const fail = (error: unknown): Failure => {
    failure ??= failureOf(error, collector, options)
    for (const { stream } of readers) stream.end(new UnreadParentError(type, failure))
    return failure
  }
  try {
    const onError = (error: unknown) => options.onError(type, error)
    const pages = shareItems(collector.collect({ session, meter, signal, held, found, onError }), readers)
    const { count, reason } = await collectPages(collector, pages, held, options, fail)
    for (const { stream } of readers) stream.end()
    return { ...measured(), status: 'collected', count, reason, action: null, deniedBy: null, statement: null }
  } catch (error) {
    return { ...measured(), ...fail(error), count: null }
  } finally {
    held.handOver()()
  }
}

/**
 * Returns the number of resources, and a note for users about it. Calls `onFailure` before the pages in progress have
 * ended: they can wait for a type that waits for this one.
 */
async function collectPages(
  collector: Collector,
  pages: AsyncIterable<CollectedPage>,
  held: HeldResponses,
  { collectors, signal, onFound, onLeftOut, onPage }: CollectOptions,
  onFailure: (error: unknown) => void,
): Promise<{ readonly count: number; readonly reason: string | null }> {
  const { count: countKey, permissions, waits } = collector
  const notes: (() => string | null)[] = []
  let [pageCount, count] = [0, 0]
  const process = async ({ read, counted = 0 }: CollectedPage): Promise<void> => {
    const page = await read?.()
    signal.throwIfAborted()
    const room = onFound(page?.readings ?? [])
    onLeftOut?.(page?.leftOut ?? [])
    count += (page?.count ?? 0) + counted
    onPage(countKey, count)
    await room
  }
  // If two collectors read each other's items, one of them has to finish its list without waiting.
  const mostInWork = readsItsReaders(collector, collectors) ? Infinity : waits ? maxItemsOfWaiting : maxItems
  const start = (page: CollectedPage): Promise<void> => {
    signal.throwIfAborted()
    pageCount += 1
    if (pageCount > maxPages) {
      throw new CollectError(`The list of ${permissions[0]} never ends: it has more than ${maxPages} pages.`)
    }
    if (page.note !== undefined) notes.push(page.note)
    return process(page).finally(held.handOver())
  }
  await prefetchPages(pages, mostInWork, start, onFailure)
  return { count, reason: notes.map((note) => note()).findLast((note) => note !== null) ?? null }
}

function readsItsReaders(collector: Collector, collectors: readonly Collector[]): boolean {
  const read = new Set((collector.typeSources ?? []).map(({ type }) => type as string))
  return collectors.some(
    (other) => read.has(other.type) && sourcesOf(other).some((source) => source.collector === collector),
  )
}

/** Passes items to their readers before the collector's own processing, so that the readers don't wait for it. */
async function* shareItems(
  pages: AsyncIterable<CollectedPage>,
  readers: readonly Reader[],
): AsyncGenerator<CollectedPage> {
  for await (const page of pages) {
    for (const reader of readers) shareWith(reader, page.items)
    yield page
  }
  for (const { stream, endsWithList } of readers) if (endsWithList) stream.end()
}

/** If `select` throws, the reader gets the earlier items and then the error. */
function shareWith({ select, stream }: Reader, items: readonly unknown[]): void {
  const selected: unknown[] = []
  try {
    for (const item of items) selected.push(...select(item))
    stream.push(selected)
  } catch (error) {
    stream.push(selected)
    stream.end(error instanceof Error ? error : new Error(String(error)))
  }
}

function failureOf(error: unknown, { type, permissions }: Collector, options: CollectOptions): Failure {
  if (options.signal.aborted) {
    return { status: 'failed', reason: options.reasonOfAbort(), action: null, deniedBy: null, statement: null }
  }
  if (error instanceof UnreadParentError) return error.failure
  options.onError(type, error)
  return classifyFailure(error, permissions)
}

/** The collector's parent type couldn't be read, so it fails for the same reason. */
class UnreadParentError extends Error {
  override readonly name = 'UnreadParentError'
  readonly failure: Failure

  constructor(parentType: string, failure: Failure) {
    super(failure.reason)
    this.failure = { ...failure, reason: `It is read for each ${parentType}. ${failure.reason}` }
  }
}
