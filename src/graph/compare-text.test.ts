import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparisonOf, compareText } from './compare-text.ts'

test('texts are ordered like their UTF-8 bytes', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', '\u0000', 'é', '\uE000', '\uFFFF', '\u{1F600}', '\u{10FFFF}'),
  })
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }),
  )
})

test('the faster comparison gives the same order', () => {
  const unit = fc.constantFrom('a', 'b', '\u0000', 'é', '\uE000', '\u{1F600}')
  fc.assert(
    fc.property(fc.array(fc.string({ unit })), (texts) => {
      expect(texts.toSorted(comparisonOf(texts))).toEqual(texts.toSorted(compareText))
    }),
  )
})

test('each range of code points ends before the next begins', () => {
  const inOrder = ['\uD7FF', '\uE000', '\uFFFF', '\u{10000}', '\u{10FFFF}']
  expect(inOrder.toReversed().toSorted(compareText)).toEqual(inOrder)
  const pairs = inOrder.slice(1).map((next, index) => compareText(inOrder[index] ?? '', next))
  for (const order of pairs) expect(order).toBeLessThan(0)
})
