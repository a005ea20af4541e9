/**
 * The column beside the VPCs: resources outside VPCs, by application, otherwise by service.
 */
import { indexGraph, resourceKey } from '../../../graph/graph-index.ts'
import type { Resource, ResourceGraph } from '../../../graph/resource-graph.ts'
import type { Applications } from '../../../meaning/applications/applications.ts'
import type { DiagramElement, DiagramGroup, DiagramNode, ViewOptions } from '../../diagram.ts'
import { capitalized, formatCount, kindOfAll } from '../../resource-kinds.ts'
import {
  applicationCount,
  byPurpose,
  isNamedLikeOne,
  largestAlike,
  type PurposeGroup,
  withAlikeTogether,
} from '../boxes/application-groups.ts'
import { withoutCommonPrefix, withPrefix } from '../boxes/common-prefix.ts'
import { type DetailLevel, shelfLimit, stackingOf } from '../boxes/detail-level.ts'
import { categories } from '../boxes/shelves.ts'
import { band, group } from '../boxes/group.ts'
import { resourceNode } from '../boxes/resource-node.ts'
import { applicationNode } from '../boxes/application-node.ts'
import { nodesByType, summarized } from '../boxes/nodes-by-type.ts'
import { shortList } from '../boxes/short-list.ts'
import { alikeApplications } from '../dataflow/alike-applications.ts'
import { type Separation, withFewerBoxes } from '../dataflow/folded-applications.ts'
import { sharedBox } from '../boxes/summarize-similar.ts'
import type { Placement } from '../placement/placement.ts'

/** The number of lines in a tooltip. The rest is only counted. */
const namedApplications = 20

/**
 * Resources that others reference and that couldn't be read, then resources outside VPCs. Parts of a scan
 * name their only application: around a resource, as a group, otherwise beside the heading. `boxless`: a focused
 * resource whose type has no place of its own.
 */
export function sideColumn(
  graph: ResourceGraph,
  placement: Placement,
  level: DetailLevel,
  applications: Applications,
  boxless: Resource | null,
  separation: Separation,
  options: Pick<ViewOptions, 'scanned' | 'permitted' | 'focused' | 'expanded'>,
): DiagramGroup | null {
  const { scanned, focused, expanded } = options
  const isBeside = (resource: Resource): boolean => level.shared.get(resourceKey(resource)) === sharedBox.beside
  const purposes = byPurpose(
    placement.outside.filter((resource) => !isBeside(resource)),
    applications,
    level.groupBy,
  )
  const beside = placement.outside.filter(isBeside)
  const only = scanned === null ? null : purposes.only
  const isFramed = only !== null && focused !== null && !expanded
  const groups = isFramed ? [only] : purposes.groups
  const { byService, prefix } = serviceShelves(isFramed ? [] : purposes.rest, level, only)
  // Beside applications, a heading for one or two resources would waste space.
  const isLone = ({ children }: DiagramGroup): boolean => groups.length > 0 && membersOf(children) <= 2
  const lone = [
    ...byService.filter(isLone).flatMap(({ children }) => children),
    ...(boxless === null ? [] : [resourceNode(boxless)]),
    ...nodesByType('beside', beside, stackingOf(level, level.serviceStackAbove)),
  ]
  const isFocused = new Set(focused?.resources.map((each) => resourceKey(each)))
  const isAbout = (group: PurposeGroup): boolean => group.resources.some((each) => isFocused.has(resourceKey(each)))
  const folding: ApplicationFolding = {
    withAlike: (all) =>
      level.groupBy === null && !all.some(isAbout)
        ? withAlikeTogether(all, 0, alikeApplications(indexGraph(graph), options))
        : all,
    separation,
  }
  const shelves = [
    ...purposeShelves(groups, level, folding),
    ...byService.filter((shelf) => !isLone(shelf)),
    ...(lone.length === 0 ? [] : [category('other', `Other (${formatCount(membersOf(lone))})`, lone)]),
  ]
  const outsideNetworks = group({
    id: 'services',
    form: 'services',
    arrangement: 'columns',
    label: 'Outside VPCs',
    detail: only === null || isFramed ? '' : [only.label, withPrefix(prefix, only)].filter(Boolean).join(' · '),
    description: 'Resources outside any VPC',
    children: shelves,
  })
  const unread = summarized('unread', placement.unread, stackingOf(level, level.serviceStackAbove))
  return band('side', 'column', [
    ...(unread.length === 0
      ? []
      : [category('unread', `Couldn't be read, but referenced (${formatCount(placement.unread.length)})`, unread)]),
    ...(shelves.length === 0 ? [] : [outsideNetworks]),
  ])
}

function membersOf(boxes: readonly DiagramElement[]): number {
  return boxes.reduce((sum, { members }) => sum + members.length, 0)
}

/** For applications without room for a frame. */
type ApplicationFolding = {
  /** With those together that are alike. */
  readonly withAlike: (groups: readonly PurposeGroup[]) => readonly PurposeGroup[]
  readonly separation: Separation
}

/** Without room for a frame for all, what is alike has none, nor what differs from it in state or arrows. */
function purposeShelves(
  groups: readonly PurposeGroup[],
  level: DetailLevel,
  folding: ApplicationFolding,
): readonly DiagramGroup[] {
  const all = groups.length <= level.applications ? groups : folding.withAlike(groups)
  const single = all.filter((each) => each.alike === undefined && !isNamedLikeOne(each, all))
  const framed =
    all.length === single.length && single.length <= level.applications
      ? single
      : largestAlike(single, level.applications - 1)
  const others = all.filter((each) => !framed.includes(each))
  const shelves = framed.map(({ name, label, detail, beginnings, resources }, position) => {
    const stacking = stackingOf(level, shelfLimit(level, position))
    const counted = `${label} (${formatCount(resources.length)})`
    const { prefix, nodes } = withoutCommonPrefix(summarized(name, resources, stacking), beginnings)
    const description = [counted, detail].filter(Boolean).join('\n')
    return group({ ...category(name, counted, nodes), detail: withPrefix(prefix, { label, detail }), description })
  })
  if (others.length === 0) return shelves
  const count = others.reduce((sum, { resources }) => sum + resources.length, 0)
  const words = level.groupBy === null ? 'applications' : `values of ${level.groupBy}`
  const counted = [
    formatCount(applicationCount(others)),
    ...(framed.length > 0 ? ['more'] : []),
    words,
    `(${formatCount(count)})`,
  ].join(' ')
  return [
    ...shelves,
    group({
      ...category('more', counted, applicationNodes(others, level, folding)),
      description: shortList([counted, ...others.map(({ label }) => label)], namedApplications),
    }),
  ]
}

/** One box for each application, or for each of the largest ones and for all others. Of values of a tag, for the types of others. */
function applicationNodes(
  groups: readonly PurposeGroup[],
  level: DetailLevel,
  { separation }: ApplicationFolding,
): readonly DiagramNode[] {
  const most = level.applicationCards
  if (groups.length <= most) return groups.flatMap(applicationNode)
  if (level.groupBy === null) return withFewerBoxes(groups, most - 1, separation).flatMap(applicationNode)
  const own = largestAlike(groups, most - 1)
  const rest = groups.filter((each) => !own.includes(each)).flatMap(({ resources }) => resources)
  return [...own.flatMap(applicationNode), ...summarized('more', rest, stackingOf(level, level.serviceStackAbove))]
}

type ServiceShelves = {
  readonly byService: readonly DiagramGroup[]
  /** What all names have in common, if they are of one application. */
  readonly prefix: string
}

/** `only`: the application of all resources. Names needn't repeat it, and have one prefix in common. */
function serviceShelves(resources: readonly Resource[], level: DetailLevel, only: PurposeGroup | null): ServiceShelves {
  const byType = Map.groupBy(resources, ({ type }) => type)
  const shelves = categories.flatMap(({ name, types }, position) => {
    const onShelf = types.flatMap((type) => byType.get(type) ?? [])
    const [first, ...others] = onShelf
    if (first === undefined) return []
    const kind = types.length > 1 ? kindOfAll([first, ...others]) : null
    const title = kind === null ? name : capitalized(kind.plural)
    const boxes = summarized(name, onShelf, stackingOf(level, shelfLimit(level, position)))
    return [{ name, title, label: `${title} (${formatCount(onShelf.length)})`, boxes }]
  })
  const ofAll = withoutCommonPrefix(
    shelves.flatMap(({ boxes }) => boxes),
    only?.beginnings,
  )
  const short = new Map(ofAll.nodes.map((node) => [node.id, node]))
  const byService = shelves.map(({ name, title, label, boxes }) => {
    if (only !== null)
      return category(
        name,
        label,
        boxes.map((box) => short.get(box.id) ?? box),
      )
    const { prefix, nodes } = withoutCommonPrefix(boxes)
    return { ...category(name, label, nodes), detail: withPrefix(prefix, { label: title, detail: '' }) }
  })
  return { byService, prefix: ofAll.prefix }
}

function category(name: string, label: string, children: readonly DiagramElement[]): DiagramGroup {
  return group({ id: `category:${name}`, form: 'category', arrangement: 'grid', label, description: label, children })
}
