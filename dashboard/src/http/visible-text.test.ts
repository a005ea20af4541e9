import { expect, test } from 'vitest'
import { queryString } from './query-string.ts'
import { visibleText, withHiddenText } from './visible-text.ts'

const codes = ['061C', '200F', '202A', '202B', '202C', '202D', '202E', '2066', '2067', '2068', '2069']
const text = codes.map((code) => `a${String.fromCharCode(Number.parseInt(code, 16))}`).join('')
const marked = codes.map((code) => `a[U+${code}]`).join('')

test('marks each character, and requests contain it unmarked', () => {
  expect(visibleText(text)).toBe(marked)
  expect(withHiddenText(`/scans/${encodeURIComponent(marked)}`)).toBe(`/scans/${encodeURIComponent(text)}`)
  expect(withHiddenText(queryString({ id: marked }))).toBe(queryString({ id: text }))
})

test('marked JSON stays valid, with marks in strings and keys', () => {
  expect(JSON.parse(visibleText(JSON.stringify({ [text]: [text] })))).toEqual({ [marked]: [marked] })
})

test('changes no other text', () => {
  const others = '\u2029\u202F\u2065\u206A\u200E\u05D0 [U+0041] %5BU%2B202F%5D'
  expect(visibleText(others)).toBe(others)
  expect(withHiddenText(others)).toBe(others)
})
