/** Makes nodes of resources, type by type: similar ones share summary boxes, up to a limit for each type or for all. */
import type { Resource, ResourceReference } from '../../../graph/resource-graph.ts'
import type { DiagramNode } from '../../diagram.ts'
import { countedResources, formatCount, resourceKind } from '../../resource-kinds.ts'
import { connecting } from './application-node.ts'
import { placedTypes, storeOrOther } from './shelves.ts'
import { compareReferences, compareText, resourceKey, textProperty } from '../../../graph/graph-index.ts'
import { mostDetail, shownName, stackNode } from './resource-node.ts'
import { sharedBox, type Stacking, summarizeSimilar } from './summarize-similar.ts'

/** The name of the Auto Scaling group, by the key of the instance. */
export type ScaledBy = ReadonlyMap<string, string>

const isPlaced = new Set(placedTypes)
const none: ScaledBy = new Map()

/** In the order of `placedTypes`, then by name, with a maximum number of nodes for each type. */
export function nodesByType(
  holder: string,
  resources: readonly Resource[],
  stacking: Stacking,
  scaledBy: ScaledBy = none,
): readonly DiagramNode[] {
  const byBox = Map.groupBy(resources, (resource) => {
    const box = stacking.shared.get(resourceKey(resource)) ?? ''
    return box.split(' ')[0] === sharedBox.ofTypes ? box : ''
  })
  const alike = byBox.get('') ?? []
  byBox.delete('')
  return [
    ...inOrder(alike).flatMap((ofType) => nodesOfType(holder, ofType, stacking, scaledBy)),
    ...[...byBox].map(([box, ofTypes]) =>
      restOf(
        `${holder}/${box}`,
        inOrder(ofTypes).flatMap((ofType) => sharedNodes(holder, new Map([[box, ofType]]), true)),
      ),
    ),
  ]
}

/** The resources of each type, types without a place of their own last. */
function inOrder(resources: readonly Resource[]): readonly (readonly Resource[])[] {
  const byType = Map.groupBy(resources, ({ type }) => type)
  const otherTypes = [...byType.keys()].filter((type) => !isPlaced.has(type)).sort(compareText)
  return [...placedTypes.filter((type) => byType.has(type)), ...otherTypes].map((type) => byType.get(type) ?? [])
}

function nodesOfType(
  holder: string,
  ofType: readonly Resource[],
  stacking: Stacking,
  scaledBy: ScaledBy,
): readonly DiagramNode[] {
  // Single boxes keep their order.
  const isSingle = ofType.length <= stacking.limit && !stacking.replicasTogether
  const byKind = Map.groupBy(ofType, (resource) => {
    const entry = isSingle ? '' : stacking.entryOf(resource)
    return [kindWithinType(resource, stacking.apart), entry].filter(Boolean).join(' ')
  })
  return [...byKind].flatMap(([kind, ofKind]) => {
    const byBox = Map.groupBy(ofKind, (resource) => stacking.shared.get(resourceKey(resource)) ?? '')
    const alike = byBox.get('') ?? []
    byBox.delete('')
    if (byBox.size > 0) {
      const single = withAutoScalingGroups(`${holder}/${kind}`, alike, stacking, scaledBy)
      return [...single, ...sharedNodes(`${holder}/${kind}`, byBox, alike.length > 0)]
    }
    const [first, second, ...more] = stacking.limit < 2 ? [] : alike.filter((each) => stacking.unused(each))
    if (first === undefined || second === undefined)
      return withAutoScalingGroups(`${holder}/${kind}`, alike, stacking, scaledBy)
    const unused = unusedNode(`${holder}/${kind}`, [first, second, ...more], alike.length)
    const others = alike.filter((each) => !stacking.unused(each))
    const left = { ...stacking, limit: stacking.limit - 1 }
    return [...withAutoScalingGroups(`${holder}/${kind}`, others, left, scaledBy), unused]
  })
}

/**
 * Resources of a type for which this differs never share a box: internal and internet-facing load balancers, those that
 * were read and those that weren't, and those that are kept apart.
 */
export function kindWithinType(resource: Resource, apart: Stacking['apart']): string {
  return resource.presence === 'read'
    ? [textProperty(resource, 'scheme'), apart(resource)].filter(Boolean).join(' ')
    : resource.presence
}

const ofSeveralNames: ReadonlySet<string> = new Set(Object.values(sharedBox))

function sharedNodes(
  holder: string,
  byBox: ReadonlyMap<string, readonly Resource[]>,
  areOthers: boolean,
): readonly DiagramNode[] {
  return [...byBox]
    .sort((left, right) => compareText(left[0], right[0]))
    .flatMap(([name, [first, ...more]]) => {
      if (first === undefined) return []
      const isRest = areOthers && ofSeveralNames.has(name.split(' ')[0] ?? '')
      const node = stackNode(holder, name, [first, ...more], { by: isRest ? 'rest' : 'names' })
      return [name === sharedBox.unused || name === sharedBox.beside ? { ...node, detail: 'no known relations' } : node]
    })
}

function unusedNode(holder: string, unused: readonly [Resource, ...Resource[]], ofType: number): DiagramNode {
  const node = stackNode(holder, 'unused', unused, { by: ofType > unused.length ? 'rest' : 'names' })
  return { ...node, detail: 'no known relations' }
}

/** The instances of each Auto Scaling group share one box, if there aren't too many groups. */
function withAutoScalingGroups(
  holder: string,
  alike: readonly Resource[],
  stacking: Stacking,
  scaledBy: ScaledBy,
): readonly DiagramNode[] {
  const { limit, inRanges, groupBy } = stacking
  // The content of a summary box isn't summarized in the same way again.
  if (inRanges || groupBy !== null) return summarizeSimilar(holder, alike, stacking)
  const byFleet = Map.groupBy(alike, (resource) => scaledBy.get(resourceKey(resource)) ?? '')
  const fleets = [...byFleet]
    .filter(([name, members]) => name !== '' && members.length > 1)
    .sort((left, right) => compareText(left[0], right[0]))
  const inFleets = new Set(fleets.flatMap(([, members]) => members))
  const others = alike.filter((resource) => !inFleets.has(resource))
  if (fleets.length === 0 || fleets.length + (others.length === 0 ? 0 : 1) > limit)
    return summarizeSimilar(holder, alike, stacking)
  const stacks = fleets.flatMap(([name, [first, ...rest]]) =>
    first === undefined
      ? []
      : [
          stackNode(holder, name, [first, ...rest], {
            by: 'name',
            name: fleetName(name, [first, ...rest]),
            scaled: true,
          }),
        ],
  )
  const left = { ...stacking, limit: limit - fleets.length }
  return [...stacks, ...(others.length === 0 ? [] : summarizeSimilar(holder, others, left))]
}

/** The name that all its instances have, which a single one in another zone shows too. */
function fleetName(group: string, instances: readonly Resource[]): string {
  const [name = group, ...others] = new Set(instances.map(shownName))
  return others.length === 0 ? name : group
}

/**
 * At most `limit` nodes for all resources: single boxes if they fit, otherwise summary boxes, at last one node for the
 * remaining types.
 */
export function summarized(
  holder: string,
  resources: readonly Resource[],
  stacking: Stacking,
  scaledBy: ScaledBy = none,
): readonly DiagramNode[] {
  const { limit } = stacking
  if (resources.length <= limit) return nodesByType(holder, resources, stacking, scaledBy)
  for (let perType = limit; perType >= 1; perType = perType > 16 ? Math.floor(perType / 2) : perType - 1) {
    const nodes = nodesByType(holder, resources, { ...stacking, limit: perType }, scaledBy)
    if (nodes.length <= limit) return filled(holder, resources, stacking, scaledBy, perType)
  }
  const apartOf = new Map(resources.map((resource) => [resourceKey(resource), stacking.apart(resource)]))
  const kindOf = ({ members: [first] }: DiagramNode): string =>
    first === undefined ? '' : (apartOf.get(resourceKey(first)) ?? '')
  const nodes = nodesByType(holder, resources, { ...stacking, limit: 1 }, scaledBy).toSorted(
    (left, right) =>
      Number(kindOf(left) === '') - Number(kindOf(right) === '') ||
      right.members.length - left.members.length ||
      compareText(left.id, right.id),
  )
  // Nodes that are kept apart come first, so that the rest is almost always of one kind.
  const connectingFirst = nodes.toSorted((left, right) => connecting(right.members) - connecting(left.members))
  const withOwn = (count: number): readonly DiagramNode[] => {
    const own = new Set(connectingFirst.slice(0, count))
    const rests = Map.groupBy(
      nodes.filter((node) => !own.has(node)),
      (node) => [kindOf(node), storeOrOther(node.type)].filter(Boolean).join(' '),
    )
    return [
      ...nodes.filter((node) => own.has(node)),
      ...[...rests].map(([kind, ofKind]) => restOf(kind === '' ? holder : `${holder}/${kind}`, ofKind)),
    ]
  }
  for (let count = limit - 1; count >= 0; count--) {
    const some = withOwn(count)
    if (some.length <= limit) return some
  }
  // There are more kinds than room.
  return withOwn(limit - 1)
}

/** As many types as there is room for have one or two boxes more than `perType`, first ones first. */
function filled(
  holder: string,
  resources: readonly Resource[],
  stacking: Stacking,
  scaledBy: ScaledBy,
  perType: number,
): readonly DiagramNode[] {
  const types = inOrder(resources)
  const drawn = (ofType: readonly Resource[], limit: number): readonly DiagramNode[] =>
    nodesOfType(holder, ofType, { ...stacking, limit }, scaledBy)
  const boxes = types.map((ofType) => drawn(ofType, perType))
  let room = stacking.limit - boxes.flat().length
  for (const limit of [perType + 1, perType + 2]) {
    for (const [position, ofType] of types.entries()) {
      if (room <= 0) return boxes.flat()
      const [few, more] = [boxes[position] ?? [], drawn(ofType, limit)]
      if (more.length - few.length > room) continue
      boxes[position] = more
      room -= more.length - few.length
    }
  }
  return boxes.flat()
}

function restOf(holder: string, nodes: readonly DiagramNode[]): DiagramNode {
  const [first, ...others] = nodes
  return first !== undefined && others.length === 0 ? first : restNode(holder, nodes)
}

/** By name, most numerous first, if they fit. */
function typesOfRest(byType: ReadonlyMap<string, readonly ResourceReference[]>): string {
  const counted = [...byType]
    .toSorted(([, left], [, right]) => right.length - left.length)
    .map(([type, { length }]) => `${formatCount(length)} ${resourceKind(type).short[length === 1 ? 0 : 1]}`)
    .join(', ')
  return counted.length <= mostDetail ? counted : `of ${byType.size} types`
}

export function restNode(holder: string, nodes: readonly DiagramNode[]): DiagramNode {
  const members = nodes.flatMap((node) => node.members).toSorted((left, right) => compareReferences(left, right))
  const byType = Map.groupBy(members, ({ type }) => type)
  const [type = null, ...others] = byType.keys()
  const only = others.length === 0 ? type : null
  const label = `${formatCount(members.length)} more ${only === null ? 'resources' : resourceKind(only).short[1]}`
  return {
    kind: 'node',
    id: `stack:${holder}/rest`,
    form: 'stack',
    type: only,
    members,
    presence: nodes.every(({ presence }) => presence === 'read') ? 'read' : 'unknown',
    variant: '',
    label,
    detail: only === null ? typesOfRest(byType) : '',
    description: [label, ...[...byType].map(([type, ofType]) => countedResources(type, ofType.length))].join('\n'),
    opens: null,
  }
}
