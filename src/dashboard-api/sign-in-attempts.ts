/**
 * Limits password guessing without letting an attacker lock users out. Per user and network, attempts over a limit are
 * rejected. Per user over all networks, responses are only delayed, except for networks where the user is signed in.
 */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressKey } from '../store/address-key.ts'
import type { Store } from '../store/store.ts'
import { addressGroup } from '../identity/address-group.ts'
import { SessionError } from './dashboard-error.ts'

const fromOnePlace = { most: 20, windowSeconds: 900 } as const
/** The delay starts at one second and doubles after each further `step` attempts. */
const fromAllPlaces = { most: 100, windowSeconds: 3_600, step: 50, longestDelayMs: 8_000 } as const
/** Per user and process: parallel guessing gains little, and filling the queue takes hundreds of networks. */
const mostDelayed = 50

export type Attempt = {
  /** Call after a correct password. */
  succeeded(): Promise<void>
}

export type SignInAttempts = {
  /** Resolves when the attempt may be made. Throws `TOO_MANY_REQUESTS`. */
  begin(email: string, address: string): Promise<Attempt>
}

export function signInAttempts({ attempts, userSessions }: Pick<Store, 'attempts' | 'userSessions'>): SignInAttempts {
  const delayed = new Map<string, number>()

  async function delay(account: string, milliseconds: number): Promise<void> {
    const before = delayed.get(account) ?? 0
    if (before >= mostDelayed) throw tooMany(Math.ceil(milliseconds / 1000))
    delayed.set(account, before + 1)
    try {
      await sleep(milliseconds)
    } finally {
      const left = (delayed.get(account) ?? 1) - 1
      if (left === 0) delayed.delete(account)
      else delayed.set(account, left)
    }
  }

  return {
    async begin(email, address) {
      const account = `account:${createHash('sha256').update(addressKey(email)).digest('base64url')}`
      const place = addressGroup(address)
      const here = `${account} ${place}`
      const fromHere = await attempts.count(here, fromOnePlace.windowSeconds)
      if (fromHere.count > fromOnePlace.most) throw tooMany(fromHere.leftSeconds)
      const { count } = await attempts.count(account, fromAllPlaces.windowSeconds)
      const delayMs = delayOf(count)
      if (delayMs > 0) {
        const isKnown = (await userSessions.addressesOf(email)).some((known) => addressGroup(known) === place)
        if (!isKnown) await delay(account, delayMs)
      }
      return {
        async succeeded() {
          await attempts.forget(here)
          await attempts.takeBack(account)
        },
      }
    },
  }
}

function delayOf(count: number): number {
  const { most, step, longestDelayMs } = fromAllPlaces
  return count <= most ? 0 : Math.min(longestDelayMs, 1_000 * 2 ** Math.floor((count - most - 1) / step))
}

function tooMany(retryAfterSeconds: number): SessionError {
  return new SessionError(
    'TOO_MANY_REQUESTS',
    'Too many failed sign-ins for this user. Try again later.',
    retryAfterSeconds,
  )
}
