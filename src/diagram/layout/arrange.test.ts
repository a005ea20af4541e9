/** Tests how nested boxes are packed: small, lying rather than standing, and still where something is added at the end. */
import { expect, test } from 'vitest'
import type { DiagramElement, DiagramGroup } from '../diagram.ts'
import { internetNode } from '../views/boxes/account-frame.ts'
import { group } from '../views/boxes/group.ts'
import { overlaps } from '../testing/geometry.ts'
import { arrange } from './arrange.ts'
import type { Arranged } from './arranged.ts'
import { fittedScale, page, smallestScale } from './dimensions.ts'

const boxes = (name: string, count: number): readonly DiagramElement[] =>
  Array.from({ length: count }, (_, number) => ({ ...internetNode, id: `${name} ${number}` }))
const frame = (name: string, count: number): DiagramGroup =>
  group({ id: name, form: 'category', arrangement: 'grid', label: name, children: boxes(name, count) })
const services = (...children: readonly DiagramElement[]): DiagramGroup =>
  group({ id: 'services', form: 'services', arrangement: 'columns', children })

const shelves = (...children: readonly DiagramElement[]): DiagramGroup =>
  group({ id: 'cards', form: 'band', arrangement: 'shelves', children })

const sizesOf = ({ width, height }: Arranged) => ({ width, height })

function placesOf({ children }: Arranged): readonly (readonly [number, number, number])[] {
  return children.map(({ x, y, box }) => [x, y, box.width])
}

const widthsOf = (count: number, columns: number): readonly number[] =>
  placesOf(arrange(services(frame('a', 1), frame('b', count)), { columns })).map(([, , width]) => width)
const region = (network: DiagramElement): Arranged =>
  arrange(group({ id: 'region', form: 'region', arrangement: 'aside', children: [network, services(frame('a', 4))] }))
const network = (arrangement: 'column' | 'row'): DiagramElement =>
  group({ id: 'network', form: 'network', arrangement, children: boxes('n', 9) })

const subnet = (id: string, exposure: 'public' | 'isolated', count: number): DiagramGroup =>
  group({ id, form: 'subnet', arrangement: 'grid', exposure, children: boxes(id, count) })
const zone = (id: string, ...children: readonly DiagramElement[]): DiagramGroup =>
  group({ id, form: 'zone', arrangement: 'column', children })
const matrix = (...children: readonly DiagramElement[]): DiagramGroup =>
  group({ id: 'zones', form: 'band', arrangement: 'matrix', children })
const zones = (zoneCount: number, count: number): Arranged =>
  arrange(
    matrix(
      ...Array.from({ length: zoneCount }, (_, number) =>
        zone(`zone ${number}`, subnet(`subnet ${number}`, 'public', count)),
      ),
    ),
  )
const widthWith = (spanning: number): number => {
  const below = group({ id: 'spanning', form: 'band', arrangement: 'grid', children: boxes('spanning', spanning) })
  const twoZones = matrix(zone('a', subnet('in a', 'public', 1)), zone('b', subnet('in b', 'public', 1)))
  return arrange(group({ id: 'vpc', form: 'network', arrangement: 'column', children: [twoZones, below] })).width
}
const columnsIn = ({ children }: Arranged): number =>
  new Set(children[0]?.box.children[0]?.box.children.map(({ x }) => x)).size

test('columns are filled where there is most room, which a group at the end does not change', () => {
  const [a, b, c, d] = [frame('a', 3), frame('b', 1), frame('c', 1), frame('d', 4)]
  const few = placesOf(arrange(services(a, b, c), { columns: 2 }))
  const [[ax, ay] = [], [bx, by] = [], [cx, cy] = []] = few
  expect([ay, by]).toEqual([ay, ay])
  expect(bx).toBeGreaterThan(ax ?? 0)
  expect(cx).toBe(bx)
  expect(cy).toBeGreaterThan(by ?? 0)
  expect(placesOf(arrange(services(a, b, c, d), { columns: 2 })).slice(0, 3)).toEqual(few)
})

test('a group of more than four boxes is two columns wide, and larger ones lie, where there are as many columns', () => {
  const [narrow = 0] = widthsOf(1, 2)
  expect(widthsOf(4, 2)).toEqual([narrow, narrow])
  expect(widthsOf(5, 2)[1]).toBeGreaterThan(2 * narrow)
  expect(widthsOf(5, 1)).toEqual([narrow, narrow])
  const [, two = 0] = widthsOf(10, 3)
  expect(two).toBe(widthsOf(5, 3)[1])
  expect(widthsOf(11, 3)[1]).toBeGreaterThan(two + narrow)
  expect(widthsOf(11, 2)[1]).toBe(two)
  // One box more rarely changes the number of columns.
  const columnsOf = (count: number): number => Math.round((widthsOf(count, 10)[1] ?? 0) / narrow)
  expect([11, 22, 23, 40, 41, 62].map(columnsOf)).toEqual([3, 3, 4, 4, 5, 5])
})

test('what stands outside goes beside a tall network, and below a wide one', () => {
  const [tall = [], wide = []] = [placesOf(region(network('column')))[1], placesOf(region(network('row')))[1]]
  expect(tall[0]).toBeGreaterThan(wide[0] ?? Infinity)
  expect(wide[1]).toBeGreaterThan(tall[1] ?? Infinity)
})

test('boxes stand beside each other in subnets as far as that makes the network smaller', () => {
  expect([columnsIn(zones(3, 4)), columnsIn(zones(1, 4)), columnsIn(zones(1, 9))]).toEqual([1, 2, 2])
})

test('more than three rows of cards have room for one more, so that it moves nothing below', () => {
  const heights = [2, 3, 4, 5, 6, 7].map((count) => zones(3, count).children[0]?.box.children[0]?.box.height)
  const [two = 0, three = 0, four, five, six] = heights
  expect([five, six]).toEqual([four, heights[5]])
  expect(three).toBeGreaterThan(two)
  expect(four).toBe(three + 2 * (three - two))
})

test('subnets of a tier share rows where there is one Availability Zone', () => {
  const content = [
    subnet('a', 'public', 1),
    subnet('b', 'public', 1),
    subnet('c', 'public', 9),
    subnet('d', 'isolated', 1),
  ]
  const [alone] = arrange(matrix(zone('one', ...content))).children
  const [[ax, ay, a] = [], [bx, by, b] = [], [cx, cy, c] = [], [dx, dy, d] = []] =
    alone === undefined ? [] : placesOf(alone.box)
  expect([by, cx, dx]).toEqual([ay, ax, ax])
  expect(bx).toBeGreaterThan((ax ?? 0) + (a ?? 0))
  expect(cy).toBeGreaterThan(by ?? Infinity)
  expect(dy).toBeGreaterThan(cy ?? Infinity)
  // The last one fills the row.
  expect([d, (bx ?? 0) + (b ?? 0)]).toEqual([c, (cx ?? 0) + (c ?? 0)])
  const even = [...content.toSpliced(2, 1), subnet('e', 'isolated', 1), subnet('f', 'isolated', 1)]
  const [last] = arrange(matrix(zone('one', ...even))).children
  expect(last === undefined ? [] : placesOf(last.box).map((place) => place.join(' '))).toEqual([
    '12 32 248',
    '280 32 248',
    '12 158 248',
    '280 158 248',
    '12 284 516',
  ])
  const [first] = arrange(matrix(zone('one', ...content), zone('two', subnet('e', 'public', 1)))).children
  expect(new Set(first === undefined ? [] : placesOf(first.box).map(([x]) => x)).size).toBe(1)
})

test('a third card below two Availability Zones begins a row, more than four have three columns', () => {
  expect([widthWith(3), widthWith(4)]).toEqual([widthWith(1), widthWith(1)])
  expect(widthWith(5)).toBeGreaterThan(widthWith(4))
})

const tower = (name: string, count: number): DiagramGroup =>
  group({ id: name, form: 'network', arrangement: 'column', children: boxes(name, count) })
const towers = (...counts: readonly number[]): DiagramGroup =>
  group({
    id: 'shelf',
    form: 'band',
    arrangement: 'shelves',
    children: counts.map((count, number) => tower(`vpc ${number}`, count)),
  })

test('each stacked VPC goes to the column with the most room, and a column is as wide as its widest VPC', () => {
  const places = placesOf(arrange(towers(3, 9, 2, 1), { stackedIn: 2 }))
  const [[x0, y0] = [], [x1, y1] = [], [x2, y2] = [], [x3, y3] = []] = places
  expect([x0, y0, y1]).toEqual([0, 0, 0])
  expect([x2, x3]).toEqual([x0, x0])
  expect(x1).toBe((places[0]?.[2] ?? 0) + 22)
  expect([y2 ?? 0, y3 ?? 0].map((y) => y > 0)).toEqual([true, true])
  expect(y3).toBeGreaterThan(y2 ?? Infinity)
})

const placesIn = (...counts: readonly number[]) => {
  const networks = group({ id: 'networks', form: 'band', arrangement: 'column', children: [towers(...counts)] })
  const children = [networks, services(frame('a', 4))]
  const arranged = arrange(group({ id: 'region', form: 'region', arrangement: 'aside', children }))
  const [around, side] = arranged.children
  const [shelf] = around?.box.children ?? []
  if (around === undefined || side === undefined || shelf === undefined) throw new Error('Nothing is arranged')
  const vpcs = shelf.box.children.map(({ x, y, box }) => ({
    x: around.x + x,
    y: around.y + shelf.y + y,
    ...sizesOf(box),
  }))
  return { vpcs, side: { x: side.x, y: side.y, ...sizesOf(side.box) } }
}

test('VPCs are stacked where that is neither wider nor higher than rows, or rows are too small to read', () => {
  /** Whether a VPC begins beside the middle of another. */
  const areStacked = (...counts: readonly number[]): boolean => {
    const { vpcs } = placesIn(...counts)
    return vpcs.some(({ y }) => vpcs.some((other) => other.y < y && other.y + other.height > y))
  }
  expect(areStacked(4, 4, 4, 4)).toBe(false)
  expect([areStacked(1, 4, 1, 6), areStacked(1, 1, 7, 7, 1)]).toEqual([false, false])
  expect(areStacked(4, 12, 3, 3)).toBe(true)
  expect(areStacked(1, 18, 8, 8)).toBe(true)
  const { vpcs, side } = placesIn(1, 18, 8, 8)
  expect(vpcs.filter((vpc) => overlaps(vpc, side))).toEqual([])
})

test('what stands between VPCs fills the gap after the last of them', () => {
  const vpc = (name: string): DiagramGroup =>
    group({ id: name, form: 'network', arrangement: 'column', children: [frame(`in ${name}`, 12)] })
  const shelf = group({
    id: 'shelf',
    form: 'band',
    arrangement: 'shelves',
    children: ['a', 'b', 'c', 'd', 'e'].map(vpc),
  })
  const networks = group({ id: 'networks', form: 'band', arrangement: 'column', children: [shelf] })
  const arranged = arrange(
    group({ id: 'region', form: 'region', arrangement: 'aside', children: [networks, services(frame('a', 4))] }),
  )
  const [around, side] = arranged.children
  const rows = around?.box.children[0]?.box.children ?? []
  const last = rows.at(-1)
  expect(side?.y).toBe((around?.y ?? 0) + (last?.y ?? 0))
  expect(side?.x).toBeGreaterThan((around?.x ?? 0) + (last?.x ?? 0) + (last?.box.width ?? 0))
  expect((side?.x ?? 0) + (side?.box.width ?? 0)).toBeLessThanOrEqual((around?.x ?? 0) + (around?.box.width ?? 0))
})

test('what stands between VPCs goes below the lower ones of a row', () => {
  for (const counts of [
    [4, 5, 12],
    [12, 5, 4],
  ]) {
    const { vpcs, side } = placesIn(...counts)
    const bottoms = vpcs.map(({ y, height }) => y + height)
    expect(new Set(vpcs.map(({ y }) => y)).size).toBe(1)
    expect(side.y).toBeGreaterThan(Math.min(...bottoms))
    expect(side.y + side.height).toBeLessThanOrEqual(Math.max(...bottoms))
    expect(vpcs.filter((vpc) => overlaps(vpc, side))).toEqual([])
  }
})

const tiers = ['public', 'app', 'data']

const zoned = (id: string, ...below: readonly DiagramElement[]): DiagramGroup => {
  const three = ['a', 'b', 'c'].map((name) => zone(`${id} ${name}`, subnet(`${id} in ${name}`, 'public', 1)))
  return group({ id, form: 'network', arrangement: 'column', children: [matrix(...three), ...below] })
}

test('three VPCs of three Availability Zones stand beside each other on a page with labels of 6.5 px', () => {
  const shelf = shelves(...['a', 'b', 'c'].map((id) => zoned(id, frame(`below ${id}`, 18))))
  const networks = group({ id: 'networks', form: 'band', arrangement: 'column', children: [shelf] })
  const children = [networks, services(frame('d', 4))]
  const all = group({ id: 'region', form: 'region', arrangement: 'aside', children })
  const account = arrange(group({ id: 'account', form: 'account', arrangement: 'column', children: [all] }))
  expect(fittedScale({ width: account.width + 2 * page.margin, height: account.height })).toBeGreaterThanOrEqual(
    smallestScale,
  )
  expect(new Set(account.children[0]?.box.children[0]?.box.children[0]?.box.children.map(({ y }) => y)).size).toBe(1)
})

const vpcOfTwoZones = (id: string): DiagramGroup => {
  const zones = ['a', 'b'].map((name) =>
    zone(`${id} ${name}`, ...tiers.map((tier) => subnet(`${id} ${tier} ${name}`, 'public', 1))),
  )
  return group({ id, form: 'network', arrangement: 'column', children: [matrix(...zones), frame(`below ${id}`, 24)] })
}

test('four VPCs of two Availability Zones stand beside each other, which makes their labels larger', () => {
  const shelf = shelves(...['a', 'b', 'c', 'd'].map((id) => vpcOfTwoZones(id)))
  const networks = group({ id: 'networks', form: 'band', arrangement: 'column', children: [shelf] })
  const region = arrange(group({ id: 'region', form: 'region', arrangement: 'aside', children: [networks] }))
  expect(new Set(region.children[0]?.box.children[0]?.box.children.map(({ y }) => y)).size).toBe(1)
})

test('categories of a VPC share a row as far as they have room, and fill it', () => {
  const vpc = arrange(zoned('vpc', frame('two', 2), frame('one', 1), frame('three', 3), frame('last', 1)))
  const places = placesOf(vpc)
  const at = (position: number): readonly [number, number, number] => places[position] ?? [0, 0, 0]
  const [[xOfZones, , width], [x2, y2, w2], [x1, y1, w1], [x3, y3], [x0, y0]] = [at(0), at(1), at(2), at(3), at(4)]
  expect([x2, x3, x0, y1]).toEqual([xOfZones, x2, x2, y2])
  expect(x1).toBeGreaterThan(x2 + w2)
  expect(x1 + w1).toBe(x2 + width)
  expect([y3 > y1, y0 > y3]).toEqual([true, true])
})

test('what is outside stands beside the account, and below a wide one', () => {
  const outside = group({ id: 'outside', form: 'outside', arrangement: 'column', children: boxes('o', 3) })
  const account = (count: number): DiagramGroup =>
    group({ id: 'account', form: 'account', arrangement: 'row', children: boxes('a', count) })
  const band = (count: number): Arranged =>
    arrange(group({ id: 'band', form: 'band', arrangement: 'row', children: [account(count), outside] }))
  const [[narrow, beside] = [], [wide, below] = []] = [10, 11].map((count) => placesOf(band(count)))
  expect(beside?.[0]).toBeGreaterThan(narrow?.[2] ?? Infinity)
  expect(below?.[1]).toBeGreaterThan(wide?.[1] ?? Infinity)
  expect(below?.[2]).toBeGreaterThan(3 * (beside?.[2] ?? 0) - 100)
})

const counts = (name: string, count = 1): DiagramGroup =>
  group({
    id: name,
    form: 'category',
    arrangement: 'grid',
    children: Array.from({ length: count }, (_, number) => ({
      ...internetNode,
      id: `${name} ${number}`,
      form: 'count',
    })),
  })
const gapOf = (element: DiagramGroup): number => {
  const [first, second] = arrange(element).children
  if (first === undefined || second === undefined) throw new Error('There are two groups')
  return Math.max(second.x - first.x - first.box.width, second.y - first.y - first.box.height)
}

test('leaves more room between cards of the overview than between other groups', () => {
  expect(gapOf(shelves(counts('a'), counts('b')))).toBe(30)
  expect(gapOf(shelves(frame('a', 1), frame('b', 1)))).toBe(22)
})

test('cards of the overview stand beside each other where the page around them would be narrow', () => {
  for (const count of [1, 12])
    expect(placesOf(arrange(shelves(counts('a', count), counts('b')))).map(([, y]) => y)).toEqual([0, 0])
})
