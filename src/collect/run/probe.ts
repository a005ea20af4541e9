/** Requests only the first page of each type: shows within seconds, and without a scan, what a role may read. */
import type { AccountSession } from '../../cloud/account-session.ts'
import type { TypeCoverage } from '../../graph/resource-graph.ts'
import type { CollectedPage, Collector, CollectRun, Source } from '../collector.ts'
import { createItemStream } from './item-stream.ts'
import { collectAll } from './runner.ts'

/** Items of a page that types below it are asked for. */
const itemsAtMost = 2

/** The coverage that such a short reading has; its counts mean nothing. */
export async function probeTypes(options: {
  readonly collectors: readonly Collector[]
  readonly session: AccountSession
  /** Ends all calls: types that are unfinished then are `failed`. */
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

/** As a list that could not be read: whoever asks only for what others found asks all the same. */
function unread(): AsyncIterable<never> {
  const stream = createItemStream<never>()
  stream.end(new Error('A probe reads no type for the sake of another'))
  return stream
}
