/** Runs collectors at once, each to one outcome: what was read whole, or why it could not be read. */
import type { AccountSession } from '../cloud/account-session.ts'
import type { TypeCoverage } from '../graph/resource-graph.ts'
import { classifyFailure, type Failure } from './classify-failure.ts'
import type { CallMeter } from './call-meter.ts'
import type { CollectedResource, Collector } from './collector.ts'
import { createItemStream, type ItemStream } from './item-stream.ts'

/** No list of the provider is longer; it ends a list whose pages never do. */
const maxPages = 10_000

export type CollectOptions = {
  readonly collectors: readonly Collector[]
  readonly session: AccountSession
  /** Ends all calls: types that are unfinished then are `failed`. */
  readonly signal: AbortSignal
  /** Why the signal ended them, for people. */
  readonly reasonOfAbort: () => string
  /** After each page: how many of a type have been read so far. */
  readonly onPage: (countKey: string, countSoFar: number) => void
  /** After each type. */
  readonly onCoverage: (coverage: TypeCoverage) => void
  /** Errors whose meaning is not told in full by the coverage. */
  readonly onError: (type: string, error: unknown) => void
}

export type CollectedType = { readonly coverage: TypeCoverage; readonly resources: readonly CollectedResource[] }

export async function collectAll(options: CollectOptions): Promise<readonly CollectedType[]> {
  const streams = new Map(options.collectors.map((collector) => [collector, createItemStream<unknown>()]))
  const needed = new Set(options.collectors.map(({ parent }) => parent))
  return Promise.all(
    options.collectors.map(async (collector) => {
      const parentItems = collector.parent === null ? null : (streams.get(collector.parent) ?? null)
      const ownItems = needed.has(collector) ? (streams.get(collector) ?? null) : null
      const collected = await collectType(collector, options, parentItems, ownItems)
      options.onCoverage(collected.coverage)
      return collected
    }),
  )
}

async function collectType(
  collector: Collector,
  options: CollectOptions,
  parentItems: ItemStream<unknown> | null,
  ownItems: ItemStream<unknown> | null,
): Promise<CollectedType> {
  const { type, count: countKey, permissions } = collector
  const { session, signal, onPage } = options
  const meter: CallMeter = { calls: 0, retries: 0 }
  const startedAt = performance.now()
  const measured = () => ({ type, countKey, ...meter, durationMs: Math.round(performance.now() - startedAt) })
  const unread = (failure: Failure): CollectedType => {
    ownItems?.end(new UnreadParentError(type, failure))
    return { resources: [], coverage: { ...measured(), ...failure, count: null } }
  }
  try {
    const resources: CollectedResource[] = []
    let pages = 0
    for await (const { items, collected } of collector.collect({ session, meter, signal, parentItems })) {
      signal.throwIfAborted()
      pages += 1
      if (pages > maxPages) throw new Error(`${permissions[0]} answered more than ${maxPages} pages`)
      for (const resource of collected) resources.push(resource)
      ownItems?.push(items)
      onPage(countKey, resources.length)
    }
    ownItems?.end()
    return {
      resources,
      coverage: {
        ...measured(),
        status: 'collected',
        count: resources.length,
        reason: null,
        action: null,
        deniedBy: null,
        statement: null,
      },
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
