/** Runs collectors at once, each to one outcome: what was read whole, or why it could not be read. */
import type { AccountSession } from '../cloud/account-session.ts'
import type { TypeCoverage } from '../graph/resource-graph.ts'
import { classifyFailure } from './classify-failure.ts'
import type { CallMeter } from './call-meter.ts'
import type { CollectedResource, Collector } from './collector.ts'

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
  return Promise.all(
    options.collectors.map(async (collector) => {
      const collected = await collectType(collector, options)
      options.onCoverage(collected.coverage)
      return collected
    }),
  )
}

async function collectType(collector: Collector, options: CollectOptions): Promise<CollectedType> {
  const { type, count: countKey, permissions } = collector
  const { session, signal, onPage } = options
  const meter: CallMeter = { calls: 0, retries: 0 }
  const startedAt = performance.now()
  const measured = () => ({ type, countKey, ...meter, durationMs: Math.round(performance.now() - startedAt) })
  try {
    const resources: CollectedResource[] = []
    let pages = 0
    for await (const page of collector.collect(session, meter, signal)) {
      signal.throwIfAborted()
      pages += 1
      if (pages > maxPages) throw new Error(`${permissions[0]} answered more than ${maxPages} pages`)
      for (const resource of page) resources.push(resource)
      onPage(countKey, resources.length)
    }
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
      const failure = { status: 'failed' as const, action: null, deniedBy: null, statement: null }
      return { resources: [], coverage: { ...measured(), ...failure, count: null, reason: options.reasonOfAbort() } }
    }
    options.onError(type, error)
    return { resources: [], coverage: { ...measured(), count: null, ...classifyFailure(error, permissions) } }
  }
}
