/** The service's configuration: read from the environment and checked here, and nowhere else. */
import { resolve } from 'node:path'

export type Role = 'all' | 'api' | 'worker'

export type DatabaseConfiguration =
  | { readonly kind: 'embedded'; readonly dataDirectory: string }
  | { readonly kind: 'external'; readonly url: string }

export type Configuration = {
  readonly host: string
  readonly port: number
  readonly role: Role
  readonly database: DatabaseConfiguration
  readonly publicUrl: string | null
  /** As Fastify takes it: false, a number of hops, or addresses and networks. */
  readonly trustProxy: boolean | number | readonly string[]
  /** `null`: made and kept in the data folder. */
  readonly secretKey: string | null
  readonly principalArn: string | null
  readonly scanTimeoutSeconds: number
  readonly queueTimeoutSeconds: number
  /** Of the provider's documented request rates: what all scans together may use. */
  readonly rateSharePercent: number
  readonly logLevel: string
}

/** What is wrong with which variables, a line each. */
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

  const dataDirectory = read('DATA_DIR', './data', notBlank, 'a folder')
  const url = read(
    'DATABASE_URL',
    null,
    postgresUrl,
    'a PostgreSQL address such as postgresql://user:password@host:5432/database',
  )
  const configuration: Configuration = {
    host: read('HOST', '127.0.0.1', notBlank, 'a host name or address'),
    port: read('PORT', 8080, wholeNumber(0, 65_535), 'a port, a whole number from 0 to 65535'),
    role: read('ROLE', 'all', oneOf(['all', 'api', 'worker']), 'one of all, api, worker'),
    database: url === null ? { kind: 'embedded', dataDirectory: resolve(dataDirectory) } : { kind: 'external', url },
    publicUrl: read('PUBLIC_URL', null, httpUrl, 'an http or https address'),
    trustProxy: read(
      'TRUST_PROXY',
      false,
      proxies,
      'true, false, a number of hops, or addresses and networks separated by commas',
    ),
    secretKey: read(
      'SECRET_KEY',
      null,
      (text) => (text.length >= 32 ? text : undefined),
      'at least 32 characters long',
    ),
    principalArn: read('SURVEYOR_PRINCIPAL_ARN', null, principalArn, 'the ARN of an IAM role, user or account root'),
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
    rateSharePercent: read('RATE_SHARE_PERCENT', 70, wholeNumber(1, 100), 'a whole percentage from 1 to 100'),
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
      'SECRET_KEY is required with DATABASE_URL: set it to at least 32 random characters, the same for every process.',
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

function postgresUrl(text: string): string | undefined {
  const url = URL.parse(text)
  return url?.protocol === 'postgres:' || url?.protocol === 'postgresql:' ? text : undefined
}

function principalArn(text: string): string | undefined {
  return /^arn:[\w-]+:iam::\d{12}:(root|role\/.+|user\/.+)$/.test(text) ? text : undefined
}

function proxies(text: string): boolean | number | readonly string[] | undefined {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const addresses = text.split(',').map((address) => address.trim())
  return addresses.every((address) => /^(loopback|linklocal|uniquelocal|[0-9a-f.:]+(\/\d{1,3})?)$/i.test(address))
    ? addresses
    : undefined
}
