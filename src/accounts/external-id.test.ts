import { expect, test } from 'vitest'
import { generateExternalId } from './external-id.ts'

test('external IDs have 256 random bits in characters that STS allows, and are unique', () => {
  const ids = Array.from({ length: 500 }, generateExternalId)
  expect(new Set(ids).size).toBe(500)
  for (const id of ids) expect(id).toMatch(/^svy-[\w-]{43}$/)
})
