/** Tests how boxes of a flow share columns. */
import { expect, test } from 'vitest'
import { flowDiagram, type FlowLine } from '../testing/flow-diagrams.ts'
import { measureInter } from '../typeface/inter.ts'
import { screen } from './dimensions.ts'
import { flowColumns } from './flow-columns.ts'

test('narrow boxes stand beside each other where a wide one leaves room', () => {
  const inGroup = 12
  const lines = Array.from({ length: 9 }, (_, number): FlowLine => [number, inGroup + number])
  const diagram = flowDiagram({ boxes: 21, lines, groupOf: (box) => (box < inGroup ? 0 : null) })
  const { boxes } = flowColumns(diagram, 'right', measureInter, screen)
  const [group, one, other, next] = boxes.filter(({ parentId }) => parentId === null).map(({ rectangle }) => rectangle)
  const bottom = (group?.y ?? 0) + (group?.height ?? 0)
  expect(one?.y).toBeGreaterThan(bottom)
  expect([one?.x, other?.y]).toEqual([group?.x, one?.y])
  expect(other?.x).toBeGreaterThan((one?.x ?? 0) + (one?.width ?? 0))
  expect((other?.x ?? 0) + (other?.width ?? 0)).toBeLessThan((group?.x ?? 0) + (group?.width ?? 0))
  expect(next?.x).toBeGreaterThan((group?.x ?? 0) + (group?.width ?? 0))
  expect(next?.y).toBe(group?.y)
})

test('boxes without lines come after all others', () => {
  const alone = [0, 5]
  const lines: readonly FlowLine[] = [
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 6],
    [6, 7],
  ]
  const diagram = flowDiagram({ boxes: 8, lines })
  const { boxes } = flowColumns(diagram, 'right', measureInter, screen)
  const inOrder = boxes.toSorted(({ rectangle: one }, { rectangle: other }) => one.x - other.x || one.y - other.y)
  expect(inOrder.slice(-alone.length).map(({ element }) => element.id)).toEqual(
    alone.map((box) => diagram.elements[box]?.id),
  )
})
