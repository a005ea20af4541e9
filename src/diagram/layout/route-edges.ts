/**
 * Routes edges after the boxes are placed: orthogonally, around every box that is not their own, those with a common end
 * bundled into one tree. A line may enter a group at any time but leave only groups that hold its root, so a shortest path
 * never crosses a foreign group.
 */
import type { DiagramEdge, PlacedBox, PlacedRoute, Point, Rectangle } from '../diagram.ts'
import { type RoutingGrid, routingGrid } from './routing-grid.ts'
import { shortestPaths } from './shortest-paths.ts'

export type UsedSegment = { readonly from: Point; readonly to: Point }

export type RoutedEdges = {
  /** Sorted by edge id. */
  readonly routes: readonly PlacedRoute[]
  /** Edges for which there was no room. */
  readonly unrouted: readonly DiagramEdge[]
}

export function routeEdges(edges: readonly DiagramEdge[], boxes: readonly PlacedBox[], page: Rectangle): RoutedEdges {
  const boxOf = new Map(boxes.map((box) => [box.element.id, box]))
  const routes: PlacedRoute[] = []
  const unrouted: DiagramEdge[] = []
  const used: UsedSegment[] = []
  const trees = [...Map.groupBy(edges, (edge) => `${edge.form} ${rootOf(edge)}`).values()]
  for (const tree of trees) {
    const root = boxOf.get(rootOf(tree[0] as DiagramEdge))
    const ends = tree.flatMap((edge) => {
      const end = boxOf.get(endOf(edge))
      return end === undefined ? [] : [{ edge, end }]
    })
    if (root === undefined) continue
    const grid = routingGrid(
      root,
      ends.map(({ end }) => end),
      boxes,
      page,
      used,
    )
    const pathTo = shortestPaths(grid, grid.startPoint)
    const drawn: PlacedRoute[] = []
    for (const { edge, end } of ends) {
      const points = pathToBox(grid, pathTo, root, end)
      if (points === null) unrouted.push(edge)
      else drawn.push({ edge, points: runsToRoot(edge) ? points.toReversed() : points })
    }
    for (const { points } of drawn) used.push(...segmentsOf(points))
    routes.push(...drawn)
  }
  return { routes: routes.toSorted((left, right) => (left.edge.id < right.edge.id ? -1 : 1)), unrouted }
}

/** The end that a bundle grows from: what many connections go out by, or what requests come in by. */
function runsToRoot(edge: DiagramEdge): boolean {
  return edge.form === 'egress'
}

function rootOf(edge: DiagramEdge): string {
  return runsToRoot(edge) ? edge.target : edge.source
}

function endOf(edge: DiagramEdge): string {
  return runsToRoot(edge) ? edge.source : edge.target
}

export function segmentsOf(points: readonly Point[]): readonly UsedSegment[] {
  return points.slice(1).map((to, position) => ({ from: points[position] as Point, to }))
}

/** The cheapest of the ways to the box, from border to border. */
function pathToBox(
  grid: RoutingGrid,
  pathTo: (target: number) => readonly number[] | null,
  root: Rectangle,
  end: PlacedBox,
): readonly Point[] | null {
  let best: readonly Point[] | null = null
  for (const target of grid.endPoints(end)) {
    const path = pathTo(target)
    if (path === null) continue
    const points = corners(
      clipped(
        path.map((point) => grid.pointAt(point)),
        root,
        end,
      ),
    )
    if (points.length >= 2 && (best === null || cost(points) < cost(best))) best = points
  }
  return best
}

function cost(points: readonly Point[]): number {
  const length = segmentsOf(points).reduce(
    (sum, { from, to }) => sum + Math.abs(to.x - from.x) + Math.abs(to.y - from.y),
    0,
  )
  return length + 60 * points.length
}

/** Cuts off what lies within the root and the end. */
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

/** Where the line from `inside` to `outside`, which is horizontal or vertical, crosses the border. */
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
