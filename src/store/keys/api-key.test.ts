import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { generateApiKey, parseApiKey } from './api-key.ts'

test('a generated key has the documented format and its SHA-256', () => {
  const { key, hash } = generateApiKey()
  expect(key).toMatch(/^svy_live_[0-9A-Za-z]{36}$/)
  expect(Buffer.from(hash)).toEqual(createHash('sha256').update(key).digest())
  expect(parseApiKey(key)).toEqual({ hash })
})

test('keys do not repeat', () => {
  const keys = new Set(Array.from({ length: 1000 }, () => generateApiKey().key))
  expect(keys.size).toBe(1000)
})

test('detects any single changed character by format or checksum', () => {
  const { key } = generateApiKey()
  for (let position = 0; position < key.length; position += 1) {
    const other = key.charAt(position) === 'x' ? 'y' : 'x'
    expect(parseApiKey(key.slice(0, position) + other + key.slice(position + 1))).toBeNull()
  }
})

test.each(['', 'svy_live_', 'svy_test_000000000000000000000000000000000000', ' svy_live_', 'svy_live_\n'])(
  'text %j is not a key',
  (text) => {
    expect(parseApiKey(text)).toBeNull()
  },
)

test('rejects white space around a key', () => {
  const { key } = generateApiKey()
  expect(parseApiKey(`${key}\n`)).toBeNull()
  expect(parseApiKey(` ${key}`)).toBeNull()
})

test.each(['svy_live_0000000000000000000000000000001YEOP8', 'svy_live_AbCdEfGhIjKlMnOpQrStUvWxYz01233P4DYg'])(
  'keys of earlier versions stay valid: %s',
  (key) => {
    expect(parseApiKey(key)?.hash).toEqual(createHash('sha256').update(key).digest())
  },
)
