import { expect, test } from 'vitest'
import { printResult, textLines, textTable } from './command-output.ts'

const written = (options: { json?: boolean }, text: string) => {
  let output = ''
  printResult({ output: { write: (more) => void (output += more) } }, options, { name: text }, () => text)
  return output
}

test('shows characters that change the writing direction in text, but not in JSON', () => {
  expect(written({}, 'a\u202Eb')).toBe('a[U+202E]b\n')
  expect(written({ json: true }, 'a\u202Eb')).toBe('{"name":"a\u202Eb"}\n')
  expect(written({}, textLines([['Name', '\u2066b']]))).toBe('Name  [U+2066]b\n')
})

test('aligns columns with their headings, including combining marks', () => {
  expect(
    textTable(
      ['NAME', 'STATE'],
      [
        ['\u202Eprod', 'valid'],
        ['a name of some length', 'revoked'],
      ],
    ),
  ).toBe('NAME                   STATE\n[U+202E]prod           valid\na name of some length  revoked')
})
