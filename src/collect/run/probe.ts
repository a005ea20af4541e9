/** Requests only the first page of each type, to show within seconds and without a scan what a role can read. */
import type { AccountSession } from '../../cloud/account-session.ts'
import type { TypeCoverage } from '../../graph/resource-graph.ts'
import type { CollectedPage, Collector, CollectRun, Source } from '../collector.ts'
import { createItemStream } from './item-stream.ts'
import { collectAll } from './runner.ts'

/** The number of items for which dependent types are read. */
const itemsAtMost = 2

/** Returns the coverage of such a probe. Its counts have no meaning. */
export async function probeTypes(options: {
  readonly collectors: readonly Collector[]
  readonly session: AccountSession
  /** Ends all calls. Unfinished types become `failed`. */
  readonly signal: AbortSignal
  readonly reasonOfAbort: () => string
}): Promise<readonly TypeCoverage[]> {
  const probes = new Map<Collector, Collector>()
  const probeOf = (collector: Collector): Collector => {
    const known = probes.get(collector)
    if (known !== undefined) return known
    const { parent } = collector
    const probedParent = parent === null ? null : { ...parent, collector: probeOf(parent.collector) }
    const probe: Collector = {
      ...collector,
      parent: probedParent,
      sources: [],
      collect: (run) => {
        const found = (source: Source) =>
          source === parent && probedParent !== null ? run.found(probedParent) : unread()
        return firstPage(collector.collect({ ...run, found: found as CollectRun['found'] }))
      },
    }
    probes.set(collector, probe)
    return probe
  }
  return collectAll({
    ...options,
    collectors: options.collectors.map(probeOf),
    onFound: () => Promise.resolve(),
    onPage: () => undefined,
    onCoverage: () => undefined,
    onError: () => undefined,
  })
}

async function* firstPage(pages: AsyncIterable<CollectedPage>): AsyncGenerator<CollectedPage> {
  for await (const page of pages) {
    yield { items: page.items.slice(0, itemsAtMost) }
    return
  }
}

/**
 * A source that fails like a list that couldn't be read. Collectors that only need it for lookups read their own list
 * anyway.
 */
function unread(): AsyncIterable<never> {
  const stream = createItemStream<never>()
  stream.end(new Error('A probe does not read other types for lookups'))
  return stream
}
