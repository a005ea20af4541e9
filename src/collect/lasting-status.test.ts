import { expect, test } from 'vitest'
import { lastingStatus } from './lasting-status.ts'

test.each([
  ['backing-up', 'available'],
  ['available, prep-for-resize', 'available'],
  ['UPDATING', 'ACTIVE'],
])('%s comes and goes by itself, and is no change', (status, lasting) => expect(lastingStatus(status)).toBe(lasting))

test.each(['available', 'stopped', 'deleting', 'ACTIVE', undefined])('%s stays as it is', (status) =>
  expect(lastingStatus(status)).toBe(status),
)
