/** Tests where lines run between placed boxes. */
import { describe, expect, test } from 'vitest'
import type { DiagramEdge, GroupForm, PlacedBox, PlacedRoute, Point, Rectangle } from '../diagram.ts'
import { overlaps } from '../testing/geometry.ts'
import { facingLines, mistakenArrowheads } from '../testing/room.ts'
import { measureInter } from '../typeface/inter.ts'
import { internetNode } from '../views/boxes/account-frame.ts'
import { group } from '../views/boxes/group.ts'
import { placedBox } from './placed-box.ts'
import { routeEdges } from './route-edges.ts'

const page = { x: 0, y: 0, width: 1200, height: 800 }
const card = { width: 224, height: 50 }

function box(id: string, parentId: string | null, x: number, y: number): PlacedBox {
  return placedBox({ ...internetNode, id }, parentId, { x, y, ...card }, measureInter)
}

function frame(id: string, form: GroupForm, parentId: string | null, rectangle: Rectangle): PlacedBox {
  const element = group({ id, form, arrangement: 'grid', label: `${id} with a long name`, children: [] })
  return placedBox(element, parentId, rectangle, measureInter)
}

function edge(source: string, target: string): DiagramEdge {
  return { id: `${source}>${target}`, form: 'reach', source, target, label: '', description: '' }
}

/** Boxes on a grid of columns and rows. */
function onGrid(
  places: Readonly<Record<string, readonly [number, number]>>,
  { left = 320, top = 100, suffix = '' } = {},
): readonly PlacedBox[] {
  return Object.entries(places).map(([id, [column, row]]) =>
    box(`${id}${suffix}`, null, left + 244 * column, top + 70 * row),
  )
}

function edgesOf(form: DiagramEdge['form'], ...ends: readonly (readonly [string, string])[]): readonly DiagramEdge[] {
  return ends.map(([from, to]) => ({ ...edge(from, to), form }))
}

/** Without corners, and cut into pieces that lie within each other's ends. */
function lengthsShared(one: PlacedRoute, other: PlacedRoute): number {
  return stepsOf(one).intersection(stepsOf(other)).size
}

function stepsOf({ points }: PlacedRoute): ReadonlySet<string> {
  return new Set(points.slice(1).flatMap((to, at) => pixels(points[at] as Point, to)))
}

function pixels(from: Point, to: Point): readonly string[] {
  const count = Math.abs(to.x - from.x) + Math.abs(to.y - from.y)
  return Array.from(
    { length: count },
    (_, at) => `${from.x + Math.sign(to.x - from.x) * at} ${from.y + Math.sign(to.y - from.y) * at}`,
  )
}

describe('lines', () => {
  test('run around what fills the band that they begin and end in', () => {
    const zones = ['a', 'b', 'c'].flatMap((name, at) => [
      frame(name, 'zone', 'zones', { x: 100 + 300 * at, y: 200, width: 260, height: 300 }),
      box(`in ${name}`, name, 118 + 300 * at, 300),
    ])
    const band = frame('zones', 'band', 'network', { x: 100, y: 200, width: 860, height: 300 })
    const network = frame('network', 'network', null, { x: 60, y: 100, width: 940, height: 440 })
    const { routes, unrouted } = routeEdges([edge('in a', 'in c')], [network, band, ...zones], page)
    expect([routes.length, unrouted]).toEqual([1, []])
  })

  test('never run over what the group around them is called', () => {
    const around = frame('shared', 'category', null, { x: 468, y: 112, width: 532, height: 310 })
    const wall = { ...box('wall', 'shared', 711, 142), width: 14, height: 200 }
    const boxes = [box('from', 'shared', 484, 150), box('to', 'shared', 728, 150)]
    const { routes } = routeEdges([edge('from', 'to')], [around, wall, ...boxes], page)
    const [label] = around.texts
    const header = { x: label?.x ?? 0, y: (label?.y ?? 0) - 10, width: label?.widthPx ?? 0, height: 12 }
    const lines = routes.flatMap(({ points }) =>
      points.slice(1).map((to, at): Rectangle => {
        const from = points[at] as Point
        const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
        return { x, y: y - 0.5, width: Math.abs(to.x - from.x) || 1, height: Math.abs(to.y - from.y) || 1 }
      }),
    )
    expect(routes).toHaveLength(1)
    expect(lines.some((line) => overlaps(line, header))).toBe(false)
  })

  test('of one form to one target join on the way', () => {
    const boxes = [box('a', null, 100, 100), box('b', null, 500, 100), box('store', null, 300, 600)]
    const [one, other] = routeEdges([edge('a', 'store'), edge('b', 'store')], boxes, page).routes
    if (one === undefined || other === undefined) throw new Error('There are two lines')
    expect(one.points.at(-1)).toEqual(other.points.at(-1))
    expect(lengthsShared(one, other)).toBeGreaterThan(200)
  })

  test.each([
    ['to', 30, 'apart'],
    ['to', 31, 'together'],
    ['from', 20, 'apart'],
    ['from', 21, 'together'],
  ])('%s one box with different labels run apart on pages with few lines: of %i, %s', (direction, count, way) => {
    const boxes = onGrid({ a: [0, 0], b: [2, 0], c: [0, 1], root: [1, 3] })
    const labels = { a: 'reads', b: 'writes', c: 'reads' }
    const edges = Object.entries(labels).map(([id, label]) => ({
      ...(direction === 'to' ? edge(id, 'root') : edge('root', id)),
      label,
    }))
    const rows = Array.from({ length: count - edges.length }, (_, row) => row)
    const beside = rows.flatMap((row) => [
      box(`x${row}`, null, 20, 1000 + 70 * row),
      box(`y${row}`, null, 320, 1000 + 70 * row),
    ])
    const lines = [...edges, ...rows.map((row) => edge(`x${row}`, `y${row}`))]
    const { routes } = routeEdges(lines, [...boxes, ...beside], { ...page, height: 4000 })
    const lineOf = (id: string) =>
      routes.find(({ edge: { source, target } }) => [source, target].includes(id)) as PlacedRoute
    expect(routes).toHaveLength(count)
    const shared = ['b', 'c'].map((id) => lengthsShared(lineOf('a'), lineOf(id)) > 9)
    expect(shared).toEqual([way === 'together', true])
  })

  test.each([
    [4, 'apart'],
    [5, 'together'],
  ])('to one box run apart if they have few labels: of %i, %s', (count, way) => {
    const ids = Array.from({ length: count }, (_, at) => `b${at}`)
    const boxes = onGrid({
      ...Object.fromEntries(ids.map((id, at) => [id, [2 * (at % 2), at]] as const)),
      root: [1, 6],
    })
    const edges = ids.map((id) => ({ ...edge(id, 'root'), label: id }))
    const { routes } = routeEdges(edges, boxes, page)
    const shared = routes.flatMap((one) => routes.filter((other) => other !== one && lengthsShared(one, other) > 9))
    expect(shared.length > 0).toBe(way === 'together')
  })

  test('of two sources are not a few pixels beside each other where there is room', () => {
    const targets = [0, 1, 2].map((row) => box(`to ${row}`, null, 500, 100 + 78 * row))
    const boxes = [box('a', null, 100, 256), box('b', null, 100, 100), ...targets]
    const { routes } = routeEdges([edge('a', 'to 0'), edge('a', 'to 1'), edge('b', 'to 2')], boxes, page, 'right')
    const acrossOf = (source: string): readonly number[] =>
      routes
        .filter((route) => route.edge.source === source)
        .flatMap(({ points }) => points.slice(1, -1).map(({ x }) => x))
    const gaps = acrossOf('a').flatMap((x) => acrossOf('b').map((other) => Math.abs(x - other)))
    expect(routes).toHaveLength(3)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10)
  })

  test('arrive where no other line passes', () => {
    const places = { a: [1, 1], b: [1, 5], c: [0, 2], d: [0, 3], e: [1, 4] } as const
    const boxes = Object.entries(places).map(([id, [column, row]]) => box(id, null, 320 + 244 * column, 100 + 70 * row))
    const events = [edge('d', 'c'), edge('e', 'a'), edge('d', 'e')].map((each) => ({ ...each, form: 'event' as const }))
    const requests = [edge('c', 'a'), edge('c', 'b')].map((each) => ({ ...each, form: 'request' as const }))
    const { routes } = routeEdges([...events, ...requests], boxes, page)
    expect(routes).toHaveLength(5)
    expect(mistakenArrowheads({ routes })).toEqual([])
  })

  test('that touch the arrowhead of another one are drawn again', () => {
    const boxes = onGrid({ a: [1, 5], c: [1, 6], d: [1, 0], e: [0, 5], f: [1, 4], g: [0, 4], h: [0, 2], i: [1, 1] })
    const edges = [...edgesOf('event', ['e', 'h']), ...edgesOf('request', ['i', 'e'], ['d', 'g'], ['c', 'g'])]
    const { routes } = routeEdges(edges, boxes, page)
    expect(routes).toHaveLength(4)
    expect(mistakenArrowheads({ routes })).toEqual([])
  })

  test('that touch the arrowhead of another one are drawn again, also where they are many', () => {
    const all = Array.from({ length: 31 }, (_, copy) => {
      const place = { left: 320 + 1000 * (copy % 8), top: 100 + 800 * Math.floor(copy / 8), suffix: `-${copy}` }
      const [a, c, g, h, i] = [`a-${copy}`, `c-${copy}`, `g-${copy}`, `h-${copy}`, `i-${copy}`] as const
      return {
        boxes: onGrid({ a: [0, 0], c: [0, 3], g: [0, 4], h: [1, 4], i: [1, 5] }, place),
        edges: [...edgesOf('event', [a, g]), ...edgesOf('request', [h, c], [h, g], [i, c])],
      }
    })
    const [edges, boxes] = [all.flatMap((each) => each.edges), all.flatMap((each) => each.boxes)]
    const { routes } = routeEdges(edges, boxes, { x: 0, y: 0, width: 8400, height: 3400 })
    expect(routes).toHaveLength(124)
    expect(mistakenArrowheads({ routes })).toEqual([])
  })

  test.each([
    [{ x: 500, y: 100 }, 'right', { x: 500, y: 160 }],
    [{ x: 100, y: 300 }, 'down', { x: 250, y: 300 }],
  ] as const)('end at the nearest side of a group: %o', (place, direction, end) => {
    const [from, to] = [
      frame('from', 'category', null, { x: 100, y: 100, width: 300, height: 120 }),
      frame('to', 'category', null, { ...place, width: 300, height: 120 }),
    ]
    const { routes } = routeEdges([edge('from', 'to')], [from, to], page, direction)
    expect(routes[0]?.points.at(-1)).toEqual(end)
  })

  test.each([
    [{ a: [0, 0], b: [1, 1], c: [0, 1] }, edgesOf('event', ['a', 'b'], ['c', 'b']), edgesOf('request', ['b', 'a'])],
    [
      { a: [1, 0], b: [1, 1], c: [0, 0], d: [2, 0] },
      edgesOf('request', ['d', 'b'], ['c', 'b']),
      edgesOf('request', ['b', 'c']),
    ],
    [
      { a: [2, 1], b: [1, 1], c: [0, 0], d: [2, 2] },
      edgesOf('request', ['c', 'd'], ['d', 'b']),
      edgesOf('request', ['b', 'd']),
    ],
  ] as const)('end at the side of a group where no other line begins or ends: %o', (places, some, others) => {
    const frames = Object.entries(places).map(([id, [column, row]]) =>
      frame(id, 'category', null, { x: 40 + 340 * column, y: 100 + 150 * row, width: 300, height: 120 }),
    )
    const { routes } = routeEdges([...some, ...others], frames, page)
    expect(routes).toHaveLength(3)
    expect([...facingLines({ routes }), ...mistakenArrowheads({ routes })]).toEqual([])
  })

  test.each([40, 60, 100])('of other bundles do not turn before an arrowhead: a gap of %i px', (gap) => {
    const boxes = ['a', 'b', 'c'].flatMap((name, at) => [
      box(name, null, 100, 100 + 70 * at),
      box(`to ${name}`, null, 100 + card.width + gap, 100 + 70 * at),
    ])
    const edges = [edge('a', 'to b'), edge('a', 'to c'), edge('b', 'to a')]
    const { routes } = routeEdges(edges, boxes, page, 'right')
    expect(routes).toHaveLength(3)
    expect(mistakenArrowheads({ routes })).toEqual([])
  })
})
