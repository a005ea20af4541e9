import { expect, test } from 'vitest'
import { spacedList } from './list-text.ts'

test('items are divided by a comma and one space', () => {
  expect(spacedList('22,8443')).toBe('22, 8443')
  expect(spacedList('22, 8443,9000-9010')).toBe('22, 8443, 9000-9010')
  expect(spacedList('443')).toBe('443')
})
