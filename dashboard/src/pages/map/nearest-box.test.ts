import { expect, test } from 'vitest'
import { boxTree, groupsAround, hiddenBoxes } from './box-tree.ts'
import { nearestBox } from './nearest-box.ts'
import type { PlacedBox } from './placed-diagram.ts'

function box(
  id: string,
  x: number,
  y: number,
  parentId: string | null = null,
  kind: 'node' | 'group' = 'node',
): PlacedBox {
  const element = {
    kind,
    id,
    form: 'resource',
    type: 'T',
    presence: 'read',
    label: id,
    detail: '',
    description: id,
  } as const
  return {
    x,
    y,
    width: 10,
    height: 10,
    parentId,
    icon: null,
    texts: [],
    element: { ...element, members: [{ type: 'T', id }] },
  }
}

test('an arrow key selects a box straight ahead over a closer one to the side', () => {
  const [from, ahead, aside] = [box('from', 0, 0), box('ahead', 60, 0), box('aside', 20, 50)]
  expect(nearestBox([from, ahead, aside], from, 'right')).toBe(ahead)
  expect(nearestBox([from, ahead, aside], from, 'down')).toBe(aside)
  expect(nearestBox([from, ahead, aside], from, 'left')).toBeNull()
})

test('a collapsed group hides all nested boxes and counts their resources', () => {
  const boxes = [box('outer', 0, 0, null, 'group'), box('inner', 0, 0, 'outer', 'group'), box('leaf', 0, 0, 'inner')]
  expect([...hiddenBoxes(boxes, new Set(['outer']))]).toEqual(['inner', 'leaf'])
  const tree = boxTree({ boxes })
  expect(tree.resourceCount.get('outer')).toBe(1)
  expect(groupsAround(tree, 'leaf')).toEqual(['inner', 'outer'])
})
