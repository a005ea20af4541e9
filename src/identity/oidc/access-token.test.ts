import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ScriptedOidc, startScriptedOidc } from '../../../test/support/scripted-oidc.ts'
import { accessTokenReader } from './access-token.ts'
import { openOidcDiscovery } from './discovery.ts'

const audience = 'https://surveyor.example.com/mcp'
const logger = pino({ level: 'silent' })

let oidc: ScriptedOidc
beforeAll(async () => {
  oidc = await startScriptedOidc()
})
afterAll(() => oidc.close())

const open = () => openOidcDiscovery(oidc.issuer, { logger, prepare: async () => {} })
/** As if every subject were a user of the same name. */
const credentials = { find: async ({ subject }: { readonly subject: string }) => subject }

test('before the provider has responded, nothing is known of a token', async () => {
  oidc.play({ hanging: ['openid-configuration'] })
  const discovery = open()
  const read = accessTokenReader(discovery, { credentials, logger })
  expect(await read(await oidc.accessToken({ aud: audience, sub: 'ada' }), audience)).toEqual({ kind: 'unavailable' })
  discovery.close()
})

test('a provider whose keys cannot be loaded says nothing of a token', async () => {
  oidc.play({ redirecting: ['/keys'] })
  const discovery = open()
  await expect.poll(() => discovery.current()).not.toBeNull()
  const read = accessTokenReader(discovery, { credentials, logger })
  const token = await oidc.accessToken({ aud: audience, sub: 'ada' })
  expect(await read(token, audience)).toEqual({ kind: 'unavailable' })
  oidc.play({})
  expect(await read(token, audience)).toEqual({ kind: 'user', userId: 'ada', scopes: [] })
  discovery.close()
})
