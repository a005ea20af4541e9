/** The inventory view: all resources of the scan with counts by service, gaps, and unsupported types. */
import type { Resource, ResourceGraph } from '../../../graph/resource-graph.ts'
import type { Diagram, DiagramGroup, DiagramNode, ViewOptions } from '../../diagram.ts'
import { formatCount, resourceKind } from '../../resource-kinds.ts'
import { accountFrame, titleOf } from '../boxes/account-frame.ts'
import { gapNodes, isGap } from '../boxes/gap-nodes.ts'
import { type GraphIndex, compareText, indexGraph } from '../../../graph/graph-index.ts'
import { group, present } from '../boxes/group.ts'
import { otherCard, serviceCard, typeCard } from './inventory-cards.ts'
import { restNode, summarized } from '../boxes/nodes-by-type.ts'
import { stackingUpTo } from '../boxes/summarize-similar.ts'
import { tagValue } from '../boxes/tag-value.ts'
import { defaultViewOptions } from '../view-options.ts'

/** The minimum number of groups for even columns. */
const fewestColumns = 4

/** The number of cards of a service that an inventory with too many tries, before each service has one. */
const typesOfService = [8, 6, 5, 4, 3, 2]

type Shelf = { readonly name: string; readonly resources: readonly Resource[]; readonly gaps: readonly DiagramNode[] }

export function inventoryView(graph: ResourceGraph, options: ViewOptions = defaultViewOptions): Diagram {
  const index = indexGraph(graph)
  const shelves = shelvesOf(index, options)
  // Counts the whole scan, so detail pages don't have it.
  const other = options.page === '' ? otherCard(graph) : null
  const extra = other === null ? 0 : 1
  const levels = [
    (shelf: Shelf) => [...cardsOfFew(shelf, options), ...shelf.gaps],
    (shelf: Shelf) => [...cardsOfTypes(shelf), ...shelf.gaps],
    ...typesOfService.map((most) => (shelf: Shelf) => [...cardsOfLargest(shelf, most), ...shelf.gaps]),
    (shelf: Shelf) => [serviceCard(shelf.name, shelf.resources, shelf.gaps)],
  ].slice(options.collapse ?? 0)
  const fitting =
    levels.find((cards) => sum(shelves.map((shelf) => cards(shelf).length)) + extra <= options.elementLimit) ??
    levels.at(-1)
  const groups = shelves.map((shelf) => shelfGroup(shelf, fitting?.(shelf) ?? []))
  const content = group({
    id: 'inventory',
    form: 'band',
    // With few groups, columns would have one card each.
    arrangement: groups.length < fewestColumns ? 'shelves' : 'columns',
    children: present([
      ...groups,
      other === null
        ? null
        : group({
            id: 'category:other',
            form: 'category',
            arrangement: 'grid',
            label: 'Unsupported types',
            children: [other],
          }),
    ]),
  })
  return {
    view: 'inventory',
    page: options.page,
    title: titleOf('Inventory', options),
    accountId: graph.accountId,
    accountAlias: graph.accountAlias,
    region: graph.region,
    layout: 'containment',
    direction: options.direction ?? 'down',
    elements: [accountFrame(graph, content.children.length === 0 ? [] : [content])],
    edges: [],
    notDrawn: [],
    simplified: '',
  }
}

/** One shelf for each service, or for each value of the requested tag. */
function shelvesOf(index: GraphIndex, { groupBy }: ViewOptions): readonly Shelf[] {
  const resources = index.types.flatMap((type) => index.ofType(type))
  const byName = Map.groupBy(resources, (resource) =>
    groupBy === null ? resourceKind(resource.type).service : tagValue(resource, groupBy),
  )
  const gaps = index.graph.coverage.filter(isGap)
  const gapsByName = Map.groupBy(gaps, ({ type }) =>
    groupBy === null ? resourceKind(type).service : "Couldn't be read",
  )
  return [...new Set([...byName.keys(), ...gapsByName.keys()])]
    .sort(compareText)
    .map((name) => ({ name, resources: byName.get(name) ?? [], gaps: gapNodes(gapsByName.get(name) ?? []) }))
}

/** On a detail page, resources by name, in ranges if there are too many. */
function cardsOfFew({ name, resources }: Shelf, options: ViewOptions): readonly DiagramNode[] {
  const { page, expanded, elementLimit, groupBy } = options
  if (page === '') return cardsOfTypes({ name, resources, gaps: [] })
  return summarized(name, resources, {
    ...stackingUpTo(expanded ? 100 : elementLimit),
    inRanges: expanded,
    groupBy,
  })
}

function cardsOfTypes({ name, resources }: Shelf): readonly DiagramNode[] {
  return [...Map.groupBy(resources, ({ type }) => type)].flatMap(([, ofType]) => typeCard(name, ofType))
}

/** The types with the most resources, and one card for all others. */
function cardsOfLargest(shelf: Shelf, most: number): readonly DiagramNode[] {
  const cards = cardsOfTypes(shelf)
  if (cards.length <= most) return cards
  const bySize = cards.toSorted((left, right) => right.members.length - left.members.length)
  const kept = new Set(bySize.slice(0, most - 1))
  const rest = cards.filter((card) => !kept.has(card))
  return [...cards.filter((card) => kept.has(card)), restNode(shelf.name, rest)]
}

function shelfGroup({ name, resources }: Shelf, children: readonly DiagramNode[]): DiagramGroup {
  const count = resources.filter(({ presence }) => presence === 'read').length
  const label = count === 0 ? name : `${name} (${formatCount(count)})`
  return group({
    id: `category:${name}`,
    form: 'category',
    arrangement: 'grid',
    label,
    description: label,
    children,
  })
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
