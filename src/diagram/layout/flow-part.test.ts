/** Tests the labels of a part in layers. */
import { expect, test } from 'vitest'
import type { DiagramEdge, Direction } from '../diagram.ts'
import { measureInter } from '../typeface/inter.ts'
import { internetNode } from '../views/boxes/account-frame.ts'
import { preparePart } from './flow-part.ts'

async function labelIn(direction: Direction, label: string): Promise<string | undefined> {
  const elements = ['a', 'b'].map((id) => ({ ...internetNode, id }))
  const edge: DiagramEdge = { id: 'a b', form: 'request', source: 'a', target: 'b', label, description: '' }
  const { routes } = await preparePart({ elements, edges: [edge] }, measureInter).layOut(direction)
  return routes[0]?.label?.text
}

test.each(['right', 'down'] as const)(
  'boxes stand apart for a label of two parts, and longer ones are cut: %s',
  async (direction) => {
    expect(await labelIn(direction, '/api/orders/* HTTP 30080 +2')).toBe('/api/orders/* HTTP 30080 +2')
    expect(await labelIn(direction, 'tcp 22 (some addresses)')).toBe('tcp 22 (some addresses)')
    expect(await labelIn(direction, 'shop.orders OrderPlaced OrderPaid OrderRejected OrderShipped')).toMatch(
      /^shop\.orders OrderPlaced.*…$/u,
    )
  },
)
