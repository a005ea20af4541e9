/** Which resource answers at a host name or an address, where it alone does not tell: load balancers, distributions, interfaces. */
import type { ResourceReference } from '../graph/resource-graph.ts'

type Place = { readonly region: string }
type At = { readonly host: string | undefined; readonly id: string | undefined }

export type HostSelection = {
  readonly type: string
  readonly select: (item: unknown, place: Place) => At | readonly At[]
}

/** Case and the dot at the end of a full name do not matter, nor the prefix by which aliases ask for all address families. */
export type HostTable = (host: string | undefined) => ResourceReference | undefined

export type HostSource = HostSelection & { readonly items: AsyncIterable<unknown> }

/**
 * Complete once all sources have ended. One that could not be read says so in its own coverage, and leaves uncertain what is kept
 * for pointing to it.
 */
export async function readHostTable(sources: readonly HostSource[], place: Place): Promise<HostTable> {
  const references = new Map<string, ResourceReference>()
  await Promise.allSettled(
    sources.map(async ({ type, select, items }) => {
      for await (const item of items) {
        for (const { host, id } of [select(item, place)].flat()) {
          if (host !== undefined && id !== undefined) references.set(canonical(host), { type, id })
        }
      }
    }),
  )
  return (host) => (host === undefined ? undefined : references.get(canonical(host)))
}

function canonical(host: string): string {
  return host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^dualstack\./, '')
}
