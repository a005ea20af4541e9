import { expect, test } from 'vitest'
import { trimToJunction } from './line-junctions.ts'

const points = (...pairs: readonly (readonly [number, number])[]) => pairs.map(([x, y]) => ({ x, y }))
const trunk = points([0, 0], [100, 0], [100, 200], [300, 200])

test('a line ends shortly after it joins another one', () => {
  expect(trimToJunction(points([0, 50], [100, 50], [100, 200], [300, 200]), [trunk], 14)).toEqual(
    points([0, 50], [100, 50], [100, 64]),
  )
  expect(trimToJunction(points([0, 200], [300, 200]), [trunk], 14)).toEqual(points([0, 200], [114, 200]))
})

test('the line with the longest shared end counts', () => {
  const later = points([200, 0], [200, 200], [300, 200])
  expect(trimToJunction(points([0, 200], [300, 200]), [later, trunk], 0)).toEqual(points([0, 200], [100, 200]))
})

test('a line that joins none, or only close to its end, stays unchanged', () => {
  const apart = points([300, 400], [300, 200])
  const close = points([0, 300], [280, 300], [280, 200], [300, 200])
  expect(trimToJunction(apart, [trunk], 14)).toBe(apart)
  expect(trimToJunction(close, [trunk], 14)).toBe(close)
})

test('a fully covered line is drawn only for the length of the overlap', () => {
  expect(trimToJunction(trunk, [trunk], 14)).toEqual(points([0, 0], [14, 0]))
})
