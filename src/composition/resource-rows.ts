/**
 * Converts a scan's graph to rows of the dashboard's resource list: each resource with its VPCs and whether it is
 * public.
 */
import type { ResourceRow } from '../../contract/session/resources.ts'
import { compareText, type GraphIndex, indexGraph, resourceKey } from '../graph/graph-index.ts'
import { type InternetVerdict, internetVerdicts } from '../meaning/exposure/exposures.ts'
import { locationOf } from '../diagram/views/placement/resource-location.ts'
import type { Json, Resource, ResourceGraph } from '../graph/resource-graph.ts'
import { typePlaying } from '../resource-types/look-ups.ts'
import { keepLast, type LastOfScan } from '../drawing/graph-cache.ts'

const networkType = typePlaying('VPC')
const subnetType = typePlaying('subnet')
const publicByVerdict: Readonly<Record<InternetVerdict, ResourceRow['public']>> = {
  open: true,
  conditional: 'conditional',
  unknown: null,
  closed: false,
}
const externalByPresence = { read: false, external: true, unknown: null } as const

/** About 1 KiB each. Larger lists are created again for each request. */
const mostRows = 50_000

export const keepLastRows = (): LastOfScan<readonly ResourceRow[]> => keepLast(({ length }) => length <= mostRows)

/** In the graph's order: by type, then ID. */
export function rowsOf(graph: ResourceGraph): readonly ResourceRow[] {
  const index = indexGraph(graph)
  const verdictOf = internetVerdicts(index)
  const outgoing = outgoingOf(graph)
  const named = namedNetworks(index)
  return graph.resources.map((resource): ResourceRow => {
    const { type, id, arn, name, presence, partial = false, tags } = resource
    const { relations, networks } = outgoing.get(resourceKey(resource)) ?? nothing
    return {
      type,
      id,
      arn,
      name,
      external: externalByPresence[presence],
      partial,
      state: stateOf(resource),
      tags,
      networks: named(type === networkType ? [id] : networks.length > 0 ? networks : homeNetwork(index, resource)),
      public: presence === 'read' ? publicByVerdict[verdictOf(resource)] : null,
      relations,
    }
  })
}

/** Found by a subnet group, by its parts, or by the resources that refer to it. */
function homeNetwork(index: GraphIndex, resource: Resource): readonly string[] {
  const { network } = locationOf(index, resource)
  return network === null ? [] : [network.id]
}

type Outgoing = {
  relations: number
  /** The VPCs that it refers to, directly or through a subnet. */
  networks: readonly string[]
}
const nothing: Outgoing = { relations: 0, networks: [] }

/** By the key of their source. */
function outgoingOf({ relations }: ResourceGraph): ReadonlyMap<string, Outgoing> {
  const ofSubnet = new Map(
    relations
      .filter(({ source, target }) => source.type === subnetType && target.type === networkType)
      .map(({ source, target }) => [source.id, target.id]),
  )
  const found = new Map<string, Outgoing>()
  for (const { source, target } of relations) {
    const key = resourceKey(source)
    const known = found.get(key) ?? { ...nothing }
    known.relations += 1
    const network =
      target.type === networkType ? target.id : target.type === subnetType ? ofSubnet.get(target.id) : undefined
    if (network !== undefined && !known.networks.includes(network)) known.networks = [...known.networks, network]
    found.set(key, known)
  }
  return found
}

/** Sorted by ID. Equal lists are shared, because most resources have the same VPCs as many others. */
function namedNetworks(index: GraphIndex): (ids: readonly string[]) => ResourceRow['networks'] {
  const lists = new Map<string, ResourceRow['networks']>()
  return (ids) => {
    const sorted = ids.toSorted(compareText)
    const key = sorted.join(' ')
    const known = lists.get(key)
    if (known !== undefined) return known
    const list = sorted.map((id) => ({ id, name: index.find({ type: networkType, id })?.name ?? null }))
    lists.set(key, list)
    return list
  }
}

/** The state as in AWS. */
function stateOf({ properties }: Resource): string | null {
  const value: Json | undefined = properties['state'] ?? properties['status']
  return typeof value === 'string' ? value : null
}
