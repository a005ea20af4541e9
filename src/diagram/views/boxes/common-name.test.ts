import { expect, test } from 'vitest'
import { commonName } from './common-name.ts'

test.each([
  [['shop-prod-mail-worker', 'shop-prod-cart-worker'], 'shop-prod-*-worker'],
  [['shop-prod-mail', 'shop-prod-cart'], 'shop-prod-*'],
  [['mail-prod-worker', 'cart-prod-worker'], '*-prod-worker'],
  [['web-01', 'web-02', 'web-10'], 'web-*'],
  [['web01', 'web02'], 'web*'],
  [['web-1a', 'web-2b'], 'web-*'],
  [['web-0a7e852f48', 'web-11a7852f48'], 'web-*'],
  [['web', 'web'], 'web'],
  [['shop-a-api', 'shop-b-api'], 'shop-*-api'],
])('%j have %s in common', (names, common) => {
  expect(commonName(names)).toBe(common)
})

test.each([[['shop-mail', 'shop-cart']], [['mail-worker', 'cart-worker']], [['mail', 'cart']], [['1', '2']], [[]]])(
  '%j have nothing in common that names them',
  (names) => {
    expect(commonName(names)).toBeNull()
  },
)
