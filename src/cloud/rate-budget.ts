/**
 * Limits AWS calls to a share of the documented request rates. Each account, region, and documented limit has one token
 * bucket, shared by all scans, so that the customer's own automation keeps its part.
 */
import { limitOf, type RateLimit } from './rate-limits.ts'

export type RateScope = {
  /** The 12-digit ID of the account whose limits apply. */
  readonly accountNumber: string
  /** The region of the called endpoint. */
  readonly region: string
  /** The service's name in `Service`, for example `ec2`. */
  readonly service: string
  /** The SDK's operation name, for example `DescribeVpcs`. */
  readonly operation: string
}

/** Permission for one attempt to be sent now. It must be ended exactly once. */
export type Permit = { end(outcome: 'answered' | 'throttled'): void }

export type RateBudget = {
  /**
   * Waits for the attempt's turn: first come, first served, but retries before first attempts, so that calls end
   * roughly in order. Rejects only when `signal` aborts, with its reason.
   */
  acquire(scope: RateScope, attempt: { readonly repeated: boolean; readonly signal?: AbortSignal }): Promise<Permit>
  /** The number of buckets in use or below their full burst. */
  readonly bucketCount: number
}

/** A throttled bucket halves its refill rate, but never below this fraction of it. */
const slowest = 1 / 8
/**
 * After throttling, the rate stays constant for a while. Then it grows by this fraction of the full rate each second.
 */
const recoverAfterMs = 5_000
const recoveryPerSecond = 0.05
const sweepEveryMs = 10_000

/** `sharePercent`: the share of each documented burst and rate, 1 to 100. `now`: a monotonic clock in milliseconds. */
export function createRateBudget(options: { readonly sharePercent: number; readonly now?: () => number }): RateBudget {
  const now = options.now ?? (() => performance.now())
  const buckets = new Map<string, TokenBucket>()
  let sweptAt = now()

  function sweep(): void {
    if (now() - sweptAt < sweepEveryMs) return
    sweptAt = now()
    for (const [key, bucket] of buckets) if (bucket.isAtRest()) buckets.delete(key)
  }

  return {
    acquire({ accountNumber, region, service, operation }, { repeated, signal }) {
      const { name, limit } = limitOf(service, operation)
      const key = `${accountNumber} ${region} ${name}`
      sweep()
      const bucket = buckets.get(key) ?? createTokenBucket(limit, options.sharePercent / 100, now)
      buckets.set(key, bucket)
      return bucket.acquire(repeated, signal)
    },
    get bucketCount() {
      sweep()
      return buckets.size
    },
  }
}

type TokenBucket = {
  acquire(repeated: boolean, signal?: AbortSignal): Promise<Permit>
  /** Whether it is in its initial state. */
  isAtRest(): boolean
}

function createTokenBucket(limit: RateLimit, share: number, now: () => number): TokenBucket {
  const capacity = Math.max(1, limit.burst * share)
  const fullRate = limit.perSecond * share
  /** In order of arrival. A set, so that an aborted attempt can be removed cheaply. */
  const waiting = { repeated: new Set<() => void>(), first: new Set<() => void>() }
  let tokens = capacity
  let refilledAt = now()
  let inFlight = 0
  /** The used fraction of the full rate. */
  let pace = 1
  let slowedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null

  function refill(): void {
    const at = now()
    const recoveringMs = at - Math.max(refilledAt, slowedAt + recoverAfterMs)
    if (recoveringMs > 0) pace = Math.min(1, pace + (recoveringMs / 1000) * recoveryPerSecond)
    tokens = Math.min(Math.max(1, capacity * pace), tokens + ((at - refilledAt) / 1000) * fullRate * pace)
    refilledAt = at
  }

  function admit(): void {
    refill()
    for (const queue of [waiting.repeated, waiting.first]) {
      for (const start of queue) {
        // Slightly less than one, because a timer may fire a fraction of a millisecond early.
        if (inFlight >= limit.inFlight || tokens < 0.999) break
        queue.delete(start)
        tokens -= 1
        inFlight += 1
        start()
      }
    }
    if (timer !== null) clearTimeout(timer)
    const isShort = waiting.repeated.size + waiting.first.size > 0 && inFlight < limit.inFlight
    timer = isShort ? setTimeout(admit, Math.ceil(((1 - tokens) / (fullRate * pace)) * 1000)) : null
  }

  function permit(): Permit {
    const startedAt = now()
    let ended = false
    return {
      end(outcome) {
        if (ended) return
        ended = true
        inFlight -= 1
        refill()
        // An attempt that started before the last slowdown isn't evidence against the current pace.
        if (outcome === 'throttled' && startedAt > slowedAt) {
          pace = Math.max(slowest, pace / 2)
          tokens = 0
          slowedAt = now()
        }
        admit()
      },
    }
  }

  return {
    acquire(repeated, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason as Error)
          return
        }
        const queue = repeated ? waiting.repeated : waiting.first
        const start = () => {
          signal?.removeEventListener('abort', leave)
          resolve(permit())
        }
        const leave = () => {
          queue.delete(start)
          admit()
          reject(signal?.reason as Error)
        }
        signal?.addEventListener('abort', leave, { once: true })
        queue.add(start)
        admit()
      })
    },
    isAtRest() {
      refill()
      return inFlight === 0 && waiting.repeated.size + waiting.first.size === 0 && pace === 1 && tokens >= capacity
    },
  }
}
