import { expect, test } from 'vitest'
import { generateExternalId } from './external-id.ts'

test('external ids are what STS allows, long, and never the same', () => {
  const ids = Array.from({ length: 500 }, generateExternalId)
  expect(new Set(ids).size).toBe(500)
  for (const id of ids) expect(id).toMatch(/^[\w+=,.@:/-]{40,1224}$/)
})
