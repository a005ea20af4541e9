/** How a subnet reaches the internet, from the default route of its route table. */
import { typeOfId, typePlaying } from '../resource-types/look-ups.ts'
import type { Json, Resource, ResourceReference } from '../graph/resource-graph.ts'
import type { GraphIndex } from '../graph/graph-index.ts'

/** How a subnet reaches the internet according to its route table. `unknown` if no route table could be read. */
export type Exposure = 'public' | 'private' | 'isolated' | 'unknown'

const routeTableType = typePlaying('route table')
const defaultDestinations: ReadonlySet<string> = new Set(['0.0.0.0/0', '::/0'])

export type SubnetExposure = {
  readonly exposure: Exposure
  /** IDs of the targets of the default routes, sorted. */
  readonly via: readonly string[]
}

/** A subnet without an explicit association uses the main route table of its VPC. */
export function subnetExposure(index: GraphIndex, subnet: Resource, network: ResourceReference | null): SubnetExposure {
  const explicit = index.sources(subnet, 'associated with', routeTableType)
  const inNetwork = network === null ? [] : index.sources(network, 'contained in', routeTableType)
  const table =
    explicit.map((reference) => index.find(reference)).find((found) => found !== null) ??
    inNetwork.map((reference) => index.find(reference)).find((found) => found?.properties['main'] === true) ??
    null
  if (table === null || table.presence !== 'read') return { exposure: 'unknown', via: [] }

  const via = [...new Set(defaultRoutes(table.properties['routes'] ?? null))].sort()
  if (via.some((target) => typeOfId(target) === typePlaying('internet gateway'))) return { exposure: 'public', via }
  return via.length > 0 ? { exposure: 'private', via } : { exposure: 'isolated', via }
}

function defaultRoutes(routes: Json): readonly string[] {
  if (!Array.isArray(routes)) return []
  const targets: string[] = []
  for (const route of routes as readonly Json[]) {
    if (route === null || typeof route !== 'object' || Array.isArray(route)) continue
    const { destination, target, state } = route as { readonly [key: string]: Json }
    const leads = typeof destination === 'string' && defaultDestinations.has(destination) && state !== 'blackhole'
    if (leads && typeof target === 'string') targets.push(target)
  }
  return targets
}
