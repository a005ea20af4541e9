import { expect, test } from 'vitest'
import { generateExternalId } from './external-id.ts'

test('external IDs are valid for STS, long, and unique', () => {
  const ids = Array.from({ length: 500 }, generateExternalId)
  expect(new Set(ids).size).toBe(500)
  for (const id of ids) expect(id).toMatch(/^[\w+=,.@:/-]{40,1224}$/)
})
