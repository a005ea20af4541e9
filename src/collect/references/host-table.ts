/** Maps host names and addresses to resources where the name alone doesn't identify one: load balancers, distributions, interfaces. */
import type { ResourceReference } from '../../graph/resource-graph.ts'

/** A host name or an address, and its resource. Either may be missing. */
export type HostEntry = { readonly host: string | undefined; readonly id: string | undefined }

/**
 * Ignores case, the trailing dot of a full name, and the `dualstack.` prefix of alias targets. `null` for a host of
 * several resources.
 */
export type HostTable = (host: string | undefined) => ResourceReference | null | undefined

export type HostSource = {
  readonly type: string
  readonly entries: AsyncIterable<HostEntry>
  /** Set if two resources can have the same host, in different VPCs. Such a host names neither of them. */
  readonly isPrivate?: true
}

/**
 * Resolves once all sources have ended. If two have the same host, the first source wins. The coverage of a source has
 * the reason if it couldn't be read. Account-wide resources that are kept for their targets are then uncertain.
 */
export async function readHostTable(sources: readonly HostSource[]): Promise<HostTable> {
  const tables = sources.map(() => new Map<string, ResourceReference | null>())
  await Promise.allSettled(
    sources.map(async ({ type, entries, isPrivate = false }, position) => {
      const table = tables[position]
      for await (const { host, id } of entries) {
        if (host === undefined || id === undefined) continue
        const known = table?.get(canonical(host))
        const isRepeated = isPrivate && known !== undefined && known?.id !== id
        table?.set(canonical(host), isRepeated ? null : { type, id })
      }
    }),
  )
  const references = new Map(tables.toReversed().flatMap((table) => [...table]))
  return (host) => (host === undefined ? undefined : references.get(canonical(host)))
}

function canonical(host: string): string {
  return host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^dualstack\./, '')
}
