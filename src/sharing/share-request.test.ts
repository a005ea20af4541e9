import { expect, test } from 'vitest'
import { readShareRequest } from './share-request.ts'

test('reads the format from the extension, and its options', () => {
  expect(readShareRequest('abc', {})).toEqual({
    token: 'abc',
    format: 'html',
    theme: 'light',
    scale: 1,
    stamp: false,
    problem: null,
  })
  expect(readShareRequest('abc.svg', { theme: 'dark', stamp: 'true', v: '1' })).toMatchObject({
    token: 'abc',
    format: 'svg',
    theme: 'dark',
    stamp: true,
    problem: null,
  })
  expect(readShareRequest('abc.png', { scale: '2' })).toMatchObject({ format: 'png', scale: 2, problem: null })
})

test('another extension has no token', () => {
  for (const name of ['abc.pdf', 'abc.svg.png', 'abc.SVG', '']) expect(readShareRequest(name, {}).token).toBe('')
})

test('names every invalid option', () => {
  expect(readShareRequest('abc', { theme: 'blue', scale: 2, stamp: '' }).problem).toBe(
    "The options aren't valid: theme must be light or dark; scale must be 1 or 2; stamp must be true or false.",
  )
})
