/**
 * The types between views and renderers: the content of a diagram, and its layout. Plain, immutable, and
 * JSON-serializable.
 */
import type { ChangeState } from '../meaning/changes/graph-changes.ts'
import type { Exposure } from '../meaning/subnet-exposure.ts'
import type { Presence, ResourceGraph, ResourceReference } from '../graph/resource-graph.ts'

export type ViewName = 'overview' | 'architecture' | 'network' | 'dataflow' | 'security' | 'inventory'

/** The direction of arrows: from top to bottom, or from left to right. */
export type Direction = 'down' | 'right'

export type ViewOptions = {
  /** The maximum number of nodes and subnets on one page before the view aggregates further. */
  readonly elementLimit: number
  /** How far to aggregate, from 0 (as little as possible) upwards. `null`: as little as fits the limit. */
  readonly collapse: number | null
  /** The tag by whose values boxes are grouped. `null`: the default of the view. */
  readonly groupBy: string | null
  /** `null`: the default of the view. */
  readonly direction: Direction | null
  /** The page, with the same values as in `Diagram`. `''` for the first page. */
  readonly page: string
  /** Added to the title of the view. `''` for the first page. */
  readonly pageTitle: string
  /** The page is around these resources, and shows up to so many arrows from them. `null`: everything selected. */
  readonly focused: { readonly resources: readonly ResourceReference[]; readonly steps: number } | null
  /** The page shows the content of one box: single resources, or ranges by name if there are too many. */
  readonly expanded: boolean
  /**
   * The whole scan if the graph is only a part of it, to count what was left out. `null`: the graph is the whole scan.
   */
  readonly scanned: ResourceGraph | null
  /** The whole scan with relations that are only permitted by policies, to find applications. `null`: not available. */
  readonly permitted: ResourceGraph | null
}

/** How the internet can reach the resources of a node: without conditions, or conditionally. */
export type Reached = 'open' | 'conditional'

/**
 * `resource`: one resource. `stack`: a summary box of similar resources. `count`: the number of resources of a type on
 * a card. `gap`: types that couldn't be read. `internet`: the source of traffic.
 */
export type NodeForm = 'resource' | 'stack' | 'count' | 'gap' | 'internet'

export type DiagramNode = {
  readonly kind: 'node'
  /** Unique in the diagram. The same resource has the same ID in every diagram. */
  readonly id: string
  readonly form: NodeForm
  /** CloudFormation type. `null` for the internet, and for nodes with several types. */
  readonly type: string | null
  /** The resources of the node, sorted. Exactly one if `form` is `resource`. */
  readonly members: readonly ResourceReference[]
  readonly presence: Presence
  /** A variant of the type with an icon of its own, such as `network` for load balancers. */
  readonly variant: string
  /** Only on counts of resources that the internet can reach. */
  readonly reached?: Reached
  /** Only in comparisons. */
  readonly change?: ChangeState
  readonly label: string
  readonly detail: string
  /** All details, one per line, never shortened. */
  readonly description: string
  /** Selects the detail page, as a value of the `focus` option. `null` without a detail page. */
  readonly opens: string | null
}

/** `band`, `services`, and `outside` only arrange boxes. The others are containers of AWS. */
export type GroupForm =
  | 'account'
  | 'region'
  | 'network'
  | 'zone'
  | 'subnet'
  | 'band'
  | 'services'
  | 'category'
  | 'outside'

/**
 * The layout of a group's children. `column`: below each other. `row`: side by side. `grid`: rows of equal cells.
 * `matrix`: columns whose children are aligned by `row`. `shelves`: rows up to a well-proportioned width. `columns`:
 * columns of about the same height. `aside`: the last child beside the others.
 */
export type Arrangement = 'column' | 'row' | 'grid' | 'matrix' | 'shelves' | 'columns' | 'aside'

export type DiagramGroup = {
  readonly kind: 'group'
  readonly id: string
  readonly form: GroupForm
  readonly arrangement: Arrangement
  readonly type: string | null
  /** The resources of the group itself, without its content. */
  readonly members: readonly ResourceReference[]
  readonly presence: Presence
  /** Only of subnets, otherwise `null`. */
  readonly exposure: Exposure | null
  /** The row of this group if the parent is a `matrix`. */
  readonly row: number
  /** Only in comparisons. */
  readonly change?: ChangeState
  readonly label: string
  readonly detail: string
  readonly description: string
  /** Selects the page of this group, as a value of the `focus` option. `null` without a detail page. */
  readonly opens: string | null
  readonly children: readonly DiagramElement[]
}

export type DiagramElement = DiagramNode | DiagramGroup

/**
 * `request`: incoming requests. `event`: events and messages of queues, streams, topics, and buses. `egress`: outbound
 * connections. `member`: belongs to. `link`: VPC connectivity (peering, transit gateway, endpoint, VPN). `reach`:
 * traffic that security groups allow.
 */
export type EdgeForm = 'request' | 'event' | 'egress' | 'member' | 'link' | 'reach'

export type DiagramEdge = {
  readonly id: string
  readonly form: EdgeForm
  /** IDs of elements of the same diagram. */
  readonly source: string
  readonly target: string
  /** Short text on the arrow, such as `tcp 443` or `/api/*`. Empty for most. */
  readonly label: string
  readonly description: string
  /** Only in comparisons. */
  readonly change?: ChangeState
}

/** Resources of the graph that the diagram doesn't show. */
export type NotDrawn = { readonly what: string; readonly count: number }

export type Diagram = {
  readonly view: ViewName
  /** The `focus` that selects the page. `''` for the first page. */
  readonly page: string
  readonly title: string
  readonly accountId: string
  readonly accountAlias: string
  readonly region: string
  /** `containment`: packed nested boxes. `flow`: a directed graph in layers; groups can't contain groups. */
  readonly layout: 'containment' | 'flow'
  readonly direction: Direction
  /** In drawing order. */
  readonly elements: readonly DiagramElement[]
  /** Sorted by ID. */
  readonly edges: readonly DiagramEdge[]
  readonly notDrawn: readonly NotDrawn[]
  /** Only in comparisons: what changed, in one sentence. */
  readonly comparison?: string
  /**
   * A note that the diagram was simplified, that nothing matched the selection, or that an option had no effect.
   * Otherwise `''`.
   */
  readonly simplified: string
}

/** Pixels at 100%, from the top left corner. */
export type Point = { readonly x: number; readonly y: number }
export type Rectangle = Point & { readonly width: number; readonly height: number }

export type FontWeight = 400 | 600

export type PlacedText = Point & {
  /** `y` is the baseline. */
  readonly text: string
  readonly sizePx: number
  readonly weight: FontWeight
  readonly role: 'title' | 'label' | 'detail'
  /** Measured. Not more than the width available in the box. */
  readonly widthPx: number
}

export type PlacedIcon = Point & { readonly sizePx: number }

export type PlacedBox = Rectangle & {
  readonly element: DiagramNode | Omit<DiagramGroup, 'children'>
  readonly parentId: string | null
  readonly icon: PlacedIcon | null
  readonly texts: readonly PlacedText[]
}

export type PlacedRoute = {
  readonly edge: DiagramEdge
  /** Corners of an orthogonal line from the border of the source to the border of the target. */
  readonly points: readonly Point[]
  /** The edge's label. `null` if there is no room for it. */
  readonly label: PlacedText | null
}

/** `uncompared`: elements in the state `unknown`, which is also the name of an exposure. */
export type ChangeSample = Exclude<ChangeState, 'unknown'> | 'uncompared'

export type PlacedLegendEntry = Rectangle & {
  readonly sample: EdgeForm | Exposure | Reached | ChangeSample | 'gap' | 'off' | 'stack' | 'outside'
  readonly text: PlacedText
}

export type PlacedDiagram = {
  readonly view: ViewName
  readonly page: string
  readonly title: string
  readonly accountId: string
  readonly accountAlias: string
  readonly region: string
  readonly direction: Direction
  readonly notDrawn: readonly NotDrawn[]
  readonly comparison?: string
  readonly simplified: string
  readonly description: string
  readonly width: number
  readonly height: number
  /** Parents before their children. */
  readonly boxes: readonly PlacedBox[]
  readonly routes: readonly PlacedRoute[]
  readonly captions: readonly PlacedText[]
  readonly legend: readonly PlacedLegendEntry[]
  /** Where a renderer can write the time of the scan. */
  readonly stampAt: Point
}
