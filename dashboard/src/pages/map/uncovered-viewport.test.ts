import { expect, test } from 'vitest'
import { uncoveredViewport } from './uncovered-viewport.ts'

const canvas = { width: 600, height: 400 }
const box = (x: number, y: number, width = 100, height = 40) => ({ x, y, width, height })
const still = { x: 0, y: 0, zoom: 1 }

test('a visible box moves nothing', () => {
  expect(uncoveredViewport(box(484, 344), still, canvas)).toBeNull()
  expect(uncoveredViewport(box(0, 0), still, canvas)).toBeNull()
})

test('a covered box becomes visible by the shortest move', () => {
  expect(uncoveredViewport(box(485, 0), still, canvas)).toEqual({ x: -1, y: 0, zoom: 1 })
  expect(uncoveredViewport(box(0, 345), still, canvas)).toEqual({ x: 0, y: -1, zoom: 1 })
  expect(uncoveredViewport(box(900, 700), { x: 10, y: 20, zoom: 0.5 }, canvas)).toEqual({ x: 10, y: 14, zoom: 0.5 })
  expect(uncoveredViewport(box(1200, 0), { x: 10, y: 20, zoom: 0.5 }, canvas)).toEqual({ x: -66, y: 20, zoom: 0.5 })
})

test('a box without room beside the panel moves nothing', () => {
  expect(uncoveredViewport(box(100, 0, 568), still, canvas)).not.toBeNull()
  expect(uncoveredViewport(box(100, 0, 569), still, canvas)).toBeNull()
  expect(uncoveredViewport(box(0, 100, 100, 368), still, canvas)).not.toBeNull()
  expect(uncoveredViewport(box(0, 100, 100, 369), still, canvas)).toBeNull()
})
