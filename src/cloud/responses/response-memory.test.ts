import { expect, test } from 'vitest'
import { createResponseMemory, holdResponses } from './response-memory.ts'

const mebibyte = 1024 * 1024

/** Returns the promise's state after all pending work has run. */
async function state(promise: Promise<unknown>): Promise<string> {
  const settled = promise.then(
    () => 'taken',
    (error: Error) => error.message,
  )
  return Promise.race([settled, new Promise<string>((resolve) => setImmediate(() => resolve('waiting')))])
}

test('responses use half of the memory, large ones three quarters of that, in any order that fits', async () => {
  const room = createResponseMemory(256)
  for (let taken = 0; taken < 3; taken += 1) await room.take(32 * mebibyte)
  const large = room.take(2 * mebibyte)
  expect(await state(large)).toBe('waiting')
  // The last quarter is reserved for small responses.
  for (let taken = 0; taken < 32; taken += 1) await room.take(mebibyte)
  const small = room.take(1)
  expect(await state(small)).toBe('waiting')
  room.give(1)
  expect(await state(small)).toBe('taken')
  expect(await state(large)).toBe('waiting')
  room.give(64 * mebibyte)
  expect(await state(large)).toBe('taken')
})

test('a wait that times out rejects with a reason, and takes no memory', async () => {
  const room = createResponseMemory(128, 100)
  await room.take(48 * mebibyte)
  await room.take(mebibyte)
  await expect(room.take(32 * mebibyte)).rejects.toThrow("the scan's other responses used its 128 MiB of memory")
  room.give(49 * mebibyte)
  await room.take(48 * mebibyte)
})

test('does not time out while memory is released', async () => {
  const room = createResponseMemory(128, 300)
  await room.take(48 * mebibyte)
  const late = room.take(48 * mebibyte)
  for (let given = 0; given < 48; given += 4) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    // Releasing zero bytes isn't progress.
    room.give(0)
    room.give(4 * mebibyte)
  }
  await expect(late).resolves.toBeUndefined()
})

test('releasing zero bytes does not extend the wait', async () => {
  const room = createResponseMemory(128, 200)
  await room.take(48 * mebibyte)
  const timer = setInterval(() => room.give(0), 20)
  await expect(room.take(48 * mebibyte)).rejects.toThrow('used its 128 MiB')
  clearInterval(timer)
})

test('an aborted wait rejects with the reason, and the next one gets its turn', async () => {
  const room = createResponseMemory(128)
  await room.take(48 * mebibyte)
  const stop = new AbortController()
  const waiting = room.take(32 * mebibyte, stop.signal)
  const next = room.take(16 * mebibyte)
  stop.abort(new Error('no longer wanted'))
  await expect(waiting).rejects.toThrow('no longer wanted')
  room.give(32 * mebibyte)
  await next
  await expect(room.take(1, stop.signal)).rejects.toThrow('no longer wanted')
})

test('releases handed-over memory once, without later additions', async () => {
  const room = createResponseMemory(128)
  await room.take(48 * mebibyte)
  const held = holdResponses(room)
  held.add(32 * mebibyte)
  const giveBack = held.handOver()
  held.add(16 * mebibyte)
  const [first, second] = [room.take(32 * mebibyte), room.take(16 * mebibyte)]
  giveBack()
  giveBack()
  await first
  expect(await state(second)).toBe('waiting')
  held.handOver()()
  await second
})
