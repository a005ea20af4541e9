import type { RetryErrorInfo, RetryErrorType } from '@smithy/types'
import { expect, test } from 'vitest'
import { maxAttempts, maxFaults, maxTimeouts, boundedRetryStrategy } from './bounded-retry.ts'

/** As the SDK makes them of error answers. */
function sdkError(name: string, message: string): NonNullable<RetryErrorInfo['error']> {
  return Object.assign(new Error(message), { name }) as NonNullable<RetryErrorInfo['error']>
}

/** Fails until no further attempt is granted; what each wait was. */
async function waits(errorType: RetryErrorType, options: { attemptMs: number } & Omit<RetryErrorInfo, 'errorType'>) {
  let clock = 0
  const strategy = boundedRetryStrategy(() => clock)
  const { attemptMs, ...answer } = options
  const delays: number[] = []
  let token = await strategy.acquireInitialRetryToken('')
  for (;;) {
    clock += attemptMs
    const next = await strategy.refreshRetryTokenForRetry(token, { errorType, ...answer }).catch(() => null)
    if (next === null) return { delays, clock }
    token = next
    clock += token.getRetryDelay()
    delays.push(token.getRetryDelay())
  }
}

test('a throttled call is repeated with growing waits, up to the last attempt', async () => {
  const { delays, clock } = await waits('THROTTLING', { attemptMs: 50 })
  expect(delays).toHaveLength(maxAttempts - 1)
  expect(delays[0]).toBeLessThanOrEqual(250)
  expect(delays.at(-1)).toBeGreaterThanOrEqual(1_500)
  expect(clock).toBeLessThan(40_000)
})

test('a service that is down is given up within seconds', async () => {
  const { delays, clock } = await waits('TRANSIENT', { attemptMs: 50 })
  expect(delays).toHaveLength(maxFaults - 1)
  expect(delays[0]).toBeLessThanOrEqual(50)
  expect(clock).toBeLessThan(7_500)
})

test('a call that fails slowly is given up by time', async () => {
  const { delays, clock } = await waits('TRANSIENT', { attemptMs: 10_000 })
  expect(delays).toHaveLength(4)
  expect(clock).toBeLessThan(55_000)
})

test('a call that is not answered in time is repeated once', async () => {
  const error = Object.assign(sdkError('TimeoutError', 'a request has exceeded the time'), { code: 'ETIMEDOUT' })
  const { delays, clock } = await waits('TRANSIENT', { attemptMs: 20_000, error })
  expect(delays).toHaveLength(maxTimeouts - 1)
  expect(clock).toBeLessThan(41_000)
})

test('a connection that is not made in time is tried again as what else fails', async () => {
  const error = sdkError('TimeoutError', 'did not establish a connection')
  expect((await waits('TRANSIENT', { attemptMs: 1000, error })).delays).toHaveLength(maxFaults - 1)
})

test('the wait that an answer asks for is kept, within reason', async () => {
  const soon = await waits('THROTTLING', { attemptMs: 1, retryAfterHint: new Date(Date.now() + 10_000) })
  expect(soon.delays[0]).toBeGreaterThan(9_000)
  const never = await waits('THROTTLING', { attemptMs: 1, retryAfterHint: new Date(Date.now() + 86_400_000) })
  expect(Math.max(...never.delays)).toBe(20_000)
})

test('a call whose time was rejected is repeated twice, for the SDK to sign it with the corrected time', async () => {
  const error = sdkError('SignatureDoesNotMatch', 'Signature expired: 20261122T090000Z is now earlier')
  expect((await waits('CLIENT_ERROR', { attemptMs: 1, error })).delays).toHaveLength(2)
  const wrongKey = sdkError('SignatureDoesNotMatch', 'The signature does not match.')
  expect((await waits('CLIENT_ERROR', { attemptMs: 1, error: wrongKey })).delays).toEqual([])
})

test('what would fail again is not repeated', async () => {
  expect((await waits('CLIENT_ERROR', { attemptMs: 1 })).delays).toEqual([])
})
