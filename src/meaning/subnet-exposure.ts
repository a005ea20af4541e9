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
  /** Whether it has default routes, but the targets of all of them are gone. */
  readonly isBlackhole: boolean
}

/** A subnet without an explicit association uses the main route table of its VPC. */
export function subnetExposure(index: GraphIndex, subnet: Resource, network: ResourceReference | null): SubnetExposure {
  const explicit = index.sources(subnet, 'associated with', routeTableType)
  const inNetwork = network === null ? [] : index.sources(network, 'contained in', routeTableType)
  const table =
    explicit.map((reference) => index.find(reference)).find((found) => found !== null) ??
    inNetwork.map((reference) => index.find(reference)).find((found) => found?.properties['main'] === true) ??
    null
  if (table === null || table.presence !== 'read') return { exposure: 'unknown', via: [], isBlackhole: false }

  const routes = defaultRoutes(table.properties['routes'] ?? null)
  const active = routes.flatMap(({ target, state }) => (state === 'blackhole' ? [] : target))
  const via = [...new Set(active)].sort()
  const isBlackhole = routes.length > 0 && active.length === 0
  if (via.some((target) => typeOfId(target) === typePlaying('internet gateway')))
    return { exposure: 'public', via, isBlackhole }
  return { exposure: via.length > 0 ? 'private' : 'isolated', via, isBlackhole }
}

type DefaultRoute = { readonly target: string; readonly state: Json | undefined }

function defaultRoutes(routes: Json): readonly DefaultRoute[] {
  if (!Array.isArray(routes)) return []
  const found: DefaultRoute[] = []
  for (const route of routes as readonly Json[]) {
    if (route === null || typeof route !== 'object' || Array.isArray(route)) continue
    const { destination, target, state } = route as { readonly [key: string]: Json }
    const leads = typeof destination === 'string' && defaultDestinations.has(destination)
    if (leads && typeof target === 'string') found.push({ target, state })
  }
  return found
}
