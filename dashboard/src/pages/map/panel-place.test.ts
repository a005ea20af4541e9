import { expect, test } from 'vitest'
import { panelPlace, panelSide, partBesidePanel } from './panel-place.ts'

const [wide, narrow] = [
  { width: 1200, height: 800 },
  { width: 390, height: 600 },
]
const still = { x: 0, y: 0, zoom: 1 }
const box = (x: number, y: number, width = 100, height = 40) => ({ x, y, width, height })

test('lies over the right of a wide canvas, and over the bottom of a narrow one', () => {
  expect(panelPlace('end', wide)).toEqual({ x: 780, y: 0, width: 420, height: 800 })
  expect(panelPlace('start', wide)).toEqual({ x: 0, y: 0, width: 420, height: 800 })
  expect(panelPlace('end', { width: 800, height: 700 }).width).toBe(320)
  expect(panelPlace('end', narrow)).toEqual({ x: 0, y: 270, width: 390, height: 330 })
  expect(panelPlace('start', narrow)).toEqual({ x: 0, y: 0, width: 390, height: 330 })
})

test.each([wide, narrow])('the rest of the canvas is beside it (%j)', (canvas) => {
  for (const side of ['start', 'end'] as const) {
    const [panel, rest] = [panelPlace(side, canvas), partBesidePanel(side, canvas)]
    expect(panel.width * panel.height + rest.width * rest.height).toBe(canvas.width * canvas.height)
    expect(panel.x === rest.x).toBe(canvas === narrow)
  }
})

test('changes its side only for a box that it would cover', () => {
  expect(panelSide(box(680, 0), 'end', still, wide)).toBe('end')
  expect(panelSide(box(681, 0), 'end', still, wide)).toBe('start')
  expect(panelSide(box(681, 0), 'end', { ...still, x: -1 }, wide)).toBe('end')
  expect(panelSide(box(100, 0), 'start', still, wide)).toBe('end')
  expect(panelSide(box(500, 0), 'start', still, wide)).toBe('start')
  expect(panelSide(box(0, 400), 'end', still, narrow)).toBe('start')
})

test('stays for a box that it covers at both sides', () => {
  expect(panelSide(box(0, 0, 1200), 'end', still, wide)).toBe('end')
  expect(panelSide(box(0, 0, 1200), 'start', still, wide)).toBe('start')
})
