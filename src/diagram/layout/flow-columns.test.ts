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
