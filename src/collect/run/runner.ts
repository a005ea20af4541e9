/** Runs all collectors at once, each to one outcome: the type is collected completely, or the reason why it could not be read. */
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

/** Items in work while the next page is fetched: one of the largest pages, which have 1,000. */
const maxItems = 1_500
/** The same for types that wait for other lists, such as all tags: that takes seconds, and their own pages are small. */
const maxItemsOfWaiting = 4_000

/** Longer than any list of AWS. */
const maxPages = 10_000

export type CollectOptions = {
  readonly collectors: readonly Collector[]
  readonly session: AccountSession
  /** Ends all calls. Types that are not finished then are `failed`. */
  readonly signal: AbortSignal
  /** Why the signal ended them, for users. */
  readonly reasonOfAbort: () => string
  /**
   * Called for each page. Iterates the readings before it returns, since resources are made while they are iterated. The page is in
   * work until the promise is fulfilled. An error fails the type.
   */
  readonly onFound: (readings: Iterable<ResourceReading>) => Promise<void>
  /** Called with what a page lists and its type leaves out: see `PageReadings`. */
  readonly onLeftOut?: (references: readonly ResourceReference[]) => void
  /** Called after each page, with the number of resources of the type so far. */
  readonly onPage: (countKey: string, countSoFar: number) => void
  /** Called after each type. */
  readonly onCoverage: (coverage: TypeCoverage) => void
  /** Called with errors that the coverage does not tell in full. */
  readonly onError: (type: string, error: unknown) => void
}

/** The coverage of each type. A type that is not `collected` in the end is incomplete: what was found of it does not count. */
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
    // Preparing all first calls at once would block the event loop, and with it everything else that the process does.
    await nextTurn()
    running.push(collectOne(collector))
  }
  return Promise.all(running)
}

/** A collector that needs another one's items: what it selects from each goes into its stream. */
type Reader = {
  readonly select: (item: unknown) => readonly unknown[]
  readonly stream: ItemStream<unknown>
  /** See `Source`. */
  readonly endsWithList: boolean
}

/** What a collector reads from others, and who reads from it. */
type Links = { readonly sources: Map<Source | TypeSource, ItemStream<unknown>>; readonly readers: Reader[] }

const noLinks: Links = { sources: new Map(), readers: [] }

/** Several collectors may have one source in common: each has a stream of its own. Sources that do not run have none. */
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
  try {
    const onError = (error: unknown) => options.onError(type, error)
    const pages = shareItems(collector.collect({ session, meter, signal, held, found, onError }), readers)
    const { count, reason } = await collectPages(collector, pages, held, options)
    for (const { stream } of readers) stream.end()
    return { ...measured(), status: 'collected', count, reason, action: null, deniedBy: null, statement: null }
  } catch (error) {
    const failure = failureOf(error, collector, options)
    for (const { stream } of readers) stream.end(new UnreadParentError(type, failure))
    return { ...measured(), ...failure, count: null }
  } finally {
    held.handOver()()
  }
}

/** How many resources were found, and what users should know about that count. */
async function collectPages(
  { count: countKey, permissions, waits, typeSources = [] }: Collector,
  pages: AsyncIterable<CollectedPage>,
  held: HeldResponses,
  { signal, onFound, onLeftOut, onPage }: CollectOptions,
): Promise<{ readonly count: number; readonly reason: string | null }> {
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
  // Of two that read of each other's items, one must come to the end of its list whatever waits.
  const mostInWork = typeSources.length > 0 ? Infinity : waits ? maxItemsOfWaiting : maxItems
  await prefetchPages(pages, mostInWork, (page) => {
    signal.throwIfAborted()
    pageCount += 1
    if (pageCount > maxPages) {
      throw new CollectError(`The list of ${permissions[0]} never ends: it has more than ${maxPages} pages.`)
    }
    if (page.note !== undefined) notes.push(page.note)
    return process(page).finally(held.handOver())
  })
  return { count, reason: notes.map((note) => note()).findLast((note) => note !== null) ?? null }
}

/** Hands items on before their own collector processes them: what is read for them need not wait for that. */
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

/** When `select` throws, the reader gets the items before that one, and then the error. */
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

/** The collector's parent type could not be read: it has the same failure. */
class UnreadParentError extends Error {
  override readonly name = 'UnreadParentError'
  readonly failure: Failure

  constructor(parentType: string, failure: Failure) {
    super(failure.reason)
    this.failure = { ...failure, reason: `It is read for each ${parentType}. ${failure.reason}` }
  }
}
