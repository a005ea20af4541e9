import { expect, test } from 'vitest'
import { namesByPattern } from './common-pattern.ts'

function patterns(names: readonly string[], least = 2) {
  const found = namesByPattern(
    names.map((name) => ({ name })),
    least,
  )
  return [...found].map(([pattern, named]) => [pattern, named.map(({ name }) => name)])
}

test.each([
  [['tenant-acme', 'tenant-blue-sky'], 'tenant-*'],
  [['acme.tenant', 'blue.sky.tenant'], '*.tenant'],
  [['shop-acme-api', 'shop-bluth-api'], 'shop-*-api'],
  [['TenantAcme', 'TenantBluth'], 'Tenant*'],
  [['store 1', 'store 2'], 'store *'],
])('names such as %j are %s', (names, pattern) => {
  expect(patterns(names)).toEqual([[pattern, names]])
})

test('names with too little in common, or with many words, have no pattern', () => {
  expect(patterns(['tenant1', 'tenant2'])).toEqual([])
  expect(patterns(['a-1', 'a-2'])).toEqual([])
  expect(patterns(['orders-prod', 'users-prod'])).toEqual([])
  expect(patterns(['shop-1', 'store-2'])).toEqual([])
  const long = 'a-'.repeat(20)
  expect(patterns([`shop-${long}1`, `shop-${long}2`])).toEqual([])
})

test('each name is in the set of the pattern that most names have, if they are enough', () => {
  const names = ['shop-1-api', 'shop-2-api', 'shop-3', 'web-1-api', 'web-2']
  expect(patterns(names)).toEqual([
    ['shop-*', ['shop-1-api', 'shop-2-api', 'shop-3']],
    ['web-*', ['web-1-api', 'web-2']],
  ])
  expect(patterns(names, 3)).toEqual([['shop-*', ['shop-1-api', 'shop-2-api', 'shop-3']]])
  expect(patterns(names.toReversed(), 3).map(([pattern]) => pattern)).toEqual(['shop-*'])
})
