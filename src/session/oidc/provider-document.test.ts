import { expect, test } from 'vitest'
import { readProviderDocument } from './provider-document.ts'

const issuer = 'https://id.example.com'
const document = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/keys`,
}

test('a provider with https is asked by https everywhere', () => {
  expect(readProviderDocument(document, issuer)).toMatchObject({ tokenEndpoint: `${issuer}/token` })
  for (const name of ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri']) {
    const unsafe = { ...document, [name]: 'http://id.example.com/x' }
    expect(() => readProviderDocument(unsafe, issuer)).toThrow(
      `The ${name} of its discovery document is no https address.`,
    )
  }
})
