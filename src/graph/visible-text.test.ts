import { expect, test } from 'vitest'
import { visibleText } from './visible-text.ts'

test('characters that change the writing direction become visible, and nothing else changes', () => {
  const changing = [0x61c, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]
  for (const code of changing) {
    const mark = `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
    expect(visibleText(`a${String.fromCharCode(code)}b${String.fromCharCode(code)}`)).toBe(`a${mark}b${mark}`)
  }
  const others = [0x2029, 0x202f, 0x2065, 0x206a, 0x200e, 0x5d0].map((code) => String.fromCharCode(code)).join('')
  expect(visibleText(others)).toBe(others)
})
