import { expect, test } from 'vitest'
import { createFairTurns } from './fair-turns.ts'

const patient = new AbortController().signal

test('limits concurrent tasks, and waiting owners take turns', async () => {
  const turns = createFairTurns(1)
  const order: string[] = []
  const work = async (owner: string, name: string): Promise<void> => {
    const giveBack = await turns.take(owner, patient)
    order.push(name)
    await Promise.resolve()
    giveBack()
    giveBack()
  }
  await Promise.all([
    work('busy', 'busy 1'),
    work('busy', 'busy 2'),
    work('busy', 'busy 3'),
    work('busy', 'busy 4'),
    work('other', 'other 1'),
  ])
  expect(order).toEqual(['busy 1', 'busy 2', 'other 1', 'busy 3', 'busy 4'])
})

test('an aborted waiter leaves the queue, and no other does', async () => {
  const turns = createFairTurns(1)
  const giveBack = await turns.take('one', patient)
  const leaving = new AbortController()
  const left = turns.take('two', leaving.signal)
  const stays = turns.take('three', patient)
  expect(turns.waitingOf('two')).toBe(1)
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  expect(turns.waitingOf('two')).toBe(0)
  giveBack()
  const last = await stays
  last()
  const again = await turns.take('two', patient)
  again()
})
