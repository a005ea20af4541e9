/** What resources that work together are called. */
import { expect, test } from 'vitest'
import { graphBuilder } from '../../diagram/testing/sample-graphs.ts'
import { distinctNames, sharedName, wordCounts } from './community-name.ts'

function resources(...names: readonly string[]) {
  const graph = graphBuilder()
  names.forEach((name, number) => graph.add('AWS::Lambda::Function', `id${number}`, name))
  return graph.build().resources
}

/** Of the first so many of these names, among all of them. */
function nameOf(count: number, ...names: readonly string[]): string {
  const all = resources(...names)
  return sharedName(all.slice(0, count), wordCounts(all))
}

test.each<[name: string, names: readonly string[]]>([
  ['orders', ['orders-api', 'orders-worker', 'db']],
  ['orders', ['ordersApi', 'OrdersWorker', 'x_orders']],
  ['orders', ['orders', 'orders-2']],
  ['shop-orders', ['shop-orders-api', 'shop-orders-db']],
  // Two of four names, but not two of five.
  ['orders', ['orders-a', 'orders-b', 'one', 'two']],
  ['', ['orders-a', 'orders-b', 'one', 'two', 'three']],
  ['', ['orders', 'payments']],
  // Neither numbers nor short words nor generated IDs tell anything.
  ['', ['123-a', '123-b']],
  ['', ['ab-one', 'ab-two']],
  ['', ['x12345-one', 'x12345-two']],
  // Nor do words of their type, AWS::Lambda::Function, unless they are beside another word.
  ['', ['function-one', 'function-two']],
  ['', ['one-functions', 'two-functions']],
  ['', ['oneLambda', 'twoLambda']],
  ['orders-function', ['orders-function-a1', 'orders-function-b1']],
  ['queue', ['queue-one', 'queue-two']],
  ['abc', ['abc-one', 'abc-two']],
  ['a1b', ['a1b-one', 'a1b-two']],
  // In any script.
  ['café', ['café-api', 'café-db']],
  ['größe', ['größeApi', 'GrößeDb']],
  ['магазин', ['магазин-api', 'Магазин-db']],
  ['注文', ['注文-api', '注文-db']],
  ['שלום', ['שלום-api', 'שלום-db']],
])('"%s" is the name of %j', (name, names) => {
  expect(nameOf(names.length, ...names)).toBe(name)
})

test('a word that others have, too, says less', () => {
  expect(nameOf(2, 'shop-one-orders', 'shop-two-orders')).toBe('shop')
  expect(nameOf(2, 'shop-one-orders', 'shop-two-orders', 'shop-three', 'shop-four')).toBe('orders')
  // Three of three names weigh more than two, as long as not many others have the word.
  expect(nameOf(3, 'shop-one-orders', 'shop-two-orders', 'shop-three-x', 'shop-y')).toBe('shop')
  expect(nameOf(3, 'shop-1-orders', 'shop-2-orders', 'shop-3-x', 'shop-4', 'shop-5', 'shop-6')).toBe('orders')
})

test('words beside it belong to the name if all that have it have them', () => {
  expect(nameOf(3, 'acme-orders-api', 'acme-orders-db', 'other')).toBe('acme-orders')
  expect(nameOf(3, 'acme-orders-api-v1', 'acme-orders-api-v2', 'x')).toBe('acme-orders')
  expect(nameOf(2, 'one-orders-api', 'two-orders-db')).toBe('orders')
  expect(nameOf(2, 'a-orders-b', 'a-orders-b')).toBe('orders')
})

test('no two groups have the same name, nor one that is taken', () => {
  const all = resources('orders-a1', 'orders-b1', 'orders-c1', 'orders-d1', 'mail-a1', 'mail-b1', 'shop-a1', 'shop-b1')
  const groups = [0, 2, 4, 6].map((start) => all.slice(start, start + 2))
  expect(distinctNames(groups, wordCounts(all), new Set(['shop']))).toEqual(['', '', 'mail', ''])
})
