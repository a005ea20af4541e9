import { expect, test } from 'vitest'
import { environmentsIn, hasEnvironment, withoutEnvironment } from './environment-words.ts'

test.each([
  'shop-prod-api',
  'Shop Homologação',
  'loja_produção',
  'tienda-desarrollo',
  'boutique.recette',
  'laden-abnahme',
  'ShopProdApi',
  'devShop',
  'shopAPIStaging',
  'Shop2Test',
])('an environment is a word of %s', (name) => {
  expect(hasEnvironment(name)).toBe(true)
  // Some systems write letters and their accents apart.
  expect(hasEnvironment(name.normalize('NFD'))).toBe(true)
})

test.each(['products', 'latest', 'device', 'protest-api', 'staging2', 'Latest', 'deviceShadow', 'ProdigyTestimony'])(
  'no environment is a word of %s',
  (name) => {
    expect(hasEnvironment(name)).toBe(false)
    expect(withoutEnvironment(name)).toBe(name.toLowerCase())
  },
)

test('counterparts are the same without it', () => {
  expect(withoutEnvironment('Loja-Produção-web')).toBe(withoutEnvironment('loja-staging-web'))
  expect(withoutEnvironment('negozio-collaudo')).toBe('negozio-*')
  expect(withoutEnvironment('ShopProdApi')).toBe(withoutEnvironment('ShopStagingApi'))
})

test.each(['ShopPreProdApi', 'shop-preProd-api', 'shop-pre-prod-api', 'shop_préprod', 'ShopNonProd', 'shop-non_prod'])(
  '%s is not of production',
  (name) => {
    expect(environmentsIn(name)).toHaveLength(1)
    expect(environmentsIn(name)).not.toContain('prod')
  },
)
