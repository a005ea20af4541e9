/** Places boxes in layers with orthogonal lines between them. Converts a plain description to ELK's model and back. */
import type { ELK, ElkExtendedEdge, ElkNode, ElkPort } from 'elkjs/lib/elk.bundled.js'
import type { Direction, Point, Rectangle } from '../diagram.ts'

/** Where lines start and end on a box, relative to its top left corner. */
type Ports = { readonly entry: Point | null; readonly exit: Point | null }

export type LayeredBox = {
  readonly id: string
  readonly width: number
  readonly height: number
  /** `null`: anywhere on the side that the direction requires. */
  readonly ports: Ports | null
}

export type LayeredGroup = {
  readonly id: string
  readonly boxes: readonly LayeredBox[]
  readonly padding: { readonly top: number; readonly side: number }
  readonly minWidth: number
}

export type LayeredEdge = {
  readonly id: string
  readonly source: string
  readonly target: string
  /** Lines of the same bundle share their ends. */
  readonly bundle: string
  readonly label: { readonly width: number; readonly height: number } | null
}

export type LayeredGraph = {
  readonly items: readonly (LayeredBox | LayeredGroup)[]
  readonly edges: readonly LayeredEdge[]
}

export type LayeredResult = {
  readonly width: number
  readonly height: number
  /** Of boxes and groups, by ID. */
  readonly places: ReadonlyMap<string, Rectangle>
  /** By edge ID. `labelAt` is the top left corner of the label. */
  readonly lines: ReadonlyMap<string, { readonly points: readonly Point[]; readonly labelAt: Point | null }>
}

const spacing = {
  'elk.spacing.nodeNode': '20',
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.edgeLabel': '3',
  'elk.spacing.labelNode': '6',
  'elk.spacing.labelLabel': '6',
  'elk.layered.spacing.nodeNodeBetweenLayers': '40',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
}

let loaded: Promise<ELK> | null = null

/** Loaded at first use, because it takes 0.2 s and most views don't need it. */
function loadEngine(): Promise<ELK> {
  loaded ??= import('elkjs/lib/elk.bundled.js').then(({ default: module }) => new module.default())
  return loaded
}

export async function layeredLayout(graph: LayeredGraph, direction: Direction): Promise<LayeredResult> {
  const engine = await loadEngine()
  const hasGroups = graph.items.some((item) => 'boxes' in item)
  const laidOut = await engine.layout({
    id: 'root',
    layoutOptions: {
      ...spacing,
      'elk.algorithm': 'layered',
      'elk.direction': direction.toUpperCase(),
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.json.edgeCoords': 'ROOT',
      'elk.json.shapeCoords': 'ROOT',
      'elk.padding': '[top=0,left=0,bottom=0,right=0]',
      'elk.layered.considerModelOrder.strategy': 'PREFER_NODES',
      'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
      'elk.edgeLabels.placement': 'CENTER',
      // More attempts than ELK's default: a third fewer crossings with many boxes and groups, for a few tenths of a
      // second.
      'elk.layered.thoroughness': '20',
      ...(hasGroups ? { 'elk.hierarchyHandling': 'INCLUDE_CHILDREN' } : {}),
    },
    children: graph.items.map((item) => itemNode(item, graph.edges, direction)),
    edges: graph.edges.map((edge): ElkExtendedEdge => edgeOf(edge, graph)),
  })
  return resultOf(laidOut)
}

function itemNode(item: LayeredBox | LayeredGroup, edges: readonly LayeredEdge[], direction: Direction): ElkNode {
  if (!('boxes' in item)) return boxNode(item, edges, direction)
  const { top, side } = item.padding
  return {
    id: item.id,
    layoutOptions: {
      ...spacing,
      'elk.padding': `[top=${top},left=${side},bottom=${side},right=${side}]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      // The height of a group without boxes, such as a folded one.
      'elk.nodeSize.minimum': `(${item.minWidth},${top + side})`,
    },
    children: item.boxes.map((box) => boxNode(box, edges, direction)),
  }
}

function boxNode(
  { id, width, height, ports }: LayeredBox,
  edges: readonly LayeredEdge[],
  direction: Direction,
): ElkNode {
  const [entrySide, exitSide] = direction === 'down' ? ['NORTH', 'SOUTH'] : ['WEST', 'EAST']
  const bundlesIn = new Set(edges.filter(({ target }) => target === id).map(({ bundle }) => bundle))
  const bundlesOut = new Set(edges.filter(({ source }) => source === id).map(({ bundle }) => bundle))
  return {
    id,
    width,
    height,
    layoutOptions: { 'elk.portConstraints': ports === null ? 'FIXED_SIDE' : 'FIXED_POS' },
    ports: [
      ...[...bundlesIn].map((bundle) => port(entryId(id, bundle), entrySide, ports?.entry ?? null)),
      ...[...bundlesOut].map((bundle) => port(exitId(id, bundle), exitSide, ports?.exit ?? null)),
    ],
  }
}

function port(id: string, side: string | undefined, at: Point | null): ElkPort {
  return { id, width: 0, height: 0, layoutOptions: { 'elk.port.side': side ?? '' }, ...at }
}

function entryId(id: string, bundle: string): string {
  return `${id} in ${bundle}`
}

function exitId(id: string, bundle: string): string {
  return `${id} out ${bundle}`
}

function edgeOf({ id, source, target, bundle, label }: LayeredEdge, { items }: LayeredGraph): ElkExtendedEdge {
  const isGroup = (end: string): boolean => items.some((item) => item.id === end && 'boxes' in item)
  return {
    id,
    sources: [isGroup(source) ? source : exitId(source, bundle)],
    targets: [isGroup(target) ? target : entryId(target, bundle)],
    labels: label === null ? [] : [{ id: `${id} label`, text: '-', ...label }],
  }
}

function resultOf(root: ElkNode): LayeredResult {
  const places = new Map<string, Rectangle>()
  const add = (node: ElkNode): void => {
    const { id, x = 0, y = 0, width = 0, height = 0, children = [] } = node
    const [left, top] = [whole(x), whole(y)]
    places.set(id, { x: left, y: top, width: whole(x + width) - left, height: whole(y + height) - top })
    children.forEach(add)
  }
  root.children?.forEach(add)
  const lines = (root.edges ?? []).map(({ id, sections = [], labels = [] }) => {
    const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
      startPoint,
      ...bendPoints,
      endPoint,
    ])
    const [label] = labels
    const labelAt = label === undefined ? null : { x: whole(label.x ?? 0), y: whole(label.y ?? 0) }
    return [id, { points: points.map(({ x, y }) => ({ x: whole(x), y: whole(y) })), labelAt }] as const
  })
  return { width: whole(root.width ?? 0), height: whole(root.height ?? 0), places, lines: new Map(lines) }
}

/** Rounds to whole pixels, so that rounding errors make no difference. */
function whole(value: number): number {
  return Math.round(Math.round(value * 100) / 100)
}
