import { expect, test } from 'vitest'
import type { PlacedBox } from './placed-diagram.ts'
import { boundsOf, fitViewport, onCanvas, openingViewport, parseViewport, viewportText } from './viewport.ts'

const box = (id: string, x: number, y: number, width = 200, height = 60, form = 'resource'): PlacedBox => ({
  element: {
    kind: 'node',
    id,
    form,
    type: null,
    members: [],
    presence: 'read',
    label: id,
    detail: '',
    description: id,
  },
  parentId: null,
  x,
  y,
  width,
  height,
  icon: null,
  texts: [{ x, y, text: id, sizePx: 12, weight: 600, role: 'label', widthPx: 40 }],
})
const canvas = { width: 1000, height: 800 }
const wide = (length: number) => [box('a', 0, 0), box('b', length - 200, 0)]

test('fits a small diagram, and centers it', () => {
  const boxes = [box('a', 0, 0), box('b', 700, 500)]
  const viewport = openingViewport(boxes, canvas)
  expect(viewport).toEqual(fitViewport(boundsOf(boxes), canvas))
  const shown = onCanvas(boundsOf(boxes), viewport)
  expect(shown.x).toBeGreaterThanOrEqual(0)
  expect(shown.x * 2 + shown.width).toBeCloseTo(canvas.width)
  expect(shown.y * 2 + shown.height).toBeCloseTo(canvas.height)
})

test('enlarges no diagram to more than one and a half times its size', () => {
  expect(fitViewport({ x: 0, y: 0, width: 600, height: 100 }, canvas).zoom).toBe(1.5)
  expect(fitViewport({ x: 0, y: 0, width: 700, height: 100 }, canvas).zoom).toBe((canvas.width - 48) / 700)
})

test('fits exactly as long as labels of 12 px are shown with 9 px', () => {
  const longest = (canvas.width - 48) / 0.75
  expect(openingViewport(wide(longest), canvas).zoom).toBeCloseTo(0.75)
  expect(openingViewport(wide(longest + 2), canvas).zoom).toBe(1)
})

test('opens a large diagram at the internet, without wasting space beyond an edge', () => {
  const boxes = [box('a', 0, 0), box('internet', 1900, 10, 200, 60, 'internet'), box('b', 3800, 3000)]
  const shown = onCanvas(boxes[1] ?? box('', 0, 0), openingViewport(boxes, canvas))
  expect(shown).toEqual({ x: 400, y: 34, width: 200, height: 60 })
})

test('opens a large diagram without the internet at its top left', () => {
  const boxes = [box('a', -50, -70), box('b', 3800, 3000)]
  expect(openingViewport(boxes, canvas)).toEqual({ x: 74, y: 94, zoom: 1 })
})

test('centers the side that fits', () => {
  const boxes = [box('a', 0, 0), box('b', 3800, 0)]
  expect(openingViewport(boxes, canvas)).toEqual({ x: 24, y: 370, zoom: 1 })
})

test('keeps the center and the zoom in a text, on canvases of other sizes too', () => {
  const text = viewportText({ x: -500, y: -300, zoom: 0.5 }, canvas)
  expect(text).toBe('2000,1400,50')
  expect(parseViewport(text, canvas)).toEqual({ x: -500, y: -300, zoom: 0.5 })
  expect(parseViewport(text, { width: 500, height: 400 })).toEqual({ x: -750, y: -500, zoom: 0.5 })
})

test.each(['', '1,2', '1,2,0', '1,2,x', '1.5,2,50', '1,2,3,4', '99999999,1,50'])('rejects %j', (text) => {
  expect(parseViewport(text, canvas)).toBeNull()
})
