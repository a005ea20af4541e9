import { expect, test } from 'vitest'
import { fitStatement, fitText } from './fit-text.ts'

/** Each character is as wide as the next. */
const measure = (text: string): number => text.length

test.each([
  ['private · 10.0.0.0/20 · 150 inside', 40, 'private · 10.0.0.0/20 · 150 inside'],
  ['private · 10.0.0.0/20 · 150 inside', 30, 'private · 10.0.0.0/20 …'],
  ['1 classic load balancer, 1 load balancer', 32, '1 classic load balancer, …'],
  ['memory database clusters of one kind', 27, 'memory database clusters …'],
  ['memory database clusters', 16, 'memory database…'],
  ['aurora-mysql-8.0.mysql_aurora', 12, 'aurora-mysq…'],
])('%s in %i characters is %s', (text, width, expected) => {
  const fitted = fitStatement(text, 11, 400, width, measure)
  expect(fitted).toBe(expected)
  expect(fitted.length).toBeLessThanOrEqual(width)
})

test('a name keeps as much of itself as there is room for', () => {
  expect(fitText('private · 10.0.0.0/20 · 150 inside', 11, 400, 30, measure)).toBe('private · 10.0.0.0/20 · 150 i…')
})
