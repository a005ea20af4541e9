import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigurationError, readConfiguration } from './configuration.ts'

test('an empty environment has the documented defaults', () => {
  expect(readConfiguration({})).toEqual({
    host: '127.0.0.1',
    port: 8080,
    role: 'all',
    database: { kind: 'embedded', dataDirectory: resolve('data') },
    databasePool: 15,
    publicUrl: null,
    trustProxy: false,
    secretKey: null,
    principalArn: null,
    templateUrl: null,
    mail: null,
    oidc: null,
    drainSeconds: 5,
    shutdownGraceSeconds: 30,
    maxQueuedScans: 1000,
    scanTimeoutSeconds: 900,
    queueTimeoutSeconds: 3600,
    connectionCheckSeconds: 180,
    rateSharePercent: 70,
    scanMemoryMib: 256,
    outbound: { hosts: new Set(), ranges: [] },
    logLevel: 'info',
  })
})

test.each([
  ['PORT', '80a'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['HOST', '  '],
  ['ROLE', 'master'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_POOL', '9'],
  ['DATABASE_POOL', '1001'],
  ['PUBLIC_URL', 'ftp://example.com'],
  ['TRUST_PROXY', 'everyone'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.256'],
  ['TRUST_PROXY', '10.0.0.1, 2001:db8::/129'],
  ['SECRET_KEY', 'short'],
  ['SURVEYOR_PRINCIPAL_ARN', 'arn:aws:iam::123:role/x'],
  ['DRAIN_SECONDS', '-1'],
  ['DRAIN_SECONDS', '31'],
  ['SHUTDOWN_GRACE_SECONDS', '3601'],
  ['SHUTDOWN_GRACE_SECONDS', '1.5'],
  ['MAX_QUEUED_SCANS', '0'],
  ['MAX_QUEUED_SCANS', '1000001'],
  ['SCAN_TIMEOUT_SECONDS', '0'],
  ['QUEUE_TIMEOUT_SECONDS', '1.5'],
  ['CONNECTION_CHECK_SECONDS', '0'],
  ['RATE_SHARE_PERCENT', '0'],
  ['RATE_SHARE_PERCENT', '101'],
  ['AWS_ENDPOINT_URL', 'localhost:4566'],
  ['OUTBOUND_ALLOW', '10.0.0.0/33'],
  ['OUTBOUND_ALLOW', 'https://hooks.internal'],
  ['LOG_LEVEL', 'loud'],
])('an invalid %s (%s) stops the start with a message that names it', (name, value) => {
  expect(() => readConfiguration({ [name]: value })).toThrowError(ConfigurationError)
  expect(() => readConfiguration({ [name]: value })).toThrowError(new RegExp(`^${name} is not `, 'm'))
})

test('OUTBOUND_ALLOW is a list of hosts, addresses, and networks', () => {
  const { hosts, ranges } = readConfiguration({ OUTBOUND_ALLOW: 'hooks.internal, 10.0.0.0/8' }).outbound
  expect([...hosts]).toEqual(['hooks.internal'])
  expect(ranges.map(([network, length]) => `${network.toString()}/${length}`)).toEqual(['10.0.0.0/8'])
})

test('the port may not stay open longer than the whole stop', () => {
  expect(readConfiguration({ SHUTDOWN_GRACE_SECONDS: '3' })).toMatchObject({ drainSeconds: 3, shutdownGraceSeconds: 3 })
  expect(readConfiguration({ SHUTDOWN_GRACE_SECONDS: '60', DRAIN_SECONDS: '60' })).toMatchObject({ drainSeconds: 60 })
  expect(readConfiguration({ SHUTDOWN_GRACE_SECONDS: '60', DRAIN_SECONDS: '0' })).toMatchObject({ drainSeconds: 0 })
})

test.each([
  ['SMTP_URL', 'http://mail.example.com'],
  ['OIDC_ISSUER', 'http://id.example.com'],
  ['OIDC_ISSUER', 'id.example.com'],
  ['OIDC_ISSUER', 'https://id.example.com?tenant=1'],
  ['OIDC_ISSUER', 'https://id.example.com#tenant'],
  ['TEMPLATE_URL', 's3://bucket/role.json'],
])('rejects %s as %s', (name, value) => {
  expect(() => readConfiguration({ [name]: value })).toThrowError(new RegExp(`^${name} is not `, 'm'))
})

test('email and SSO name the other variables that they require', () => {
  expect(() => readConfiguration({ SMTP_URL: 'smtp://mail.example.com:587' })).toThrowError(
    /PUBLIC_URL is required[^]*MAIL_FROM is required/,
  )
  expect(() => readConfiguration({ OIDC_ISSUER: 'https://id.example.com' })).toThrowError(
    /PUBLIC_URL is required[^]*OIDC_CLIENT_ID is required[^]*OIDC_CLIENT_SECRET is required/,
  )
  const { oidc, mail } = readConfiguration({
    PUBLIC_URL: 'https://surveyor.example.com',
    SMTP_URL: 'smtp://user:hunter2@mail.example.com:587',
    MAIL_FROM: 'surveyor@example.com',
    OIDC_ISSUER: 'https://id.example.com/',
    OIDC_CLIENT_ID: 'surveyor',
    OIDC_CLIENT_SECRET: 'hunter2',
  })
  expect(mail).toEqual({ smtpUrl: 'smtp://user:hunter2@mail.example.com:587', from: 'surveyor@example.com' })
  expect(oidc).toEqual({
    // Unchanged, because it has to match the provider's issuer exactly.
    issuer: 'https://id.example.com/',
    clientId: 'surveyor',
    clientSecret: 'hunter2',
    name: 'single sign-on',
  })
})

test.each([
  ['false', false],
  ['0', false],
  // Callers can set the leftmost address of the header, so `true` means one proxy.
  ['true', 1],
  ['2', 2],
  ['10.0.0.0/8, 2001:db8::/32,127.0.0.1', ['10.0.0.0/8', '2001:db8::/32', '127.0.0.1']],
  ['loopback', ['loopback']],
])('TRUST_PROXY=%s trusts %j', (text, trustProxy) => {
  expect(readConfiguration({ TRUST_PROXY: text })).toMatchObject({ trustProxy })
})

test('reports all problems at once', () => {
  expect(() => readConfiguration({ PORT: 'x', ROLE: 'y' })).toThrowError(/PORT is not[^]*ROLE is not/)
})

test('never shows a rejected value, which may be a secret', () => {
  expect(() => readConfiguration({ DATABASE_URL: 'mysql://user:hunter2@host/db' })).not.toThrowError(/hunter2/)
})

test('a database of your own needs a secret key that all processes share', () => {
  const url = 'postgresql://user:password@localhost/surveyor'
  expect(() => readConfiguration({ DATABASE_URL: url })).toThrowError(/^SECRET_KEY is required/)
  expect(readConfiguration({ DATABASE_URL: url, SECRET_KEY: 'x'.repeat(32) }).database).toEqual({
    kind: 'external',
    url,
  })
})
