/** Tests what the lines of other bundles keep free. */
import { expect, test } from 'vitest'
import { arrowheadAreas, hasMistakenArrowhead, isCramped, isMistaken, type UsedLine } from './used-lines.ts'

const line: UsedLine = {
  edge: { id: 'a', form: 'request', source: 'from', target: 'to', label: '', description: '' },
  points: [
    { x: 100, y: 100 },
    { x: 100, y: 200 },
  ],
}

test('arrowheads are kept free, except at boxes where the bundle arrives as well', () => {
  const area = { x: 89, y: 181, width: 22, height: 30 }
  expect(arrowheadAreas([line], new Map())).toEqual([area])
  expect(arrowheadAreas([line], new Map([['to', false]]))).toEqual([area])
  expect(arrowheadAreas([line], new Map([['to', true]]))).toEqual([])
  expect(arrowheadAreas([line], new Map([['from', true]]))).toEqual([area])
})

const head = (x: number, y: number) => ({ x, y, width: 8, height: 0 })

test('an arrowhead is mistaken for the end of a line that touches it, or that turns or begins near it', () => {
  expect(isMistaken(head(96, 150), 'other', [line])).toBe(true)
  expect(isMistaken(head(101, 150), 'other', [line])).toBe(false)
  expect(isMistaken(head(111, 100), 'other', [line])).toBe(true)
  expect(isMistaken(head(112, 100), 'other', [line])).toBe(false)
  expect(isMistaken(head(96, 150), 'to', [line])).toBe(false)
})

test('a line with the same source and form is meant to look like the same', () => {
  const crossing = (edge: Partial<UsedLine['edge']>): UsedLine => ({
    edge: { ...line.edge, id: 'b', target: 'other', ...edge },
    points: [
      { x: 50, y: 196 },
      { x: 150, y: 196 },
    ],
  })
  expect(hasMistakenArrowhead(line, [crossing({})])).toBe(false)
  expect(hasMistakenArrowhead(line, [crossing({ source: 'another' })])).toBe(true)
  expect(hasMistakenArrowhead(line, [crossing({ form: 'event' })])).toBe(true)
  expect(hasMistakenArrowhead({ ...line, edge: { ...line.edge, form: 'link' } }, [crossing({ form: 'event' })])).toBe(
    false,
  )
})

test('an arrowhead has no room where its line turns too close to its end', () => {
  const turning = (px: number, form: UsedLine['edge']['form'] = 'request'): UsedLine => ({
    edge: { ...line.edge, form },
    points: [...line.points, { x: 100 + px, y: 200 }],
  })
  expect(isCramped(turning(8))).toBe(false)
  expect(isCramped(turning(7))).toBe(true)
  expect(isCramped(turning(-7))).toBe(true)
  expect([isCramped(turning(7, 'member')), isCramped(turning(7, 'link'))]).toEqual([false, false])
  // Without a turn, there is no more room than this.
  const short = [
    { x: 100, y: 100 },
    { x: 100, y: 105 },
  ]
  expect(isCramped({ ...line, points: short })).toBe(false)
})
