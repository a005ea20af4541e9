import { expect, test } from 'vitest'
import { fitMiddle, fitName, fitStatement, fitText } from './fit-text.ts'

/** Each character is as wide as the next. */
const measure = (text: string): number => text.length

test.each([
  ['private · 10.0.0.0/20 · 150 inside', 40, 'private · 10.0.0.0/20 · 150 inside'],
  ['private · 10.0.0.0/20 · 150 inside', 30, 'private · 10.0.0.0/20 …'],
  ['1 classic load balancer, 1 load balancer', 32, '1 classic load balancer, …'],
  ['memory database clusters of one kind', 27, 'memory database clusters …'],
  ['memory database clusters', 16, 'memory database…'],
  ['aurora-mysql-8.0.mysql_aurora', 12, 'aurora-mysq…'],
  ['in retail-store-ecs-staging-cluster', 32, 'in retail-store-ecs…ging-cluster'],
  ['node retail-store-ecs-prod and others', 20, 'node retail-store-e…'],
])('%s in %i characters is %s', (text, width, expected) => {
  const fitted = fitStatement(text, 11, 400, width, measure)
  expect(fitted).toBe(expected)
  expect(fitted.length).toBeLessThanOrEqual(width)
})

test('a name keeps as many characters as fit', () => {
  expect(fitText('private · 10.0.0.0/20 · 150 inside', 11, 400, 30, measure)).toBe('private · 10.0.0.0/20 · 150 i…')
})

test.each([
  ['shop-prod-orders-worker', 23, 'shop-prod-orders-worker'],
  ['shop-prod-orders-worker', 22, 'shop-prod-or…rs-worker'],
  ['shop-prod-orders-worker', 12, 'shop-pr…rker'],
  ['shop-prod-orders-worker', 1, '…'],
])('%s in %i characters is cut in the middle: %s', (text, width, expected) => {
  const fitted = fitMiddle(text, 12, 600, width, measure)
  expect(fitted).toBe(expected)
  expect(fitted.length).toBeLessThanOrEqual(width)
})

test('names that differ only at their ends stay different', () => {
  const names = ['create', 'cancel'].map((end) => `shop-production-orders-service-functions-${end}`)
  const fitted = names.map((name) => fitName(name, 12, 600, 16, measure).join(' '))
  expect(fitted).toEqual(['shop-production- orders-se…create', 'shop-production- orders-se…cancel'])
})

test('characters of several code units are never cut', () => {
  expect(fitMiddle('👩‍💻👩‍💻👩‍💻', 12, 600, 13, (text) => text.length)).toBe('👩‍💻…👩‍💻')
})

test.each([
  ['OnPackageCreatedFunction', ['OnPackageCreated', 'Function']],
  ['onPackageCREATEDFunction', ['onPackage', 'CREATEDFunction']],
  ['orders-OnCreatedFunction', ['orders-OnCreated', 'Function']],
  ['packages-created-by-event', ['packages-created-', 'by-event']],
  ['packagescreatedbyanevent', ['packagescreatedbya', 'nevent']],
  ['igw-03ad663a0e9978244', ['igw-', '03ad663a0e9978244']],
  ['igw-03ad663a0e9978244ab', ['igw-03ad663a0e9978', '244ab']],
  ['a-prod, a-staging-01x', ['a-prod,', 'a-staging-01x']],
  ['a-prod, a-staging-01, b', ['a-prod, a-staging-', '01, b']],
  ['a-prod, a-staging-of-customers', ['a-prod, a-staging-', 'of-customers']],
])('the name %s is broken between names, before a capital letter, or after a separator', (name, lines) => {
  expect(fitName(name, 12, 600, 18, measure)).toEqual(lines)
})
