import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openProgress } from './read-progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function reading(isTTY: boolean) {
  const written: string[] = []
  const progress = openProgress({ write: (text) => written.push(text), isTTY }, 'eu-west-1', 148)
  progress.onPage('subnets', 2)
  progress.onPage('subnets', 3)
  progress.onPage('vpcs', 1)
  progress.onCoverage()
  return { progress, written }
}

test('is one line that changes on a terminal, and leaves none', () => {
  const { progress, written } = reading(true)
  vi.advanceTimersByTime(400)
  progress.close()
  vi.advanceTimersByTime(400)
  const line = '\r\u001B[KReading eu-west-1: 1 of 148 resource types, 4 resources'
  expect(written).toEqual([line, line, '\r\u001B[K'])
})

test('is a line every 10 s elsewhere', () => {
  const { progress, written } = reading(false)
  vi.advanceTimersByTime(19_000)
  progress.close()
  vi.advanceTimersByTime(19_000)
  expect(written).toEqual(['Reading eu-west-1: 1 of 148 resource types, 4 resources\n'])
})
