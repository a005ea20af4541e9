/** The two values between a view and a renderer: the content of a diagram, and its layout. Plain, immutable, JSON-serializable. */
import type { Exposure } from '../meaning/subnet-exposure.ts'
import type { Presence, ResourceGraph, ResourceReference } from '../graph/resource-graph.ts'

export type ViewName = 'overview' | 'architecture' | 'network' | 'dataflow' | 'security' | 'inventory'

/** Where a flow leads: from top to bottom, or from left to right. */
export type Direction = 'down' | 'right'

export type ViewOptions = {
  /** Nodes and subnets that one picture may hold before the view aggregates further. */
  readonly elementLimit: number
  /** How far to aggregate, from 0 (as little as possible) upwards; `null`: the least that fits the limit. */
  readonly collapse: number | null
  /** The tag whose values boxes are gathered by; `null`: by what the view goes by on its own. */
  readonly groupBy: string | null
  /** `null`: the direction that suits the view. */
  readonly direction: Direction | null
  /** The page that is drawn, as `Diagram` tells it; `''` for the overview. */
  readonly page: string
  /** Joined to the title of the view; `''` for the overview. */
  readonly pageTitle: string
  /** The page shows what one box stood for: one by one, or else in ranges by name. */
  readonly expanded: boolean
  /** All that was scanned, where the graph is only a part of it: what is left out stays known. `null`: the graph is all. */
  readonly scanned: ResourceGraph | null
  /** All that was scanned with what policies only permit, which tells what belongs together. `null`: nothing more is known. */
  readonly permitted: ResourceGraph | null
}

/** How far the internet reaches: to all that the node stands for, or under a condition. */
export type Reached = 'open' | 'conditional'

/**
 * `resource`: one resource. `stack`: several alike ones, counted. `count`: how many of a type a card holds. `gap`: a type that could not be read.
 * `unavailable`: types that the region does not offer. `internet`: where traffic comes from.
 */
export type NodeForm = 'resource' | 'stack' | 'count' | 'gap' | 'unavailable' | 'internet'

export type DiagramNode = {
  readonly kind: 'node'
  /** Unique in the diagram, the same for the same resource in every diagram. */
  readonly id: string
  readonly form: NodeForm
  /** CloudFormation type; `null` for the internet, and where the node stands for several types. */
  readonly type: string | null
  /** The resources that the node stands for, sorted; one where `form` is `resource`. */
  readonly members: readonly ResourceReference[]
  readonly presence: Presence
  /** A finer kind within the type that has an icon of its own, e.g. `network` for load balancers. */
  readonly variant: string
  /** Only of counts that the internet reaches. */
  readonly reached?: Reached
  readonly label: string
  readonly detail: string
  /** Everything that there is to say, never shortened; one statement a line. */
  readonly description: string
  /** Selects the page that shows what this stands for, as the `focus` option takes it; `null` where there is nothing more to show. */
  readonly opens: string | null
}

/** `band`, `services` and `outside` order the picture; the others are the provider's own containers. */
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
 * How a group lays out its children: `column` under each other, `row` beside each other, `grid` in rows of equal cells,
 * `matrix` as columns whose children are aligned by `row`, `shelves` as rows filled to a pleasant width, `columns` as
 * columns filled to an even height, `aside` with the last child beside the others.
 */
export type Arrangement = 'column' | 'row' | 'grid' | 'matrix' | 'shelves' | 'columns' | 'aside'

export type DiagramGroup = {
  readonly kind: 'group'
  readonly id: string
  readonly form: GroupForm
  readonly arrangement: Arrangement
  readonly type: string | null
  /** The resources that the group itself stands for, its content not included. */
  readonly members: readonly ResourceReference[]
  readonly presence: Presence
  /** Of subnets; `null` for every other form. */
  readonly exposure: Exposure | null
  /** The row in which a `matrix` above aligns this group. */
  readonly row: number
  readonly label: string
  readonly detail: string
  readonly description: string
  /** Selects the page that shows this alone, as the `focus` option takes it; `null` where there is nothing more to show. */
  readonly opens: string | null
  readonly children: readonly DiagramElement[]
}

export type DiagramElement = DiagramNode | DiagramGroup

/**
 * `request`: the way of requests into the network. `event`: what a queue, stream, topic or bus hands on. `egress`: the way
 * of connections out of the network. `member`: belongs to. `link`: networks joined with each other (peering, transit gateway,
 * endpoint, VPN). `reach`: who may reach whom, as security groups allow.
 */
export type EdgeForm = 'request' | 'event' | 'egress' | 'member' | 'link' | 'reach'

export type DiagramEdge = {
  readonly id: string
  readonly form: EdgeForm
  /** Ids of elements of the same diagram. */
  readonly source: string
  readonly target: string
  /** Short text on the line, e.g. `tcp 443` or `/api/*`; empty for most. */
  readonly label: string
  readonly description: string
}

/** Something that the graph holds and the picture does not show. */
export type NotDrawn = { readonly what: string; readonly count: number }

export type Diagram = {
  readonly view: ViewName
  /** What the page shows of the view: the `focus` that selects it; `''` for the overview. */
  readonly page: string
  readonly title: string
  readonly accountId: string
  readonly accountAlias: string
  readonly region: string
  /** `containment`: nested boxes packed; `flow`: a directed graph in layers, groups allowed one level deep. */
  readonly layout: 'containment' | 'flow'
  readonly direction: Direction
  /** In the order in which they are drawn. */
  readonly elements: readonly DiagramElement[]
  /** Sorted by id. */
  readonly edges: readonly DiagramEdge[]
  readonly notDrawn: readonly NotDrawn[]
  /**
   * Said on the picture when it had to be simplified to end in time, has nothing of what was asked for or looked for, or when
   * an option changes nothing on it; `''` otherwise.
   */
  readonly simplified: string
}

/** Pixels at 100 %, from the top left corner. */
export type Point = { readonly x: number; readonly y: number }
export type Rectangle = Point & { readonly width: number; readonly height: number }

export type FontWeight = 400 | 600

export type PlacedText = Point & {
  /** `y` is the baseline. */
  readonly text: string
  readonly sizePx: number
  readonly weight: FontWeight
  readonly role: 'title' | 'label' | 'detail'
  /** Measured, never more than the box that holds it allows. */
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
  /** Corners of an orthogonal line from the source's border to the target's. */
  readonly points: readonly Point[]
  /** The edge's label where there is room for it. */
  readonly label: PlacedText | null
}

export type PlacedLegendEntry = Rectangle & {
  readonly sample: EdgeForm | Exposure | Reached | 'gap' | 'stack' | 'outside'
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
  readonly simplified: string
  readonly description: string
  readonly width: number
  readonly height: number
  /** Parents before their children. */
  readonly boxes: readonly PlacedBox[]
  readonly routes: readonly PlacedRoute[]
  readonly captions: readonly PlacedText[]
  readonly legend: readonly PlacedLegendEntry[]
  /** Where a renderer may write the time of the scan. */
  readonly stampAt: Point
}
