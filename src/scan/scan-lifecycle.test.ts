import { expect, test } from 'vitest'
import { scanStatuses } from '../store/scan-status.ts'
import { statusesBefore, transition } from './scan-lifecycle.ts'

test('a scan goes from queued to scanning to completed or failed', () => {
  expect(transition('queued', 'taken up')).toBe('scanning')
  expect(transition('scanning', 'finished')).toBe('completed')
  expect(transition('scanning', 'gave up')).toBe('failed')
  expect(transition('queued', 'gave up')).toBe('failed')
})

test('the scan of a lost worker is taken up again', () => {
  expect(transition('scanning', 'taken up')).toBe('scanning')
})

test('a scan that was never taken up cannot finish', () => {
  expect(transition('queued', 'finished')).toBeNull()
})

test('an ended scan never changes', () => {
  for (const status of ['completed', 'failed'] as const) {
    for (const event of ['taken up', 'finished', 'gave up'] as const) expect(transition(status, event)).toBeNull()
  }
})

test('the statuses before an event are all those with a transition', () => {
  for (const event of ['taken up', 'finished', 'gave up'] as const) {
    const leading: readonly string[] = scanStatuses.filter((status) => transition(status, event) !== null)
    expect(statusesBefore(event)).toEqual(leading)
  }
})
