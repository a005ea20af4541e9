import { expect, test } from 'vitest'
import { commonName, ownNames } from './common-name.ts'

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

test.each([
  [
    ['shop-prod-prometheus', 'shop-prod-gitlab-runner'],
    ['prometheus', 'gitlab-runner'],
  ],
  [
    ['shop-mail-worker', 'shop-cart-worker'],
    ['mail-worker', 'cart-worker'],
  ],
  [
    ['shop-prod', 'shop-prod-old'],
    ['shop-prod', 'shop-prod-old'],
  ],
  [
    ['mail', 'cart'],
    ['mail', 'cart'],
  ],
  [
    ['ses-bounces-prod', 'ses-bounces-staging'],
    ['ses-bounces-prod', 'ses-bounces-staging'],
  ],
  [
    ['shop-prod-2', 'shop-produção-1'],
    ['shop-prod-2', 'shop-produção-1'],
  ],
  [
    ['shop-mail-prod', 'shop-cart-staging'],
    ['mail-prod', 'cart-staging'],
  ],
  [
    ['shop-prod', 'shop-cart'],
    ['prod', 'cart'],
  ],
  [['web-01', 'web-02'], null],
  [['web-1a', 'web-2b'], null],
  [['web', 'web'], null],
])('of %j, what they have of their own is %j', (names, own) => {
  expect(ownNames(names)).toEqual(own)
})
