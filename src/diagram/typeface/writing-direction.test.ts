import { expect, test } from 'vitest'
import { inVisualOrder, isolated } from './writing-direction.ts'

const mark = '\u200E'

test('a mark ends each right-to-left stretch, and the text after it keeps its place', () => {
  expect(isolated('orders · 10.0.0.0/16')).toBe('orders · 10.0.0.0/16')
  expect(isolated('שלום · 10.0.0.0/16')).toBe(`שלום${mark} · 10.0.0.0/16`)
  expect(isolated('a-שלום, מחר: 3')).toBe(`a-שלום${mark}, מחר${mark}: 3`)
})

test('words and numbers between the words of one name are part of it', () => {
  expect(isolated('שרת 2 ראשי-10')).toBe(`שרת 2 ראשי${mark}-10`)
  expect(isolated('خادم_الويب')).toBe(`خادم_الويب${mark}`)
  // A name that is cut in the middle.
  expect(isolated('שרתים…ימיים')).toBe(`שרתים…ימיים${mark}`)
})

test('a text is marked once', () => {
  const once = isolated('שלום · خادم · x')
  expect(isolated(once)).toBe(once)
})

function texts(text: string): readonly string[] {
  return inVisualOrder(text).map((part) => part.text)
}

test('from the left: words of a right-to-left stretch from its end, digits in their own order', () => {
  expect(texts('orders 12')).toEqual(['orders 12'])
  expect(texts('a שרת 12 ראשי-3')).toEqual(['a ', 'ראשי', ' ', '1', '2', ' ', 'שרת', '-3'])
  expect(texts('خادم ١٢')).toEqual(['١', '٢', ' ', 'خادم'])
})

test('only words of right-to-left letters are written from the right', () => {
  const fromTheRight = inVisualOrder('a שרת 1 ב').filter((part) => part.isRightToLeft)
  expect(fromTheRight.map((part) => part.text)).toEqual(['ב', ' ', ' ', 'שרת'])
})

test('is fast for names designed to slow it down', () => {
  const start = performance.now()
  isolated(`${'א1 '.repeat(20_000)}x`)
  isolated(`א${'\u0591.'.repeat(20_000)}x`)
  expect(performance.now() - start).toBeLessThan(5_000)
})
