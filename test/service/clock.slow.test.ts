/**
 * Tests a machine whose clock is wrong by more than the duration of a session: the connection is verified, and the scan
 * is complete.
 */
import { afterEach, expect, test } from 'vitest'
import { coreServices, type RunningTestService, startRunningService } from '../support/running-service.ts'

let running: RunningTestService | null = null
afterEach(async () => {
  await running?.close()
  running = null
})

test.each([
  ['behind', 70 * 60_000],
  ['ahead', -70 * 60_000],
])('%s of AWS', async (_, offsetMs) => {
  running = await startRunningService({ services: coreServices, now: () => Date.now() + offsetMs })
  const { cloud } = running
  const ended = await running.scan()
  expect(ended).toMatchObject({ status: 'completed', errorMessage: null })
  const statuses = (await running.coverage(ended.id)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set(['collected']))
  // No credentials count as expired. Verification takes five attempts, some of them rejected for their time, and the
  // scan one more.
  const assumed = cloud.calls.filter(({ operation, status }) => operation === 'AssumeRole' && status === 200)
  expect(assumed).toHaveLength(2)
})
