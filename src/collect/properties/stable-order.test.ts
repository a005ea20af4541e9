import { expect, test } from 'vitest'
import { inStableOrder } from './stable-order.ts'

test('sorts equal lists into the same order', () => {
  const rules = [{ port: 443 }, { port: 80 }, { port: 22 }]
  expect(inStableOrder(rules)).toEqual(inStableOrder(rules.toReversed()))
})
