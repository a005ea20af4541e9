import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OidcScript, type ScriptedOidc, startScriptedOidc, without } from '../../../test/support/scripted-oidc.ts'
import { type OidcDiscovery, openOidcDiscovery } from './discovery.ts'

let provider: ScriptedOidc
let discovery: OidcDiscovery | undefined
let log: string[]
let prepared: number

beforeEach(async () => {
  provider = await startScriptedOidc()
  log = []
  prepared = 0
})
afterEach(async () => {
  discovery?.close()
  await provider.close()
})

function open(issuer = provider.issuer, prepare = async () => {}): OidcDiscovery {
  const logger = pino({ level: 'warn' }, { write: (line: string) => void log.push(line) })
  discovery = openOidcDiscovery(issuer, {
    logger,
    prepare: async () => {
      prepared += 1
      await prepare()
    },
  })
  return discovery
}

const lastReason = () => (JSON.parse(log.at(-1) ?? '{}') as { reason?: string }).reason ?? ''

type Document = Readonly<Record<string, unknown>>
const changed = (change: (document: Document) => Document): OidcScript => ({ discovery: change })

describe('a discovery document', () => {
  test.each([
    ['as it is', {}, { algorithms: ['RS256'], secretIn: 'body' }],
    [
      'with algorithms of both kinds',
      changed((d) => ({ ...d, id_token_signing_alg_values_supported: ['none', 'ES256', 'HS512', 'PS384'] })),
      { algorithms: ['PS384', 'ES256'] },
    ],
    [
      'without algorithms: the one that all know',
      changed(without('id_token_signing_alg_values_supported')),
      { algorithms: ['RS256'] },
    ],
    ['without userinfo', changed(without('userinfo_endpoint')), { userInfoEndpoint: null }],
    [
      'that takes secrets in the header alone',
      changed((d) => ({ ...d, token_endpoint_auth_methods_supported: ['client_secret_basic'] })),
      { secretIn: 'header' },
    ],
    [
      'that takes secrets in both',
      changed((d) => ({
        ...d,
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      })),
      { secretIn: 'body' },
    ],
  ] as const)('%s is accepted', async (_what, script, expected) => {
    provider.play(script)
    const opened = open()
    await expect.poll(() => opened.current()).toMatchObject(expected)
    expect([prepared, log]).toEqual([1, []])
  })

  test.each([
    ['of another issuer', changed((d) => ({ ...d, issuer: 'https://evil.example' })), 'has the issuer "https://evil'],
    ['in another letter case', changed((d) => ({ ...d, issuer: String(d.issuer).toUpperCase() })), 'has the issuer'],
    ['without an issuer', changed(without('issuer')), 'has the issuer undefined'],
    [
      'with a slash more',
      changed((d) => ({ ...d, issuer: `${String(d.issuer)}/` })),
      'Only the trailing slash differs',
    ],
    ['without a token endpoint', changed(without('token_endpoint')), 'The token_endpoint'],
    [
      'with a userinfo endpoint that is not a URL',
      changed((d) => ({ ...d, userinfo_endpoint: 7 })),
      'The userinfo_endpoint',
    ],
    ['with keys in a file', changed((d) => ({ ...d, jwks_uri: 'file:///keys' })), 'The jwks_uri'],
    [
      'with signatures by shared secrets alone',
      changed((d) => ({ ...d, id_token_signing_alg_values_supported: ['HS256', 'none'] })),
      'has no supported signing algorithm',
    ],
    ['larger than 1 MiB', { oversized: ['/openid-configuration'] }, 'larger than 1048576 bytes'],
    ['with a redirect', { redirecting: ['/openid-configuration'] }, 'unexpected redirect'],
  ] as const)('%s is rejected, and requested again', async (_what, script, reason) => {
    provider.play(script)
    const opened = open()
    await expect.poll(() => lastReason()).toContain(reason)
    expect([opened.current(), prepared]).toEqual([null, 0])
    provider.play({})
    await expect.poll(() => opened.current()).not.toBeNull()
  })

  test('times out after 5 s', async () => {
    provider.play({ hanging: ['/openid-configuration'] })
    const startedAt = performance.now()
    open()
    await expect.poll(() => lastReason()).toContain('timeout')
    expect(performance.now() - startedAt).toBeGreaterThan(4_500)
  })

  test('is requested below the issuer, without its trailing slash', async () => {
    const { issuer } = provider
    provider.play(changed((d) => ({ ...d, issuer: `${issuer}/` })))
    const opened = open(`${issuer}/`)
    await expect.poll(() => opened.current()).not.toBeNull()
    expect(provider.requests).toEqual(['/.well-known/openid-configuration'])
  })

  test('is not used before the preparation is done', async () => {
    let isAway = true
    const opened = open(provider.issuer, async () => {
      if (isAway) throw new Error('the database is away')
    })
    await expect.poll(() => lastReason()).toBe('the database is away')
    expect(opened.current()).toBeNull()
    isAway = false
    await expect.poll(() => opened.current()).not.toBeNull()
  })
})
