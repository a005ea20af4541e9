/** Reads and validates the service's configuration from the environment. No other code does. */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { noExceptions, type OutboundRules, parseOutboundAllow } from './outbound/outbound-rules.ts'
import { defaultScanMemoryMib, leastScanMemoryMib } from './cloud/responses/response-memory.ts'

export type Role = 'all' | 'api' | 'worker'

export type DatabaseConfiguration =
  | { readonly kind: 'embedded'; readonly dataDirectory: string }
  | { readonly kind: 'external'; readonly url: string }

export type Configuration = {
  readonly host: string
  readonly port: number
  readonly role: Role
  readonly database: DatabaseConfiguration
  /** The maximum number of database connections of the process. */
  readonly databasePool: number
  readonly publicUrl: string | null
  /** The number or addresses of trusted proxies in front of the service; `false` for none. */
  readonly trustProxy: false | number | readonly string[]
  /** `null`: created and stored in the data folder. */
  readonly secretKey: string | null
  readonly principalArn: string | null
  /** The location of the hosted role template; `null` disables the quick-create link. */
  readonly templateUrl: string | null
  /** `null` if email isn't configured. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null
  /** SSO with OpenID Connect; `null` if not configured. */
  readonly oidc: {
    readonly issuer: string
    readonly clientId: string
    readonly clientSecret: string
    /** The name on the sign-in button. */
    readonly name: string
  } | null
  /** How long the port stays open after the stop signal, until load balancers have noticed. */
  readonly drainSeconds: number
  /** How long running scans, and requests that wait for one, may continue after the stop signal. */
  readonly shutdownGraceSeconds: number
  /** The limit per organization. */
  readonly maxQueuedScans: number
  readonly scanTimeoutSeconds: number
  readonly queueTimeoutSeconds: number
  /** The interval for checking the role of a failed connection again. */
  readonly connectionCheckSeconds: number
  /** The share of AWS's documented request rates for all scans together. */
  readonly rateSharePercent: number
  /** The memory limit for the responses of one scan. */
  readonly scanMemoryMib: number
  /** Addresses and hosts besides public ones that alerts may be sent to. */
  readonly outbound: OutboundRules
  readonly logLevel: string
}

/** The message has one line for each invalid variable. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

type Environment = Readonly<Record<string, string | undefined>>

export function readConfiguration(environment: Environment): Configuration {
  const problems: string[] = []

  function read<Value>(
    name: string,
    fallback: Value,
    parse: (text: string) => Value | undefined,
    expected: string,
  ): Value {
    const text = environment[name]
    if (text === undefined || text === '') return fallback
    const value = parse(text)
    if (value !== undefined) return value
    problems.push(`${name} is not ${expected}.`)
    return fallback
  }

  function required(name: string, because: string): string {
    const text = environment[name] ?? ''
    if (text === '') problems.push(`${name} is required with ${because}.`)
    return text
  }

  const dataDirectory = read('DATA_DIR', './data', notBlank, 'a folder')
  const url = read(
    'DATABASE_URL',
    null,
    postgresUrl,
    'a PostgreSQL address such as postgresql://user:password@host:5432/database',
  )
  function mailConfiguration(): Configuration['mail'] {
    const smtpUrl = read('SMTP_URL', null, smtpAddress, 'an address such as smtp://user:password@host:587')
    if (smtpUrl === null) return null
    required('PUBLIC_URL', 'SMTP_URL, for the links in emails')
    return { smtpUrl, from: required('MAIL_FROM', 'SMTP_URL, as the sender of emails') }
  }

  function oidcConfiguration(): Configuration['oidc'] {
    const issuer = read('OIDC_ISSUER', null, issuerUrl, 'an https address (http only for this machine)')
    if (issuer === null) return null
    required('PUBLIC_URL', 'OIDC_ISSUER, as the address to return to after sign-in')
    return {
      issuer,
      clientId: required('OIDC_CLIENT_ID', 'OIDC_ISSUER'),
      clientSecret: required('OIDC_CLIENT_SECRET', 'OIDC_ISSUER'),
      name: read('OIDC_NAME', 'single sign-on', notBlank, 'a name'),
    }
  }

  const shutdownGraceSeconds = read(
    'SHUTDOWN_GRACE_SECONDS',
    30,
    wholeNumber(0, 3600),
    'a whole number of seconds from 0 to 3600',
  )
  const drainSeconds = read(
    'DRAIN_SECONDS',
    Math.min(5, shutdownGraceSeconds),
    wholeNumber(0, shutdownGraceSeconds),
    `a whole number of seconds from 0 to ${shutdownGraceSeconds}, the value of SHUTDOWN_GRACE_SECONDS`,
  )

  const configuration: Configuration = {
    host: read('HOST', '127.0.0.1', notBlank, 'a host name or address'),
    port: read('PORT', 8080, wholeNumber(0, 65_535), 'a port, a whole number from 0 to 65535'),
    role: read('ROLE', 'all', oneOf(['all', 'api', 'worker']), 'one of all, api, worker'),
    database: url === null ? { kind: 'embedded', dataDirectory: resolve(dataDirectory) } : { kind: 'external', url },
    databasePool: read('DATABASE_POOL', 15, wholeNumber(10, 1_000), 'a whole number of connections from 10 to 1000'),
    publicUrl: read('PUBLIC_URL', null, httpUrl, 'an http or https address'),
    trustProxy: read(
      'TRUST_PROXY',
      false,
      proxies,
      'a number of proxies, or addresses and networks (10.0.0.0/8) separated by commas',
    ),
    secretKey: read(
      'SECRET_KEY',
      null,
      (text) => (text.length >= 32 ? text : undefined),
      'at least 32 characters long',
    ),
    principalArn: read('SURVEYOR_PRINCIPAL_ARN', null, principalArn, 'the ARN of an IAM role, user or account root'),
    templateUrl: read('TEMPLATE_URL', null, httpUrl, 'an http or https address'),
    mail: mailConfiguration(),
    oidc: oidcConfiguration(),
    drainSeconds,
    shutdownGraceSeconds,
    maxQueuedScans: read('MAX_QUEUED_SCANS', 1000, wholeNumber(1, 1_000_000), 'a whole number from 1 to 1000000'),
    scanTimeoutSeconds: read(
      'SCAN_TIMEOUT_SECONDS',
      900,
      wholeNumber(1, 82_800),
      'a whole number of seconds from 1 to 82800',
    ),
    queueTimeoutSeconds: read(
      'QUEUE_TIMEOUT_SECONDS',
      3600,
      wholeNumber(1, 604_800),
      'a whole number of seconds from 1 to 604800',
    ),
    connectionCheckSeconds: read(
      'CONNECTION_CHECK_SECONDS',
      180,
      wholeNumber(1, 86_400),
      'a whole number of seconds from 1 to 86400',
    ),
    rateSharePercent: read('RATE_SHARE_PERCENT', 70, wholeNumber(1, 100), 'a whole percentage from 1 to 100'),
    scanMemoryMib: read(
      'SCAN_MEMORY_MIB',
      defaultScanMemoryMib,
      wholeNumber(leastScanMemoryMib, 65_536),
      `a whole number of MiB from ${leastScanMemoryMib} to 65536`,
    ),
    outbound: read(
      'OUTBOUND_ALLOW',
      noExceptions,
      (text) => parseOutboundAllow(text) ?? undefined,
      'a list of hosts, addresses, and networks (10.0.0.0/8) separated by commas',
    ),
    logLevel: read(
      'LOG_LEVEL',
      'info',
      oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
      'one of trace, debug, info, warn, error, fatal, silent',
    ),
  }
  read('AWS_ENDPOINT_URL', null, httpUrl, 'an http or https address')
  if (url !== null && configuration.secretKey === null && !problems.some((line) => line.startsWith('SECRET_KEY '))) {
    problems.push(
      'SECRET_KEY is required with DATABASE_URL. Set it to at least 32 random characters, the same for every process.',
    )
  }
  if (problems.length > 0) throw new ConfigurationError(problems.join('\n'))
  return configuration
}

function notBlank(text: string): string | undefined {
  return text.trim() === '' || text.includes('\u0000') ? undefined : text
}

function wholeNumber(least: number, most: number) {
  return (text: string): number | undefined => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? value : undefined
  }
}

function oneOf<const Value extends string>(values: readonly Value[]) {
  return (text: string): Value | undefined => values.find((value) => value === text)
}

function httpUrl(text: string): string | undefined {
  const url = URL.parse(text)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? text.replace(/\/+$/, '') : undefined
}

/** Unchanged, including a trailing slash, because it must equal the provider's `issuer`. */
function issuerUrl(text: string): string | undefined {
  const url = URL.parse(text)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '')
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)
  return isSafe && !/[?#]/.test(text) ? text : undefined
}

function smtpAddress(text: string): string | undefined {
  const url = URL.parse(text)
  return (url?.protocol === 'smtp:' || url?.protocol === 'smtps:') && url.hostname !== '' ? text : undefined
}

function postgresUrl(text: string): string | undefined {
  const url = URL.parse(text)
  return url?.protocol === 'postgres:' || url?.protocol === 'postgresql:' ? text : undefined
}

function principalArn(text: string): string | undefined {
  return /^arn:[\w-]+:iam::\d{12}:(root|role\/.+|user\/.+)$/.test(text) ? text : undefined
}

function proxies(text: string): Configuration['trustProxy'] | undefined {
  if (text === 'false' || text === '0') return false
  // The connecting proxy, not the addresses that callers may write in the header.
  if (text === 'true') return 1
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const networks = text.split(',').map((network) => network.trim())
  return networks.every(isNetwork) ? networks : undefined
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', length] = text.split('/', 2)
  const version = isIP(address)
  const longest = version === 4 ? 32 : 128
  return version !== 0 && (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= longest))
}
