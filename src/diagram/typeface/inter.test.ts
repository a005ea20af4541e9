/** Tests how wide texts are assumed to be whose characters are in no font of ours. */
import { expect, test } from 'vitest'
import { measureInter } from './inter.ts'

test.each([
  ['Hebrew letters', 'ש', 0.8],
  ['Chinese characters', '服', 1],
  ['Arabic letters, as widths vary', 'ش', 1.3],
  ['emoji', '📈', 1.3],
  ['marks without a width', '\u200E', 0],
])('%s', (_, character, em) => {
  expect(measureInter(character.repeat(3), 10, 600)).toBeCloseTo(30 * em)
})
