/** Resolves a `focus`: a resource by any of its names, an application, or a box with a detail page. */
import { resourceType, typePlaying } from '../../resource-types/look-ups.ts'
import type { Resource, ResourceGraph, ResourceReference } from '../../graph/resource-graph.ts'
import type { Application } from '../../meaning/applications/application.ts'
import type { Applications } from '../../meaning/applications/applications.ts'
import type { Diagram, DiagramElement } from '../diagram.ts'
import { dataFlowTypes } from '../views/dataflow/data-flows.ts'
import { placedTypes } from '../views/boxes/shelves.ts'
import { compareText, indexGraph, resourceKey } from '../../graph/graph-index.ts'
import { flattened } from '../views/boxes/group.ts'
import { shownName } from '../views/boxes/resource-node.ts'
import { placeResources } from '../views/placement/placement.ts'

export type Focus = {
  /** `network`: a VPC with its content. `place`: a box with what is in it, such as a subnet. `group`: an application, or the resources of another box. */
  readonly kind: 'resource' | 'network' | 'place' | 'group'
  readonly members: readonly ResourceReference[]
  readonly title: string
}

export type FocusSearch =
  | Focus
  | { readonly kind: 'none' }
  /** `ids`: focuses that mean one of them. */
  | { readonly kind: 'several'; readonly what: 'resources' | 'applications'; readonly ids: readonly string[] }

/** Types with boxes. If several resources have the same name, the one of such a type is meant. */
const boxTypes: ReadonlySet<string> = new Set([
  typePlaying('VPC'),
  typePlaying('subnet'),
  ...placedTypes,
  ...dataFlowTypes,
])

/**
 * By `TYPE/ID`, ARN, or the ID of an application's box. Otherwise, by identifier or name: first a resource with a box,
 * such as the function and not its role or log group, then an application, also by the name of its CloudFormation stack
 * or cluster, then any other resource.
 */
export function findNamed(graph: ResourceGraph, applications: Applications, focus: string): FocusSearch {
  const exact = graph.resources.find((resource) => resourceKey(resource) === focus || resource.arn === focus)
  if (exact !== undefined) return focusOn(graph, exact)
  const all = applications.all.filter(({ members }) => members.length > 0)
  const opened = all.find(({ id }) => boxOf(id) === focus)
  if (opened !== undefined) return focusOnApplication(opened)
  const named = graph.resources.filter(({ id, name }) => id === focus || name === focus)
  const box = onlyOf(graph, named.filter(hasOwnBox), focus)
  if (box.kind !== 'none') return box
  const holders = named.filter(({ type }) => holdsApplication(type))
  const held = new Set(holders.flatMap((holder) => applications.of(holder)?.applications ?? []))
  const ofHolders = all.filter(({ id }) => held.has(id))
  const found = ofHolders.length > 0 ? ofHolders : all.filter(({ name }) => name === focus)
  const [application, ...more] = found
  if (application === undefined) return onlyOf(graph, named, focus)
  if (more.length > 0) return { kind: 'several', what: 'applications', ids: found.map(({ id }) => boxOf(id)) }
  return focusOnApplication(application)
}

function focusOnApplication({ members, name }: Application): Focus {
  return { kind: 'group', members, title: name }
}

/** The ID of the box of an application. */
function boxOf(application: string): string {
  return `category:${application}`
}

/** Identifiers come before names. */
function onlyOf(graph: ResourceGraph, named: readonly Resource[], focus: string): FocusSearch {
  const byId = named.filter(({ id }) => id === focus)
  const found = byId.length > 0 ? byId : named
  const [only, ...others] = found
  if (only === undefined) return { kind: 'none' }
  if (others.length === 0) return focusOn(graph, only)
  return { kind: 'several', what: 'resources', ids: found.map((each) => resourceKey(each)).sort(compareText) }
}

function hasOwnBox({ type }: Resource): boolean {
  return boxTypes.has(type) && !holdsApplication(type)
}

function holdsApplication(type: string): boolean {
  const holds = resourceType(type)?.applications
  return holds === 'stack' || holds === 'cluster'
}

const places: ReadonlySet<DiagramElement['form']> = new Set(['network', 'subnet'])

/** The box of a diagram with this ID. */
export function findBox(diagram: Diagram, id: string): FocusSearch {
  const box = flattened(diagram.elements).find((element) => element.id === id)
  const members = box === undefined ? [] : membersWithin(box)
  if (box === undefined || members.length === 0) return { kind: 'none' }
  return { kind: places.has(box.form) ? 'place' : 'group', members, title: box.label }
}

/** For a group, including all its content. */
export function membersWithin(element: DiagramElement): readonly ResourceReference[] {
  if (element.kind === 'node') return element.members
  const members = flattened([element]).flatMap((each) => each.members)
  return [...new Map(members.map((member) => [resourceKey(member), member])).values()]
}

function focusOn(graph: ResourceGraph, resource: Resource): Focus {
  const { type, id } = resource
  const title = shownName(resource)
  if (type !== typePlaying('VPC')) return { kind: 'resource', members: [{ type, id }], title }
  const index = indexGraph(graph)
  const placed = placeResources(index).networks.find(({ network }) => network?.id === id)
  const inside: readonly ResourceReference[] =
    placed === undefined
      ? []
      : [
          ...placed.gateways,
          ...placed.loadBalancers,
          ...placed.requested,
          ...placed.spanning,
          ...placed.subnets.flatMap(({ subnet, resources }) => [subnet, ...resources]),
        ]
  // Route tables, network ACLs, endpoints, and security groups, which are contained in the VPC by their own relations.
  const belonging = graph.relations
    .filter(({ verb, target }) => target.id === id && target.type === type && verb !== 'routes to')
    .map(({ source }) => source)
  const members = [resource, ...inside, ...belonging]
  return {
    kind: 'network',
    members: [...new Map(members.map((each) => [resourceKey(each), { type: each.type, id: each.id }])).values()],
    title,
  }
}
