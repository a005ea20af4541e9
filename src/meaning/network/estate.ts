/** Networks of several scans together. A resource that is only referenced in one may have been read by another. */
import { type GraphIndex } from '../../graph/graph-index.ts'
import type { Resource } from '../../graph/resource-graph.ts'
import type { NetworkPart } from '../../resource-types/resource-type.ts'
import type { Range } from './addresses.ts'
import { type Network, networkOf } from './network.ts'

export type Located = { readonly network: Network; readonly resource: Resource }

export type Estate = {
  readonly networks: readonly Network[]
  /** In all scans that read it, the given one first. */
  find(part: NetworkPart, id: string, first?: Network): readonly Located[]
  withPublicAddress(address: Range): (Located & { readonly address: Range }) | null
}

/** `indexes`: of different accounts or regions. The first is the requested scan. */
export function estateOf(indexes: readonly GraphIndex[]): Estate {
  const networks = indexes.map(networkOf)
  return {
    networks,
    find(part, id, first) {
      const ordered = first === undefined ? networks : [first, ...networks.filter((network) => network !== first)]
      return ordered.flatMap((network) => {
        const resource = network.find(part, id)
        return resource === null ? [] : [{ network, resource }]
      })
    },
    withPublicAddress(address) {
      for (const network of networks) {
        const found = network.withPublicAddress(address)
        if (found !== null) return { network, ...found }
      }
      return null
    },
  }
}
