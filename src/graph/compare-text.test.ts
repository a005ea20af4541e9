import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareText } from './compare-text.ts'

test('text is ordered as its UTF-8 bytes are', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', '\u0000', 'é', '\uE000', '\uFFFF', '\u{1F600}', '\u{10FFFF}'),
  })
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }),
  )
})
