/** Tests the delays between retries, with a clock of the test. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SurveyorUnreachableError } from './errors.ts'
import { type Fetch, fetchWithRetries } from './fetch-with-retries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const refuse: Fetch = () => Promise.reject(new Error('connection refused'))

/** The seconds between the requests of a client whose service never responds. */
async function delays(random: number, retrySeconds: number): Promise<readonly number[]> {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  const times: number[] = []
  const fetch: Fetch = (url, init) => {
    times.push(Date.now())
    return refuse(url, init)
  }
  const outcome = fetchWithRetries(new Request('http://127.0.0.1:9'), { fetch, retrySeconds }).catch(
    (thrown: unknown) => thrown,
  )
  await vi.runAllTimersAsync()
  expect(await outcome).toMatchObject({ message: "http://127.0.0.1:9 can't be reached: connection refused." })
  return times.slice(1).map((time, place) => (time - (times[place] ?? 0)) / 1000)
}

test('the delay doubles up to 20 seconds, within the time for retries', async () => {
  expect(await delays(1, 80)).toEqual([0.5, 1, 2, 4, 8, 16, 20, 20])
  expect(await delays(1, 71)).toEqual([0.5, 1, 2, 4, 8, 16, 20])
})

test('the delay is between half and all of it, so that clients do not come back together', async () => {
  expect(await delays(0, 3)).toEqual([0.25, 0.5, 1])
  expect(await delays(0.5, 3)).toEqual([0.375, 0.75, 1.5])
})

test.each([0, 60])(
  'a request that the caller ends is not retried, with %i seconds for retries',
  async (retrySeconds) => {
    const ended = new AbortController()
    const request = new Request('http://127.0.0.1:9', { signal: ended.signal })
    let requests = 0
    const fetch: Fetch = (_url, { signal }) => {
      requests += 1
      ended.abort(new Error('Ctrl+C'))
      return Promise.reject(signal.reason as Error)
    }
    const error = await fetchWithRetries(request, { fetch, retrySeconds }).catch((thrown: unknown) => thrown)
    expect(error).not.toBeInstanceOf(SurveyorUnreachableError)
    expect([(error as Error).message, requests]).toEqual(['Ctrl+C', 1])
  },
)
