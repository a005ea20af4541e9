import { expect, test } from 'vitest'
import { prefersRespondAsync } from './prefer-header.ts'

for (const prefer of [
  'respond-async',
  'Respond-Async',
  'handling=lenient, respond-async; wait=5',
  'wait=5,respond-async',
  'foo="x, y", respond-async',
  'foo="a \\" quote", respond-async;bar="z"',
  'foo="ends in a backslash \\\\", respond-async',
]) {
  test(`asks for an answer at once: ${prefer}`, () => {
    expect(prefersRespondAsync({ prefer })).toBe(true)
  })
}

for (const prefer of [
  '',
  'respond-asynchronously',
  'wait=5; respond-async',
  'foo="x, respond-async, y"',
  'foo="a \\", respond-async, \\" z"',
  'foo="never closed, respond-async',
]) {
  test(`does not ask for an answer at once: ${prefer}`, () => {
    expect(prefersRespondAsync({ prefer })).toBe(false)
  })
}
