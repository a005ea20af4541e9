import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Diagram, PlacedDiagram } from '../diagram.ts'
import { flowDiagram, type FlowLine } from '../testing/flow-diagrams.ts'
import { brokenRules } from '../testing/legibility.ts'
import { fittedLabelPx } from '../testing/room.ts'
import { measureInter } from '../typeface/inter.ts'
import { placeDiagram } from './place-diagram.ts'

const place = (diagram: Diagram): Promise<PlacedDiagram> => placeDiagram(diagram, measureInter)
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number)
const fan = (count: number, label = ''): readonly FlowLine[] =>
  range(count).map((n) => [0, n + 1, label && `${label} ${n}`])

/** `crowded`: how many labels may be without room. */
type Shape = Omit<Parameters<typeof flowDiagram>[0], 'direction'> & { readonly crowded?: number }

describe.each(['right', 'down'] as const)('%s', (direction) => {
  test.each<readonly [string, Shape]>([
    ['one box to 60', { boxes: 61, lines: fan(60) }],
    ['one box to 20, each line with a label of its own', { boxes: 21, lines: fan(20, 'tcp') }],
    [
      '20 boxes between two',
      {
        boxes: 22,
        lines: range(20).flatMap((n): FlowLine[] => [
          [0, n + 2],
          [n + 2, 1],
        ]),
      },
    ],
    ['a chain of 60', { boxes: 60, lines: range(59).map((n): FlowLine => [n, n + 1, n % 3 === 0 ? 'tcp 443' : '']) }],
    [
      '12 to 18, all with all',
      { boxes: 30, lines: range(12).flatMap((n) => range(18).map((m): FlowLine => [n, 12 + m])) },
    ],
    ['40 pairs', { boxes: 80, lines: range(40).map((n): FlowLine => [2 * n, 2 * n + 1]) }],
    ['nothing connected', { boxes: 30, lines: [] }],
    [
      'loops',
      {
        boxes: 3,
        lines: [
          [0, 0, 'all'],
          [0, 1],
          [1, 2, 'tcp 80'],
          [2, 0],
          [1, 0, '', 'request'],
        ],
      },
    ],
    [
      'lines between groups',
      {
        boxes: 30,
        lines: range(29).map((n): FlowLine => [n, (n * 7 + 3) % 30, n % 2 === 0 ? 'tcp 443' : '']),
        groupOf: (box: number) => box % 5,
        crowded: 2,
      },
    ],
  ])('%s: on one page by the rules, every line drawn', async (_, { crowded = 0, ...shape }) => {
    const placed = await place(flowDiagram({ ...shape, direction }))
    expect(brokenRules(placed)).toEqual([])
    expect(placed.routes).toHaveLength(shape.lines.length)
    const untold = placed.routes.filter(({ edge, label }) => edge.label !== '' && label === null)
    expect(untold.length).toBeLessThanOrEqual(crowded)
  })
})

test('unconnected parts of the same size are laid out in shapes that together can be read', async () => {
  const [boxesInGroup, boxesInPart] = [8, 24]
  const isLast = (box: number): boolean => box % boxesInPart >= boxesInPart - boxesInGroup
  const chains = range(2 * boxesInPart).flatMap((n): readonly FlowLine[] => (isLast(n) ? [] : [[n, n + boxesInGroup]]))
  const fans = [0, boxesInPart].flatMap((first) =>
    range(boxesInGroup).map((n): FlowLine => [first, first + boxesInGroup + n]),
  )
  const groupOf = (box: number): number => Math.floor(box / boxesInGroup)
  const placed = await place(flowDiagram({ boxes: 2 * boxesInPart, lines: [...chains, ...fans], groupOf }))
  // In the shapes that each part has alone, labels would be 6.4 px.
  expect(fittedLabelPx(placed)).toBeGreaterThan(9)
  expect(brokenRules(placed)).toEqual([])
})

test('a small part beside one that fills the page stands in its columns', async () => {
  const [large, small] = [66, 4]
  const tree = range(large - 1).map((n): FlowLine => [Math.floor(n / 3), n + 1])
  const pair: readonly FlowLine[] = [
    [large, large + 1],
    [large + 2, large + 3],
  ]
  const alone = await place(flowDiagram({ boxes: large, lines: tree }))
  const both = await place(flowDiagram({ boxes: large + small, lines: [...tree, ...pair] }))
  expect(fittedLabelPx(both)).toBeGreaterThan(0.95 * fittedLabelPx(alone))
  expect(brokenRules(both)).toEqual([])
})

test('a flow with too many lines to route is drawn without them, with a note that counts them', async () => {
  const lines = range(120).flatMap((n) => range(n).map((m): FlowLine => [n, m]))
  const before = process.threadCpuUsage()
  const placed = await place(flowDiagram({ boxes: 120, lines }))
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(2_000)
  expect(placed.simplified).toContain('too many arrows (7,140)')
  expect(placed.notDrawn).toEqual([{ what: 'arrows', count: 7140 }])
  expect(brokenRules(placed)).toEqual([])
})

test('nested boxes with too many arrows to route are drawn without them, with a note', async () => {
  const lines = range(60).flatMap((n) => range(n).map((m): FlowLine => [n, m]))
  const placed = await place({ ...flowDiagram({ boxes: 60, lines, groupOf: (box) => box % 6 }), layout: 'containment' })
  expect(placed.simplified).toContain('1,770 arrows')
  expect(placed.notDrawn).toEqual([{ what: 'arrows', count: 1770 }])
  expect(brokenRules(placed)).toEqual([])
})

test('the rules hold for any flow', async () => {
  const shape = fc.integer({ min: 1, max: 30 }).chain((boxes) =>
    fc.record({
      boxes: fc.constant(boxes),
      direction: fc.constantFrom('right' as const, 'down' as const),
      groups: fc.constantFrom(0, 2, 5),
      lines: fc.array(
        fc.tuple(
          fc.nat({ max: boxes - 1 }),
          fc.nat({ max: boxes - 1 }),
          fc.constantFrom('', '', 'tcp 443', 'a label that is longer than there is room for'),
          fc.constantFrom('event' as const, 'request' as const),
        ),
        { maxLength: 45 },
      ),
    }),
  )
  await fc.assert(
    fc.asyncProperty(shape, async ({ groups, ...rest }) => {
      const groupOf = (box: number): number | null => (groups === 0 || box % 3 === 0 ? null : box % groups)
      expect(brokenRules(await place(flowDiagram({ ...rest, groupOf })))).toEqual([])
    }),
    { numRuns: 40 },
  )
})
