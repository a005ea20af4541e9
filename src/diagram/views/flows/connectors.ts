/** Resources that diagrams draw as arrows, such as target groups and rules, with the ends of each. */
import type { ResourceReference, Verb } from '../../../graph/resource-graph.ts'
import { resourceType, rolesOf, typePlaying, typesWith } from '../../../resource-types/look-ups.ts'
import type { End, Line } from '../../../resource-types/resource-type.ts'
import { type GraphIndex, displayName, resourceKey, textProperty } from '../../../graph/graph-index.ts'

export type Connector = {
  readonly reference: ResourceReference
  readonly line: Line
  readonly from: readonly ResourceReference[]
  /** Where it starts as far as no resources are named, such as the bus that events of named resources go through. */
  readonly through: readonly ResourceReference[]
  /** Whether it starts at named resources. */
  readonly namesStarts: boolean
  readonly to: readonly Target[]
  /** Targets of failures. */
  readonly failures: readonly ResourceReference[]
}

type Target = { readonly verb: Verb; readonly target: ResourceReference }

const lines = new Map<string, Line>(typesWith('line').map(({ type, role }) => [type, role]))

/** Their types, in the order of the type definitions. */
export const connectorTypes: readonly string[] = [...lines.keys()]

/** Types of which some start arrows themselves. */
export const selfStartingTypes: readonly string[] = connectorTypes.filter(
  (type) => lines.get(type)?.startsItselfBy !== undefined,
)

const known = new WeakMap<GraphIndex, readonly Connector[]>()

/** Cached for each graph, because all views need them. */
export function connectorsOf(index: GraphIndex): readonly Connector[] {
  const connectors = known.get(index) ?? readConnectors(index)
  known.set(index, connectors)
  return connectors
}

type Ends = {
  readonly reference: ResourceReference
  readonly line: Line
  readonly from: ResourceReference[]
  readonly named: ResourceReference[]
  readonly to: Target[]
  readonly failures: ResourceReference[]
}

function readConnectors(index: GraphIndex): readonly Connector[] {
  const found = new Map<string, Ends>()
  const endsAt = (reference: ResourceReference, line: Line): Ends => {
    const key = resourceKey(reference)
    const ends = found.get(key) ?? { reference, line, from: [], named: [], to: [], failures: [] }
    found.set(key, ends)
    return ends
  }
  for (const { source, verb, target } of index.graph.relations) {
    const own = lines.get(source.type)
    if (own !== undefined) {
      if (isEnd(own.from, 'own', verb)) endsAt(source, own).from.push(target)
      else if (own.fromNamed !== undefined && isEnd(own.fromNamed, 'own', verb)) endsAt(source, own).named.push(target)
      else if (own.to.some((end) => isEnd(end, 'own', verb))) endsAt(source, own).to.push({ verb, target })
      else if (own.onFailure !== undefined && verb === 'routes to') endsAt(source, own).failures.push(target)
    }
    const other = lines.get(target.type)
    if (other !== undefined) {
      if (isEnd(other.from, 'other', verb)) endsAt(target, other).from.push(source)
      else if (other.to.some((end) => isEnd(end, 'other', verb)))
        endsAt(target, other).to.push({ verb, target: source })
    }
  }
  const namedBy = ({ named }: Ends): readonly ResourceReference[] =>
    named.filter((reference) => index.find(reference)?.presence === 'read')
  const startsOf = (reference: ResourceReference): readonly ResourceReference[] => {
    if (!lines.has(reference.type)) return [reference]
    const ends = found.get(resourceKey(reference))
    const named = ends === undefined ? [] : namedBy(ends)
    if (named.length > 0) return named
    return startsItself(index, reference) ? [reference] : (ends?.from ?? []).flatMap(startsOf)
  }
  return [...found.values()].map((ends) => {
    const { reference, line, failures } = ends
    const namesStarts = namedBy(ends).length > 0
    const through = ends.from.flatMap(startsOf)
    return { reference, line, from: startsOf(reference), through, namesStarts, to: reached(index, ends.to), failures }
  })
}

const interfaceType = typePlaying('network interface')

/**
 * Addresses lead to what has their network interfaces, such as the instances that run pods. Not beside a service that
 * registers the addresses of its tasks itself.
 */
function reached(index: GraphIndex, to: readonly Target[]): readonly Target[] {
  const addresses = to.filter(({ target }) => target.type === interfaceType)
  if (addresses.length === 0) return to
  const others = to.filter(({ target }) => target.type !== interfaceType)
  if (others.some(({ verb, target }) => verb === 'associated with' && hasBox(target.type))) return others
  const ownerTypes = index.types.filter(hasBox)
  const owners = addresses.flatMap(({ verb, target: address }) =>
    ownerTypes
      .flatMap((type) => [
        ...index.targets(address, 'attached to', type),
        ...index.sources(address, 'attached to', type),
      ])
      .map((target): Target => ({ verb, target })),
  )
  return [...others, ...new Map(owners.map((each) => [resourceKey(each.target), each])).values()]
}

function hasBox(type: string): boolean {
  return rolesOf(type).box !== undefined
}

/** Whether the arrow starts at the connector itself: that of a rule with a schedule, to which no bus sends events. */
export function startsItself(index: GraphIndex, reference: ResourceReference): boolean {
  const property = lines.get(reference.type)?.startsItselfBy
  const resource = property === undefined ? null : index.find(reference)
  return property !== undefined && resource !== null && textProperty(resource, property) !== ''
}

function isEnd([whose, verb]: End, expectedWhose: 'own' | 'other', expectedVerb: Verb): boolean {
  return whose === expectedWhose && verb === expectedVerb
}

/** How labels of arrows name the connector. `''`: not at all. */
export function viaOf(index: GraphIndex, { reference, line }: Connector): string {
  if (line.via === undefined) return ''
  const resource = index.find(reference)
  if (resource === null) return `${line.via} ${reference.id}`
  const listens = ['protocol', 'port'].map((name) => textProperty(resource, name)).filter(Boolean)
  return [`${line.via} ${displayName(resource)}`, listens.join(' ')].filter(Boolean).join(', ')
}

/** Whether the resource is a member of a database cluster. The cluster replaces it. */
export function isClusterMember(index: GraphIndex, reference: ResourceReference): boolean {
  return clusterOf(index, reference) !== null
}

/** The database cluster that replaces a resource. `null`: it is no member. */
export function clusterOf(index: GraphIndex, { type, id }: ResourceReference): ResourceReference | null {
  const { partOf } = resourceType(type) ?? {}
  return partOf?.drawn === 'beside' ? (index.targets({ type, id }, 'contained in', partOf.whole)[0] ?? null) : null
}
