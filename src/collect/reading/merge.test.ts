import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { mergeReads } from './merge.ts'

/** Errors that nobody handles end the process. */
function unhandled(): readonly unknown[] {
  const errors: unknown[] = []
  const listener = (error: unknown) => void errors.push(error)
  process.on('unhandledRejection', listener)
  onTestFinished(() => void process.off('unhandledRejection', listener))
  return errors
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

async function* failing(values: readonly number[], message: string): AsyncGenerator<number> {
  yield* values
  await nextTurn()
  throw new Error(message)
}

async function* listed(values: readonly number[]): AsyncGenerator<number> {
  yield* values
}

test('yields what all reads yield, a limited number at once', async () => {
  const running = { now: 0, most: 0 }
  async function* read(input: number): AsyncGenerator<number> {
    running.now += 1
    running.most = Math.max(running.most, running.now)
    await nextTurn()
    yield input
    yield input * 10
    running.now -= 1
  }
  const results = await Array.fromAsync(mergeReads(listed([1, 2, 3, 4, 5]), read, 2))
  expect(results.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 10, 20, 30, 40, 50])
  expect(running.most).toBe(2)
})

test('a read that fails while its reader is busy fails the reads later, and not the process', async () => {
  const errors = unhandled()
  const reads = mergeReads(listed([1]), (input) => failing([input], 'denied'), 2)
  expect(await reads.next()).toEqual({ done: false, value: 1 })
  await turns(5)
  await expect(reads.next()).rejects.toThrow('denied')
  expect(errors).toEqual([])
})

test('inputs that fail while no further read may start fail the reads later, and not the process', async () => {
  const errors = unhandled()
  const reads = mergeReads(failing([1], 'the list broke off'), (input) => listed([input, input * 10]), 1)
  expect(await reads.next()).toEqual({ done: false, value: 1 })
  await turns(5)
  await expect(Array.fromAsync(reads)).rejects.toThrow('the list broke off')
  expect(errors).toEqual([])
})
