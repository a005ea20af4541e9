import { expect, test } from 'vitest'
import { boxesOfLayers } from './map-layers.ts'
import type { PlacedBox } from './placed-diagram.ts'

const box = (id: string, kind: 'node' | 'group', form: string, parentId: string | null = null): PlacedBox => ({
  element: { kind, id, form, type: null, members: [], presence: 'read', label: id, detail: '', description: id },
  parentId,
  x: 0,
  y: 0,
  width: 10,
  height: 10,
  icon: null,
  texts: [],
})
const boxes = [
  box('account', 'group', 'account'),
  box('orders', 'node', 'resource', 'account'),
  box('not read', 'node', 'gap', 'account'),
  box('beyond', 'group', 'outside'),
  box('row', 'group', 'band', 'beyond'),
  box('partner', 'node', 'resource', 'row'),
]

test('a hidden layer hides its boxes with their content', () => {
  expect([...boxesOfLayers(boxes, new Set(['outside']))]).toEqual(['beyond', 'row', 'partner'])
  expect([...boxesOfLayers(boxes, new Set(['gap', 'request']))]).toEqual(['not read'])
})
