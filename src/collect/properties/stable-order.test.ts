import { expect, test } from 'vitest'
import { inStableOrder } from './stable-order.ts'

test('what is told in another order is kept in the same one', () => {
  const rules = [{ port: 443 }, { port: 80 }, { port: 22 }]
  expect(inStableOrder(rules)).toEqual(inStableOrder(rules.toReversed()))
})
