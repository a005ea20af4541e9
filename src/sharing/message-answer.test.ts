import { expect, test } from 'vitest'
import { deadText, messageAnswer } from './message-answer.ts'
import { readShareRequest } from './share-request.ts'

const bytesOf = (name: string, theme: string) =>
  Buffer.from(messageAnswer(deadText, readShareRequest(name, { theme })).body).toString('latin1')

test('a message is a picture of the requested format and theme, also after others', () => {
  const [light, dark] = ['light', 'dark'].map((theme) => bytesOf('token.svg', theme))
  expect(light).toMatch(/^<svg /)
  expect(dark).toMatch(/^<svg /)
  expect(dark).not.toBe(light)
  for (const theme of ['light', 'dark']) expect(bytesOf('token.png', theme)).toMatch(/^\x89PNG/)
  expect(bytesOf('token.svg', 'light')).toBe(light)
})
