/** Finds the resources within some steps of others, and the resources that a diagram needs to place them. */
import type { ResourceGraph, ResourceReference } from '../../graph/resource-graph.ts'
import { resourceType, typePlaying } from '../../resource-types/look-ups.ts'
import { type GraphIndex, resourceKey } from '../../graph/graph-index.ts'
import type { ResourceType } from '../../resource-types/resource-type.ts'
import { locationOf } from '../views/placement/resource-location.ts'
import { keysOf } from './graph-keys.ts'

type Neighbors = ReadonlyMap<string, readonly ResourceReference[]>

const known = new WeakMap<ResourceGraph, Neighbors>()

/** Computed once for a graph, for all its pages. */
export function neighborsOf(graph: ResourceGraph): Neighbors {
  const neighbors = known.get(graph) ?? findNeighbors(graph)
  known.set(graph, neighbors)
  return neighbors
}

function findNeighbors(graph: ResourceGraph): Neighbors {
  const { sources, targets } = keysOf(graph)
  const neighbors = new Map<string, ResourceReference[]>()
  const append = (from: string, to: ResourceReference): void => {
    const known = neighbors.get(from)
    if (known === undefined) neighbors.set(from, [to])
    else known.push(to)
  }
  for (const [position, { source, target }] of graph.relations.entries()) {
    append(sources[position] ?? '', target)
    append(targets[position] ?? '', source)
  }
  return neighbors
}

/** The keys of all resources that are at most `steps` away, including `from`. */
export function within(neighbors: Neighbors, from: readonly ResourceReference[], steps: number): ReadonlySet<string> {
  const start = new Set(from.map((each) => resourceKey(each)))
  const reached = new Set(start)
  let frontier: readonly ResourceReference[] = from
  for (let step = 0; step < steps && frontier.length > 0; step++) {
    const found: ResourceReference[] = []
    const waiting = [...frontier]
    for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
      const key = resourceKey(current)
      if (walk(current.type) === 'end' && !start.has(key)) continue
      for (const neighbor of neighbors.get(key) ?? []) {
        const neighborKey = resourceKey(neighbor)
        if (reached.has(neighborKey)) continue
        reached.add(neighborKey)
        if (walk(neighbor.type) === 'through') waiting.push(neighbor)
        else found.push(neighbor)
      }
    }
    frontier = found
  }
  return reached
}

/** Adds the VPCs and subnets of `kept`, and the resources that arrows between its members pass through. */
export function withContext(index: GraphIndex, neighbors: Neighbors, kept: ReadonlySet<string>): ReadonlySet<string> {
  const all = new Set(kept)
  const networks = new Map<string, ResourceReference>()
  const keys = keysOf(index.graph).resources
  for (const [position, resource] of index.graph.resources.entries()) {
    if (!kept.has(keys[position] ?? '')) continue
    const { subnet, network } = locationOf(index, resource)
    const own =
      resource.type === typePlaying('subnet') || resource.type === typePlaying('security group')
        ? index.targets(resource, 'contained in', typePlaying('VPC'))
        : []
    for (const network of own) networks.set(resourceKey(network), network)
    if (resource.type === typePlaying('VPC')) networks.set(resourceKey(resource), resource)
    if (network !== null) networks.set(resourceKey(network), network)
    if (subnet !== null) {
      all.add(resourceKey(subnet))
      addAll(all, index.sources(subnet, 'associated with', typePlaying('route table')))
    }
    if (resource.type === typePlaying('subnet')) {
      addAll(all, index.sources(resource, 'associated with', typePlaying('route table')))
    }
  }
  for (const [key, network] of networks) {
    all.add(key)
    addAll(
      all,
      index
        .sources(network, 'contained in', typePlaying('route table'))
        .filter((table) => index.find(table)?.properties['main'] === true),
    )
    addAll(all, index.sources(network, 'attached to', typePlaying('internet gateway')))
  }
  // Chains of connectors are short: a rule, its listener, and a target group.
  const between = [...neighbors].filter(([key]) => walk(typeOf(key)) === 'through')
  for (let round = 0; round < 3; round++) {
    for (const [key, references] of between) {
      if (all.has(key)) continue
      if (references.filter((each) => all.has(resourceKey(each)) && walk(each.type) !== 'end').length > 1) all.add(key)
    }
  }
  return all
}

function walk(type: string): ResourceType['walk'] {
  return resourceType(type)?.walk
}

function typeOf(key: string): string {
  return key.slice(0, key.indexOf('/'))
}

function addAll(keys: Set<string>, references: readonly ResourceReference[]): void {
  for (const reference of references) keys.add(resourceKey(reference))
}
