import { expect, test } from 'vitest'
import { hasEnvironment, withoutEnvironment } from './environment-words.ts'

test.each([
  'shop-prod-api',
  'Shop Homologação',
  'loja_produção',
  'tienda-desarrollo',
  'boutique.recette',
  'laden-abnahme',
])('an environment is a word of %s', (name) => {
  expect(hasEnvironment(name)).toBe(true)
  // Some systems write letters and their accents apart.
  expect(hasEnvironment(name.normalize('NFD'))).toBe(true)
})

test.each(['products', 'latest', 'device', 'protest-api', 'staging2'])('no environment is a word of %s', (name) => {
  expect(hasEnvironment(name)).toBe(false)
  expect(withoutEnvironment(name)).toBe(name)
})

test('counterparts are the same without it', () => {
  expect(withoutEnvironment('Loja-Produção-web')).toBe(withoutEnvironment('loja-staging-web'))
  expect(withoutEnvironment('negozio-collaudo')).toBe('negozio-*')
})
