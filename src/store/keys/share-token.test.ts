import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { generateApiKey, parseApiKey } from './api-key.ts'
import { generateShareToken, parseShareToken } from './share-token.ts'

test('a generated token has the documented format and its SHA-256', () => {
  const { token, hash } = generateShareToken()
  expect(token).toMatch(/^svy_share_[0-9A-Za-z]{49}$/)
  expect(Buffer.from(hash)).toEqual(createHash('sha256').update(token).digest())
  expect(parseShareToken(token)).toEqual({ hash })
})

test('detects any single changed character by format or checksum', () => {
  const { token } = generateShareToken()
  for (let position = 0; position < token.length; position += 1) {
    const other = token.charAt(position) === 'x' ? 'y' : 'x'
    expect(parseShareToken(token.slice(0, position) + other + token.slice(position + 1))).toBeNull()
  }
})

test('an API key is no token, and a token is no API key', () => {
  expect(parseShareToken(generateApiKey().key)).toBeNull()
  expect(parseApiKey(generateShareToken().token)).toBeNull()
})
