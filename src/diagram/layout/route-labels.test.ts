/** Tests which lines have their label written. */
import { expect, test } from 'vitest'
import type { DiagramEdge, DiagramElement, NodeForm, PlacedBox, Point, Rectangle } from '../diagram.ts'
import { measureInter } from '../typeface/inter.ts'
import { internetNode } from '../views/boxes/account-frame.ts'
import { placedBox } from './placed-box.ts'
import { labeledRoutes } from './route-labels.ts'

const line = (id: string, label: string, ...points: readonly Point[]) => ({
  edge: { id, form: 'request', source: id, target: id, label, description: '' } satisfies DiagramEdge,
  points,
})
const page = { x: 0, y: 0, width: 900, height: 900 }
const at = (x: number, y: number): Point => ({ x, y })

function said(...lines: readonly ReturnType<typeof line>[]): readonly (string | null)[] {
  return labeledRoutes(lines, [], page, measureInter).map(({ label }) => label?.text ?? null)
}

test('lines that begin or end together and say the same say it once', () => {
  const [one, other] = [at(100, 100), at(100, 500)]
  const ways = (label: string) => [line('a', 'tcp 1', one, at(400, 100)), line('b', label, one, at(100, 300))]
  expect(said(...ways('tcp 1'))).toEqual(['tcp 1', null])
  expect(said(...ways('tcp 2'))).toEqual(['tcp 1', 'tcp 2'])
  const third = line('c', 'tcp 1', one, at(100, 20))
  expect(said(...ways('tcp 2'), third)).toEqual(['tcp 1', 'tcp 2', 'tcp 1'])
  expect(said(...ways('tcp 1'), line('c', '', one, at(100, 500)))).toEqual(['tcp 1', null, null])
  expect(said(line('a', 'tcp 1', at(400, 500), other), line('b', 'tcp 1', at(100, 700), other))).toEqual([
    'tcp 1',
    null,
  ])
  expect(said(line('a', 'tcp 1', one, at(400, 100)), line('b', 'tcp 1', other, at(400, 500)))).toEqual([
    'tcp 1',
    'tcp 1',
  ])
})

test('lines with a common end and the same label say it once beside the piece that they share', () => {
  const start = at(100, 100)
  const fork = at(100, 400)
  const other = line('c', 'tcp 2', start, at(400, 100))
  const down = (id: string, ...points: readonly Point[]) => line(id, 'tcp 1', start, fork, ...points)
  const [short, opposite] = [down('a', at(110, 400)), down('b', at(90, 400))]
  expect(said(short, opposite, other)).toEqual(['tcp 1', null, 'tcp 2'])
  const apart = line('b', 'tcp 1', start, at(100, 20), at(90, 20))
  expect(said(short, apart, other)).toEqual(['tcp 1', 'tcp 1', 'tcp 2'])
})

test('labels beside each other have a gap between them', () => {
  const labelsOf = (...lines: readonly ReturnType<typeof line>[]) =>
    labeledRoutes(lines, [], page, measureInter).map(({ label }) => label)
  const width = Math.ceil(labelsOf(line('a', 'tcp 1', at(100, 100), at(200, 100)))[0]?.widthPx ?? 0)
  const next = (gap: number) => {
    const between = 100 + width + 6
    const lines = [
      line('a', 'tcp 1', at(100, 100), at(between, 100)),
      line('b', 'tcp 1', at(between + gap - 6, 100), at(between + gap + width, 100)),
    ]
    const [one, other] = labelsOf(...lines)
    return one?.y === other?.y ? (other?.x ?? 0) - (one?.x ?? 0) - width : null
  }
  expect([next(1), next(12)].map((gap) => gap === null || gap >= 6)).toEqual([true, true])
  expect(next(12)).not.toBe(null)
})

test('the label of each forked line is on the side that the line turns to', () => {
  const placesOf = (...lines: readonly ReturnType<typeof line>[]) =>
    labeledRoutes(lines, [], page, measureInter).map(({ label }) => ({ x: label?.x ?? 0, y: label?.y ?? 0 }))
  const down = [at(100, 100), at(100, 300)]
  const toLeft = line('a', 'tcp 1', ...down, at(90, 300))
  const toRight = line('b', 'tcp 2', ...down, at(110, 300))
  expect(placesOf(toLeft, toRight).map(({ x }) => x > 100)).toEqual([false, true])
  expect(placesOf(toRight, toLeft).map(({ x }) => x > 100)).toEqual([true, false])
  const across = [at(100, 100), at(300, 100)]
  const upwards = line('a', 'tcp 1', ...across, at(300, 95))
  const downwards = line('b', 'tcp 2', ...across, at(300, 105))
  expect(placesOf(upwards, downwards).map(({ y }) => y > 100)).toEqual([false, true])
  expect(placesOf(downwards, upwards).map(({ y }) => y > 100)).toEqual([true, false])
})

const across = (id: string, label: string, y: number, from = 0, to = 900) => line(id, label, at(from, y), at(to, y))

const between = (gap: number) => [
  across('a', 'tcp 1', 100, 100, 400),
  across('b', '', 100 - gap),
  across('c', '', 100 + gap),
]

test('a label is only written where no other line is as near as its own', () => {
  expect(said(...between(16))).toEqual([null, null, null])
  expect(said(...between(18))).toEqual(['tcp 1', null, null])
})

test('lines of one form with a common end and the same label are as good as one', () => {
  const start = at(100, 100)
  const own = line('a', 'tcp 1', start, at(400, 100))
  const fork = (label: string, y: number) => line(`${y}`, label, start, at(100, y), at(900, y))
  const isSaid = (...lines: readonly ReturnType<typeof line>[]) => said(...lines)[0] !== null
  expect(isSaid(own, fork('tcp 1', 84), fork('tcp 1', 116))).toBe(true)
  expect(isSaid(own, fork('tcp 2', 84), fork('tcp 2', 116))).toBe(false)
  const ofForm = (each: ReturnType<typeof line>) => ({ ...each, edge: { ...each.edge, form: 'event' as const } })
  expect(isSaid(own, ...[fork('tcp 1', 84), fork('tcp 1', 116)].map((each) => ofForm(each) as never))).toBe(false)
  const turned = ({ edge, points }: ReturnType<typeof line>) => ({ edge, points: points.toReversed() })
  expect(isSaid(turned(own), turned(fork('tcp 1', 84)), turned(fork('tcp 1', 116)))).toBe(true)
  expect(isSaid(own, across('b', 'tcp 1', 84), across('c', 'tcp 1', 116))).toBe(false)
})

function labelOf(lines: readonly ReturnType<typeof line>[], boxes: readonly PlacedBox[] = []) {
  const [first] = labeledRoutes(lines, boxes, page, measureInter)
  const { x = NaN, widthPx = 0 } = first?.label ?? {}
  return { left: x, right: x + widthPx }
}

test('a label is rather beside the part that only its own line has', () => {
  const end = [at(250, 100), at(400, 100)]
  const one = line('a', 'tcp 1', at(100, 300), at(100, 100), ...end)
  expect(labelOf([one, line('b', 'tcp 2', at(250, 300), ...end)]).right).toBeLessThan(250)
  expect(labelOf([one]).right).toBeGreaterThan(350)
})

const trunk = [at(100, 100), at(800, 100)]

test.each(['', 'tcp 2', '(disabled)'])('no label is written beside a part that a line with "%s" shares', (label) => {
  const [own, other] = [line('a', 'tcp 1', at(100, 100), at(500, 100)), line('b', label, ...trunk)]
  expect(said(own, other)).toEqual([null, label === '' ? null : label])
  const turned = ({ edge, points }: ReturnType<typeof line>) => ({ edge, points: points.toReversed() })
  expect(said(turned(own), turned(other))).toEqual([null, label === '' ? null : label])
  expect(said(line('a', 'tcp 1', ...trunk, at(800, 300)), other)[0]).toBe('tcp 1')
})

test('lines with a common end and the same label say it beside the one that is alone', () => {
  const [own, other] = [line('a', 'tcp 443', at(100, 100), at(500, 100)), line('b', 'tcp 443', ...trunk, at(800, 300))]
  expect(said(own, other)).toEqual(['tcp 443', null])
  expect(said(own, other, line('c', '', ...trunk))).toEqual([null, 'tcp 443', null])
})

type Ends = {
  readonly label?: string
  readonly end: 'source' | 'target'
  readonly others?: string
  readonly name?: string
}

function saidOfThree({ label = 'tcp', end, others = 'all', name = 'web' }: Ends) {
  const ends = [0, 1, 2].map((position) => {
    const { edge, points } = line(`to ${position}`, `${label} ${position}`, ...trunk)
    return { points, edge: { ...edge, [end]: position === 0 ? 'all' : others } }
  })
  const named = ends.map(({ edge: { id } }, position) => {
    const box = node(id, 'resource', { x: 110, y: 600 + position, width: 60, height: 1 })
    return { ...box, element: { ...box.element, label: `${name} ${id}` } }
  })
  return labeledRoutes(ends, named, page, measureInter).map((route) => route.label?.text ?? null)
}

test('a label beside a part that lines share names the other end if they have one source or target', () => {
  expect(saidOfThree({ end: 'source' })).toEqual(['tcp 0 → web to 0', 'tcp 1 → web to 1', 'tcp 2 → web to 2'])
  expect(saidOfThree({ end: 'target' })).toEqual(['tcp 0 ← web to 0', 'tcp 1 ← web to 1', 'tcp 2 ← web to 2'])
  expect(saidOfThree({ end: 'source', others: 'other' })).toEqual([null, null, null])
  expect(saidOfThree({ end: 'target', others: 'other' })).toEqual([null, null, null])
  // A name is never cut.
  expect(saidOfThree({ end: 'source', name: 'web'.repeat(20) })).toEqual([null, null, null])
  const [state] = saidOfThree({ end: 'source', label: `(disabled) ${'event '.repeat(8)}` })
  expect(state).toBe('(disabled) → web to 0')
})

test('a label is rather where other lines are clearly farther away than its own', () => {
  const near = (gap: number, from: number, to: number) =>
    [100 - gap, 100 + gap].map((y) => across(`${y} ${from}`, '', y, from, to))
  const own = across('a', 'tcp 1', 100, 100, 800)
  expect(labelOf([own, ...near(24, 500, 900)]).right).toBeLessThan(500)
  expect(labelOf([own, ...near(20, 500, 900), ...near(24, 0, 500)]).right).toBeLessThan(510)
  expect(labelOf([own, ...near(32, 500, 900)]).right).toBeGreaterThan(700)
})

test('a label beside its line is only written where no other line is above or below it', () => {
  const own = line('a', 'tcp 22 (some addresses)', at(400, 140), at(400, 160))
  const isSaidNear = (y: number) => {
    const others = [across('left', '', y, 100, 390), across('right', '', y, 410, 700)]
    const [route] = labeledRoutes([own, ...others], [], { x: 0, y: 140, width: 900, height: 40 }, measureInter)
    return route?.label !== null
  }
  expect(isSaidNear(162)).toBe(false)
  expect(isSaidNear(178)).toBe(true)
})

const node = (id: string, form: NodeForm, rectangle: Rectangle) =>
  placedBox({ ...internetNode, id, form }, null, rectangle, measureInter)

const around = (ids: readonly string[], gap: number) =>
  ids.map((id, position) =>
    node(id, 'resource', { x: 0, y: position === 0 ? 50 - gap : 100 + gap, width: 900, height: 50 }),
  )

test('a label is only written where no box that its line passes is as near as the line', () => {
  const own = across('a', 'tcp 1', 100, 100, 800)
  expect(labelOf([own], around(['b', 'c'], 16)).left).toBe(NaN)
  expect(labelOf([own], around(['b', 'c'], 18)).left).toBeGreaterThan(0)
  const ended = (source: string, target: string) => ({ ...own, edge: { ...own.edge, source, target } })
  expect(labelOf([ended('b', 'a')], around(['b', 'c'], 16)).left).toBeGreaterThan(0)
  expect(labelOf([ended('a', 'b')], around(['b', 'c'], 16)).left).toBeGreaterThan(0)
  const band = { ...internetNode, kind: 'group', form: 'band', exposure: null, row: 0, children: [] } as const
  const group: DiagramElement = { ...band, arrangement: 'row' }
  expect(labelOf([own], [placedBox(group, null, page, measureInter)]).left).toBeGreaterThan(0)
})

test('a label is rather a few pixels away from the boxes that its line passes', () => {
  const boxes = [31, 120].map((y) => node(`${y}`, 'resource', { x: 500, y, width: 400, height: 50 }))
  expect(labelOf([across('a', 'tcp 1', 100, 100, 800)], boxes).right).toBeLessThan(510)
})

test('lines from the internet choose the places of their labels first', () => {
  const low = { x: 0, y: 99, width: 900, height: 22 }
  const lines = [across('a', 'tcp 1', 100, 100, 140), across('b', 'tcp 2', 120, 100, 140)]
  const saidFrom = (form: NodeForm) =>
    labeledRoutes(lines, [node('b', form, { x: 0, y: 500, width: 224, height: 50 })], low, measureInter).map(
      ({ edge, label }) => [edge.id, label?.text],
    )
  expect(saidFrom('resource')).toEqual([
    ['a', 'tcp 1'],
    ['b', undefined],
  ])
  expect(saidFrom('internet')).toEqual([
    ['a', undefined],
    ['b', 'tcp 2'],
  ])
})

test('lines that are not in use choose next, and keep their state where there is no more room', () => {
  const low = { x: 98, y: 99, width: 74, height: 22 }
  const saidWith = (label: string) => {
    const lines = [across('a', 'tcp 1', 100, 100, 170), across('b', label, 120, 100, 170)]
    return labeledRoutes(lines, [], low, measureInter).map((route) => route.label?.text)
  }
  expect(saidWith('(off) tcp 2')).toEqual([undefined, '(off) tcp 2'])
  expect(saidWith('off tcp 2')).toEqual(['tcp 1', undefined])
  expect(saidWith('(disabled) cron(0 2 1 * ? *)')).toEqual([undefined, '(disabled)'])
})

test('places for labels are tried in small steps where large ones lead to none', () => {
  const low = { x: 0, y: 279, width: 900, height: 14 }
  const [route] = labeledRoutes([line('a', 'tcp 1', at(100, 100), at(100, 300))], [], low, measureInter)
  expect(route?.label?.text).toBe('tcp 1')
})

test('a label beside the heading of a group has a gap to it', () => {
  const shelf = { ...internetNode, kind: 'group', form: 'category', exposure: null, row: 0, children: [] } as const
  const group: DiagramElement = { ...shelf, id: 'group', label: 'orders', detail: 'tag app', arrangement: 'row' }
  const box = placedBox(group, null, { x: 20, y: 20, width: 600, height: 300 }, measureInter)
  const heading = box.texts.at(-1)
  if (heading === undefined) throw new Error('The group has no heading')
  const end = heading.x + heading.widthPx
  // Lines that end at the height of the heading, so that their labels are beside it.
  const gapsToHeading = [0, 2, 4, 6, 8, 12].flatMap((away) => {
    const down = line('a', 'tcp 1', at(end + away, 2), at(end + away, heading.y + 8))
    const { label } = labeledRoutes([down], [box], page, measureInter)[0] ?? {}
    return label && Math.abs(label.y - heading.y) < 20 ? [label.x - end] : []
  })
  expect(gapsToHeading.length).toBeGreaterThan(0)
  expect(gapsToHeading.filter((gap) => gap < 6)).toEqual([])
})

test('a long label is cut where there is no room for it', () => {
  const label = 'doc.pipeline DocumentProcessed DocumentRejected'
  const saidWithin = (width: number) => {
    const along = line('a', label, at(2, 100), at(width - 2, 100))
    return labeledRoutes([along], [], { x: 0, y: 80, width, height: 40 }, measureInter)[0]?.label?.text
  }
  expect(saidWithin(400)).toBe(label)
  expect(saidWithin(240)).toBe('doc.pipeline DocumentProcessed …')
  expect(saidWithin(150)).toBe('doc.pipeline …')
})

const named = (id: string, label: string, x: number, parentId: string | null = null) =>
  placedBox(
    { ...internetNode, id, form: 'resource', label },
    parentId,
    { x, y: 300, width: 40, height: 40 },
    measureInter,
  )

test('a label names the frame of the other end if a line with the same end leads to a box of that name', () => {
  const boxes = [
    named('red', 'red', 800),
    named('blue', 'blue', 850),
    named('t1', 'table', 110, 'red'),
    named('t2', 'table', 50, 'blue'),
  ]
  const lines = [
    line('t1', 'reads', at(100, 20), at(100, 310), at(110, 310)),
    line('t2', 'writes', at(100, 20), at(100, 310), at(90, 310)),
  ]
  const fromWeb = lines.map((each) => ({ ...each, edge: { ...each.edge, source: 'web' } }))
  const texts = labeledRoutes(fromWeb, boxes, page, measureInter).map(({ label }) => label?.text)
  expect(texts).toEqual(['reads → red table', 'writes → blue table'])
})
