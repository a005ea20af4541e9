/**
 * Routes edges after the boxes are placed: orthogonally, around all unrelated boxes. Edges with a common end are
 * bundled into one tree. A line can enter any group, but only leave groups that contain its root, so a shortest path
 * never crosses an unrelated group.
 */
import type { DiagramEdge, Direction, EdgeForm, PlacedBox, PlacedRoute, Point, Rectangle } from '../diagram.ts'
import { type ArrowheadPrices, type Heading, type RoutingGrid, routingGrid } from './routing-grid.ts'
import { type Path, type Seed, seedsAlong, shortestPaths, type State } from './shortest-paths.ts'
import { hasMistakenArrowhead, isCramped, type UsedLine } from './used-lines.ts'

/** Limits the time for one bundle. */
const maxSearchesPerTree = 16
/** Longer detours are only tried if there is no other path. */
const detourPx = 300
/** With more lines, the first ones are not drawn again when the others are known. */
const mostRevised = 120
/** On pages with more lines, those to one box are one bundle, even if a label has no room then. */
const mostApartTo = 30
/** The same for those from one box, which are often many. */
const mostApartFrom = 20
/** With more different labels, the lines of one box would fill the gaps between boxes. */
const mostLabelsApart = 4
/** Lines with mistaken arrowheads are drawn again, and may make longer detours then. */
const usualPrices: ArrowheadPrices = { near: 2_000, cramped: 20 }
const mendingPrices: ArrowheadPrices = { near: 6_000, cramped: 120 }
const mendingRounds = 2
/** With more lines, finding those with mistakes takes too long. */
const mostMended = 250

export type RoutedEdges = {
  /** Sorted by edge id. */
  readonly routes: readonly PlacedRoute[]
  /** Edges without room. */
  readonly unrouted: readonly DiagramEdge[]
}

/** `right`: lines leave boxes at the right and enter at the left. */
export function routeEdges(
  edges: readonly DiagramEdge[],
  boxes: readonly PlacedBox[],
  page: Rectangle,
  direction: Direction = 'down',
): RoutedEdges {
  const boxOf = new Map(boxes.map((box) => [box.element.id, box]))
  const order: readonly EdgeForm[] = ['request', 'event', 'egress', 'link', 'reach', 'member']
  const trees = order.flatMap((form) => treesOf(form, edges))
  const drawn = new Map<Tree, readonly PlacedRoute[]>()
  const othersOf = (bundle: Tree): readonly PlacedRoute[] =>
    trees.flatMap((other) => (other === bundle ? [] : (drawn.get(other) ?? [])))
  const drawing = (bundle: Tree, prices: ArrowheadPrices): readonly PlacedRoute[] =>
    routeBundle(bundle, boxOf, boxes, page, othersOf(bundle), direction, prices)
  const revised = edges.length <= mostRevised ? trees : []
  for (const bundle of [...trees, ...revised]) drawn.set(bundle, drawing(bundle, usualPrices))
  for (let round = 0; round < mendingRounds && edges.length <= mostMended; round++) {
    for (const bundle of trees) {
      const [lines, others] = [drawn.get(bundle) ?? [], othersOf(bundle)]
      const count = mistakes(lines, others)
      if (count === 0) continue
      const mended = drawing(bundle, mendingPrices)
      if (mended.length === lines.length && mistakes(mended, others) < count) drawn.set(bundle, mended)
    }
  }
  const routes = [...drawn.values()].flat()
  const routed = new Set(routes.map(({ edge }) => edge))
  return {
    routes: routes.toSorted((left, right) => (left.edge.id < right.edge.id ? -1 : 1)),
    unrouted: edges.filter((edge) => !routed.has(edge)),
  }
}

/** How many arrowheads of these lines touch one of the others or have no room, and how many of the others these touch. */
function mistakes(lines: readonly UsedLine[], others: readonly UsedLine[]): number {
  const own = lines.filter((line) => hasMistakenArrowhead(line, others) || isCramped(line))
  return own.length + others.filter((line) => hasMistakenArrowhead(line, lines)).length
}

function routeBundle(
  { rootId, runsToRoot, tree }: Tree,
  boxOf: ReadonlyMap<string, PlacedBox>,
  boxes: readonly PlacedBox[],
  page: Rectangle,
  used: readonly UsedLine[],
  direction: Direction,
  arrowheadPrices: ArrowheadPrices,
): readonly PlacedRoute[] {
  const root = boxOf.get(rootId)
  if (root === undefined) return []
  const ends = tree
    .flatMap((edge) => {
      const end = boxOf.get(runsToRoot ? edge.source : edge.target)
      return end === undefined ? [] : [{ edge, end }]
    })
    .toSorted((left, right) => distance(root, left.end) - distance(root, right.end))
  const backwards = tree.some(({ form }) => form === 'member' || (runsToRoot && form !== 'egress'))
  const drawn = routeTree(root, ends, boxes, page, used, {
    direction,
    backwards,
    runsToRoot,
    arrowheadPrices,
  })
  return drawn.map((route) => (runsToRoot ? { ...route, points: route.points.toReversed() } : route))
}

/** Nearest ends first. Later lines follow existing ones unless that is a detour. */
function routeTree(
  root: PlacedBox,
  ends: readonly { readonly edge: DiagramEdge; readonly end: PlacedBox }[],
  boxes: readonly PlacedBox[],
  page: Rectangle,
  used: readonly UsedLine[],
  heading: Heading,
): readonly PlacedRoute[] {
  const grid = routingGrid(
    root,
    ends.map(({ end }) => end),
    boxes,
    page,
    used,
    heading,
  )
  const drawn: PlacedRoute[] = []
  const seeds = new Map<State, Seed>()
  for (const state of [grid.startPoint * 2, grid.startPoint * 2 + 1]) seeds.set(state, { state, previous: -1, cost: 0 })
  const searchEvery = Math.max(1, Math.ceil(ends.length / maxSearchesPerTree))
  for (let start = 0; start < ends.length; start += searchEvery) {
    const asked = ends.slice(start, start + searchEvery)
    const area = bounds(asked.map(({ end }) => end))
    const near = bounds([root, area, ...drawn.map(({ points }) => boundsOfLine(points))])
    const from = [...seeds.values()]
    const nearby = shortestPaths(grid, from, { area, window: widened(near, detourPx) })
    let anywhere: ReturnType<typeof shortestPaths> | null = null
    const found = asked.flatMap(({ edge, end }) => {
      let path = cheapestPath(grid, nearby, root, end)
      if (path === null) {
        anywhere ??= shortestPaths(grid, from, { area, window: page })
        path = cheapestPath(grid, anywhere, root, end)
      }
      return path === null ? [] : [{ edge, path }]
    })
    for (const { edge, path } of found) {
      grid.follow(path.whole)
      drawn.push({ edge, points: path.visible, label: null })
    }
    for (const { path } of found) {
      for (const seed of seedsAlong(grid, path.states)) {
        if (seed.cost < (seeds.get(seed.state)?.cost ?? Infinity)) seeds.set(seed.state, seed)
      }
    }
  }
  return drawn
}

type Tree = { readonly rootId: string; readonly runsToRoot: boolean; readonly tree: readonly DiagramEdge[] }

/**
 * A bundle starts at the end that more lines of its form share: the source of many requests, or the target of many uses.
 * On pages with few lines, those with different labels are in different bundles, so that each label has room.
 */
function treesOf(form: EdgeForm, edges: readonly DiagramEdge[]): readonly Tree[] {
  const ofForm = edges.filter((edge) => edge.form === form)
  const bySource = Map.groupBy(ofForm, ({ source }) => source)
  const byTarget = Map.groupBy(ofForm, ({ target }) => target)
  const runsToRoot = ({ source, target }: DiagramEdge): boolean =>
    form === 'egress' || (form !== 'member' && lengthOf(byTarget.get(target)) > lengthOf(bySource.get(source)))
  return [false, true].flatMap((toRoot) => {
    const isRoomy = edges.length <= (toRoot ? mostApartTo : mostApartFrom)
    const rootOf = ({ source, target }: DiagramEdge): string => (toRoot ? target : source)
    const ofRoots = Map.groupBy(
      ofForm.filter((edge) => runsToRoot(edge) === toRoot),
      rootOf,
    )
    return [...ofRoots].flatMap(([rootId, ofRoot]): readonly Tree[] => {
      const byLabel = [...Map.groupBy(ofRoot, ({ label }) => label).values()]
      const trees = isRoomy && byLabel.length <= mostLabelsApart ? byLabel : [ofRoot]
      return trees.map((tree) => ({ rootId, runsToRoot: toRoot, tree }))
    })
  })
}

function lengthOf(lines: readonly DiagramEdge[] | undefined): number {
  return lines?.length ?? 0
}

type FoundPath = Path & {
  readonly whole: readonly Point[]
  readonly visible: readonly Point[]
}

/** The cheapest path to the box, both from center to center and from border to border. */
function cheapestPath(
  grid: RoutingGrid,
  pathTo: (target: number) => Path | null,
  root: Rectangle,
  end: PlacedBox,
): FoundPath | null {
  let best: FoundPath | null = null
  for (const target of grid.endPoints(end)) {
    const path = pathTo(target)
    if (path === null) continue
    const whole = path.states.map((state) => grid.pointAt(state >> 1))
    const visible = corners(clipped(whole, root, end))
    if (visible.length >= 2 && (best === null || path.cost < best.cost)) best = { ...path, whole, visible }
  }
  return best
}

function bounds(areas: readonly Rectangle[]): Rectangle {
  const x = Math.min(...areas.map((each) => each.x))
  const y = Math.min(...areas.map((each) => each.y))
  const right = Math.max(...areas.map((each) => each.x + each.width))
  const bottom = Math.max(...areas.map((each) => each.y + each.height))
  return { x, y, width: right - x, height: bottom - y }
}

function boundsOfLine(points: readonly Point[]): Rectangle {
  return bounds(points.map(({ x, y }) => ({ x, y, width: 0, height: 0 })))
}

function widened({ x, y, width, height }: Rectangle, by: number): Rectangle {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

function distance(left: Rectangle, right: Rectangle): number {
  const across = Math.abs(left.x + left.width / 2 - right.x - right.width / 2)
  return across + Math.abs(left.y + left.height / 2 - right.y - right.height / 2)
}

/** Cuts off the parts within the root and the end. */
function clipped(points: readonly Point[], root: Rectangle, end: Rectangle): readonly Point[] {
  const firstOutside = points.findIndex((point) => !strictlyInside(point, root) && !onBorder(point, root))
  const leaving = points.slice(Math.max(0, firstOutside - 1))
  const entering = leaving.findIndex((point) => strictlyInside(point, end) || onBorder(point, end))
  const kept = entering < 0 ? [...leaving] : leaving.slice(0, entering + 1)
  const [first, second] = kept
  const last = kept.at(-1)
  const beforeLast = kept.at(-2)
  if (first !== undefined && second !== undefined) kept[0] = borderPoint(root, first, second)
  if (last !== undefined && beforeLast !== undefined) kept[kept.length - 1] = borderPoint(end, last, beforeLast)
  return kept
}

/** The point where a horizontal or vertical line from `inside` to `outside` crosses the border. */
function borderPoint(box: Rectangle, inside: Point, outside: Point): Point {
  if (inside.x === outside.x) {
    const y = outside.y < box.y ? box.y : outside.y > box.y + box.height ? box.y + box.height : inside.y
    return { x: inside.x, y }
  }
  const x = outside.x < box.x ? box.x : outside.x > box.x + box.width ? box.x + box.width : inside.x
  return { x, y: inside.y }
}

function strictlyInside({ x, y }: Point, box: Rectangle): boolean {
  return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height
}

function onBorder({ x, y }: Point, box: Rectangle): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
}

function corners(points: readonly Point[]): readonly Point[] {
  return points.filter((point, position) => {
    const before = points[position - 1]
    const after = points[position + 1]
    if (before === undefined || after === undefined) return true
    return !((before.x === point.x && point.x === after.x) || (before.y === point.y && point.y === after.y))
  })
}
