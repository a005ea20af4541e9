import { expect, test } from 'vitest'
import { stableStatus } from './stable-status.ts'

test.each([
  ['backing-up', 'available'],
  ['available, prep-for-resize', 'available'],
  ['UPDATING', 'ACTIVE'],
])('%s comes and goes by itself, and is no change', (status, lasting) => expect(stableStatus(status)).toBe(lasting))

test.each(['available', 'stopped', 'deleting', 'ACTIVE', undefined])('%s stays as it is', (status) =>
  expect(stableStatus(status)).toBe(status),
)
