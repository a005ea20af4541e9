import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { challengeOf, registerResourceMetadata } from './resource-metadata.ts'

const signOn = { issuer: 'https://login.example.com' }
const path = '/.well-known/oauth-protected-resource/mcp'

async function get(publicUrl: string | null, given: typeof signOn | null) {
  const app = fastify()
  registerResourceMetadata(app, '/mcp', publicUrl, given)
  const { statusCode, body } = await app.inject(path)
  return { statusCode, body: JSON.parse(body) as unknown }
}

test('with SSO, callers without a key learn the issuer', async () => {
  expect(challengeOf('/mcp', 'https://example.com/tools', signOn)).toBe(
    'Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource/tools/mcp"',
  )
  expect(await get('https://example.com', signOn)).toMatchObject({
    statusCode: 200,
    body: { resource: 'https://example.com/mcp', authorization_servers: ['https://login.example.com'] },
  })
})

test('without SSO there is nothing to learn', async () => {
  expect(challengeOf('/mcp', 'https://example.com', null)).toBe('Bearer')
  expect((await get('https://example.com', null)).statusCode).toBe(404)
})
