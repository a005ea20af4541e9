import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { certificate, startTlsProxy, type TlsProxy } from '../../test/support/tls-proxy.ts'
import { databaseClient } from './database-client.ts'
import { withSslMode } from './ssl-mode.ts'

let folder: string
let both: TlsProxy
let tlsOnly: TlsProxy

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-tls-'))
  await writeFile(join(folder, 'ca.pem'), certificate)
  const port = Number(new URL(inject('databaseUrl')).port)
  both = await startTlsProxy(port, { plain: true })
  tlsOnly = await startTlsProxy(port, { plain: false })
})
afterAll(async () => {
  both.close()
  tlsOnly.close()
  await rm(folder, { recursive: true })
})

/** Whether the session used TLS, or the reason of its rejection. */
async function session(proxy: TlsProxy, host: string, parameters: string): Promise<boolean | string> {
  const url = new URL(inject('databaseUrl'))
  url.hostname = host
  url.port = String(proxy.port)
  url.search = parameters.replace('CA', encodeURIComponent(join(folder, 'ca.pem')))
  try {
    const client = databaseClient(await withSslMode(url.href))
    await client.connect()
    await client.query('select 1')
    await client.end()
    return proxy.sessions.at(-1) ?? 'no session'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('as libpq reads sslmode', () => {
  test.each([
    ['', true],
    ['sslmode=disable', false],
    ['sslmode=allow', false],
    ['sslmode=prefer', true],
    // Encrypted, without a check of the server's identity.
    ['sslmode=require', true],
    ['sslmode=require&sslrootcert=CA', true],
    ['sslmode=verify-ca&sslrootcert=CA', true],
    ['sslmode=verify-full&sslrootcert=CA', expect.stringMatching(/does not match/)],
    ['sslmode=verify-full', expect.stringMatching(/self-signed/)],
    ['sslmode=verify-ca', expect.stringMatching(/^sslmode=verify-ca of DATABASE_URL needs sslrootcert/)],
    ['sslmode=constructor', expect.stringMatching(/^sslmode of DATABASE_URL is "constructor"/)],
    ['sslmode=sometimes', expect.stringMatching(/^sslmode of DATABASE_URL is "sometimes"/)],
  ])('"%s" with a server that accepts both', async (parameters, expected) => {
    expect(await session(both, '127.0.0.1', parameters)).toEqual(expected)
  })

  test('verify-full is satisfied by the name that the certificate is for', async () => {
    expect(await session(both, 'localhost', 'sslmode=verify-full&sslrootcert=CA')).toBe(true)
  })

  test('PGSSLMODE applies to addresses without a mode', async () => {
    vi.stubEnv('PGSSLMODE', 'disable')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await session(both, '127.0.0.1', '')).toBe(false)
    expect(await session(both, '127.0.0.1', 'sslmode=require')).toBe(true)
    vi.stubEnv('PGSSLMODE', 'never')
    expect(await session(both, '127.0.0.1', '')).toMatch(
      /^sslmode of DATABASE_URL is "never": set it to one of disable, allow, /,
    )
  })

  test('if all attempts of a mode fail, the last error is thrown', async () => {
    const url = new URL(inject('databaseUrl'))
    url.password = 'wrong'
    for (const mode of ['allow', 'prefer']) {
      url.searchParams.set('sslmode', mode)
      await expect(withSslMode(url.href)).rejects.toThrow(mode === 'allow' ? 'SSL' : 'password authentication failed')
    }
  })

  test('allow uses TLS if the server offers nothing else', async () => {
    expect(await session(tlsOnly, '127.0.0.1', 'sslmode=allow')).toBe(true)
  })

  test.each([
    ['', 'no TLS needed'],
    ['sslmode=prefer', 'no TLS needed'],
    ['sslmode=require', 'The server does not support SSL connections'],
  ])('"%s" with a server without TLS', async (parameters, expected) => {
    const url = new URL(inject('databaseUrl'))
    url.search = parameters
    const outcome = await withSslMode(url.href)
      .then(async (address) => {
        const client = databaseClient(address)
        await client.connect()
        await client.end()
        return 'no TLS needed'
      })
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
    expect(outcome).toBe(expected)
  })
})
