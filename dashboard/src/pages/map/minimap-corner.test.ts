import { expect, test } from 'vitest'
import { minimapCorner } from './minimap-corner.ts'
import { panelPlace } from './panel-place.ts'
import type { PlacedBox } from './placed-diagram.ts'

const canvas = { width: 1000, height: 800 }
const still = { x: 0, y: 0, zoom: 1 }
const box = (x: number, y: number, kind: 'node' | 'group' = 'node', width = 200, height = 60): PlacedBox => ({
  element: {
    kind,
    id: `${x} ${y}`,
    form: '',
    type: null,
    members: [],
    presence: 'read',
    label: '',
    detail: '',
    description: '',
  },
  parentId: null,
  x,
  y,
  width,
  height,
  icon: null,
  texts: [],
})
const far = box(3000, 3000)

test('needs no minimap where everything is visible', () => {
  expect(minimapCorner([box(0, 0), box(800, 740)], 'bottom-right', still, canvas, null)).toBeNull()
  expect(minimapCorner([box(0, 0), box(801, 740)], 'bottom-right', still, canvas, null)).not.toBeNull()
  expect(minimapCorner([box(-1, 0)], 'bottom-right', still, canvas, null)).not.toBeNull()
})

test('leaves a corner only for one with fewer boxes', () => {
  expect(minimapCorner([far], 'top-left', still, canvas, null)).toBe('top-left')
  expect(minimapCorner([far, box(800, 700)], 'bottom-right', still, canvas, null)).toBe('bottom-left')
  expect(minimapCorner([far, box(800, 700), box(0, 700)], 'bottom-right', still, canvas, null)).toBe('top-right')
  const everywhere = [box(800, 700), box(0, 700), box(800, 0), box(0, 0)]
  expect(minimapCorner([far, ...everywhere], 'top-right', still, canvas, null)).toBe('top-right')
  expect(minimapCorner([far, ...everywhere, box(800, 20)], 'top-right', still, canvas, null)).toBe('bottom-right')
})

test('may cover groups', () => {
  expect(minimapCorner([far, box(0, 0, 'group', 3000, 3000)], 'bottom-right', still, canvas, null)).toBe('bottom-right')
})

test('is not under the panel', () => {
  expect(minimapCorner([far], 'bottom-right', still, canvas, panelPlace('end', canvas))).toBe('bottom-left')
  expect(minimapCorner([far], 'bottom-left', still, canvas, panelPlace('start', canvas))).toBe('bottom-right')
})
