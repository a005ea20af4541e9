import { expect, test } from 'vitest'
import { createFairTurns } from '../drawing/fair-turns.ts'
import { generateShareToken } from '../store/keys/share-token.ts'
import type { Store } from '../store/store.ts'
import { findShared, lookUpsAtOnce } from './find-shared.ts'

/** Only links that take their turn are looked up. */
const noStore = {} as Store

test('201 waiting look-ups are too many, and a malformed token needs none', async () => {
  const turns = createFairTurns(lookUpsAtOnce)
  const never = new AbortController()
  const taken = Array.from({ length: lookUpsAtOnce + 199 }, () => turns.take('', never.signal).catch(() => null))
  const last = findShared(noStore, generateShareToken().token, turns).catch((error: unknown) => error)
  expect(turns.waitingOf('')).toBe(200)
  expect(await findShared(noStore, generateShareToken().token, turns)).toBe('busy')
  expect(await findShared(noStore, 'svy_share_malformed', turns)).toBe('dead')
  never.abort()
  for (const giveBack of await Promise.all(taken)) giveBack?.()
  // It waited for its turn, and failed because there is no database.
  expect(await last).toBeInstanceOf(TypeError)
})
