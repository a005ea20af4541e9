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

test('a provider with https needs https endpoints', () => {
  expect(readProviderDocument(document, issuer)).toMatchObject({ tokenEndpoint: `${issuer}/token` })
  for (const name of ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri']) {
    const unsafe = { ...document, [name]: 'http://id.example.com/x' }
    expect(() => readProviderDocument(unsafe, issuer)).toThrow(
      `The ${name} of the discovery document is not an HTTPS URL.`,
    )
  }
})

function refused(named: unknown): string {
  try {
    readProviderDocument({ ...document, issuer: named }, issuer)
  } catch (error) {
    return String(error)
  }
  throw new Error('the document was believed')
}

test('the error shows the issuer of the document in one short line', () => {
  expect(refused('https://other.example.com')).toContain('has the issuer "https://other.example.com", but')
  for (const named of ['x'.repeat(1_000_000), Array.from({ length: 100_000 }, () => 'x')]) {
    expect(refused(named)).toContain('They must match exactly.')
    expect(refused(named).length).toBeLessThan(1_000)
  }
})
