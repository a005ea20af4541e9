/** Maps host names and addresses to resources where the name alone doesn't identify one: load balancers, distributions, interfaces. */
import type { ResourceReference } from '../../graph/resource-graph.ts'

/** A host name or an address, and the resource that answers there; of either may be none. */
export type HostEntry = { readonly host: string | undefined; readonly id: string | undefined }

/** Case and the dot at the end of a full name do not matter, nor the prefix by which aliases ask for all address families. */
export type HostTable = (host: string | undefined) => ResourceReference | undefined

export type HostSource = { readonly type: string; readonly entries: AsyncIterable<HostEntry> }

/**
 * Complete once all sources have ended. One that could not be read says so in its own coverage, and leaves uncertain what is kept
 * for pointing to it.
 */
export async function readHostTable(sources: readonly HostSource[]): Promise<HostTable> {
  const references = new Map<string, ResourceReference>()
  await Promise.allSettled(
    sources.map(async ({ type, entries }) => {
      for await (const { host, id } of entries) {
        if (host !== undefined && id !== undefined) references.set(canonical(host), { type, id })
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
