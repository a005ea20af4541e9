import { expect, test } from 'vitest'
import { stableStatus } from './stable-status.ts'

test.each([
  ['backing-up', 'available'],
  ['available, prep-for-resize', 'available'],
  ['UPDATING', 'ACTIVE'],
])('%s is temporary and does not count as a change', (status, lasting) => expect(stableStatus(status)).toBe(lasting))

test.each(['available', 'stopped', 'deleting', 'ACTIVE', undefined])('%s stays unchanged', (status) =>
  expect(stableStatus(status)).toBe(status),
)
