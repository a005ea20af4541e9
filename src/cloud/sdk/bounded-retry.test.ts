import type { RetryErrorInfo, RetryErrorType } from '@smithy/types'
import { expect, test } from 'vitest'
import { maxAttempts, maxFaults, maxTimeouts, boundedRetryStrategy } from './bounded-retry.ts'

/** An error as the SDK creates it from an error response. */
function sdkError(name: string, message: string): NonNullable<RetryErrorInfo['error']> {
  return Object.assign(new Error(message), { name }) as NonNullable<RetryErrorInfo['error']>
}

/** An error response as the SDK marks it while its clock offset is large. */
function marked(name: string, httpStatusCode: number): NonNullable<RetryErrorInfo['error']> {
  return Object.assign(sdkError(name, ''), { $metadata: { httpStatusCode, clockSkewCorrected: true as const } })
}

/** Fails until no further attempt is allowed, and returns the waits. */
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

async function retriesOf(error: NonNullable<RetryErrorInfo['error']>): Promise<number> {
  return (await waits('TRANSIENT', { attemptMs: 1, error })).delays.length
}

test('retries a throttled call with growing waits, up to the last attempt', async () => {
  const { delays, clock } = await waits('THROTTLING', { attemptMs: 50 })
  expect(delays).toHaveLength(maxAttempts - 1)
  expect(delays[0]).toBeLessThanOrEqual(250)
  expect(delays.at(-1)).toBeGreaterThanOrEqual(1_500)
  expect(clock).toBeLessThan(40_000)
})

test('gives up on an unavailable service within seconds', async () => {
  const { delays, clock } = await waits('TRANSIENT', { attemptMs: 50 })
  expect(delays).toHaveLength(maxFaults - 1)
  expect(delays[0]).toBeLessThanOrEqual(50)
  expect(clock).toBeLessThan(7_500)
})

test('limits slow failures by time', async () => {
  const { delays, clock } = await waits('TRANSIENT', { attemptMs: 10_000 })
  expect(delays).toHaveLength(4)
  expect(clock).toBeLessThan(55_000)
})

test('retries a call that timed out once', async () => {
  const error = Object.assign(sdkError('TimeoutError', 'a request has exceeded the time'), { code: 'ETIMEDOUT' })
  const { delays, clock } = await waits('TRANSIENT', { attemptMs: 20_000, error })
  expect(delays).toHaveLength(maxTimeouts - 1)
  expect(clock).toBeLessThan(41_000)
})

test('retries a connection timeout like other failures', async () => {
  const error = sdkError('TimeoutError', 'did not establish a connection')
  expect((await waits('TRANSIENT', { attemptMs: 1000, error })).delays).toHaveLength(maxFaults - 1)
})

test('observes Retry-After up to a limit', async () => {
  const soon = await waits('THROTTLING', { attemptMs: 1, retryAfterHint: new Date(Date.now() + 10_000) })
  expect(soon.delays[0]).toBeGreaterThan(9_000)
  const never = await waits('THROTTLING', { attemptMs: 1, retryAfterHint: new Date(Date.now() + 86_400_000) })
  expect(Math.max(...never.delays)).toBe(20_000)
})

test('retries a call with a rejected time twice, so that the SDK signs it with the corrected time', async () => {
  const error = sdkError('SignatureDoesNotMatch', 'Signature expired: 20261122T090000Z is now earlier')
  expect((await waits('CLIENT_ERROR', { attemptMs: 1, error })).delays).toHaveLength(2)
  const wrongKey = sdkError('SignatureDoesNotMatch', 'The signature does not match.')
  expect((await waits('CLIENT_ERROR', { attemptMs: 1, error: wrongKey })).delays).toEqual([])
})

test('retries a rejected time after other faults, and each of two rejections', async () => {
  const strategy = boundedRetryStrategy(() => 0)
  const rejected = { errorType: 'CLIENT_ERROR', error: sdkError('RequestTimeTooSkewed', 'too far') } as const
  const unavailable = { errorType: 'TRANSIENT', error: sdkError('InternalError', 'later') } as const
  let token = await strategy.acquireInitialRetryToken('')
  for (const failure of [rejected, unavailable, unavailable, rejected]) {
    token = await strategy.refreshRetryTokenForRetry(token, failure)
  }
  await expect(strategy.refreshRetryTokenForRetry(token, rejected)).rejects.toThrow('No further attempt')
})

test('retries errors during a clock correction only if they are temporary themselves', async () => {
  expect(await retriesOf(marked('AccessDenied', 403))).toBe(0)
  expect(await retriesOf(marked('InternalError', 500))).toBe(maxFaults - 1)
  expect(await retriesOf(marked('RequestTimeout', 400))).toBe(maxFaults - 1)
  expect(await retriesOf(marked('RequestTimeTooSkewed', 403))).toBe(2)
})

test('does not retry permanent errors', async () => {
  expect((await waits('CLIENT_ERROR', { attemptMs: 1 })).delays).toEqual([])
})
