/** Connects to the service: its address, the API key, proxies, and certificate authorities. */
import { readFile } from 'node:fs/promises'
import { createSurveyorClient } from './client/index.ts'
import type { Fetch, SurveyorClient } from './client/index.ts'
import { usageError } from './exit-codes.ts'
import type { Environment, Terminal } from './terminal/terminal.ts'

export type ConnectionOptions = {
  readonly url?: string
  readonly keyFile?: string
  readonly caFile?: string
  readonly retryFor: number
}

export async function connect(
  options: ConnectionOptions,
  terminal: Terminal,
  onRetry: (reason: string, delaySeconds: number) => void,
): Promise<SurveyorClient> {
  const { environment } = terminal
  return createSurveyorClient({
    url: serviceUrl(options, environment),
    key: await readKey(options.keyFile, terminal),
    fetch: await fetchFor(options.caFile, environment),
    retrySeconds: options.retryFor,
    onRetry,
  })
}

/** Without a slash at the end. */
export function serviceUrl(options: Pick<ConnectionOptions, 'url'>, environment: Environment): string {
  const text = options.url ?? environment['SURVEYOR_URL']
  if (text === undefined || text === '') {
    throw usageError('The address of the service is missing. Set SURVEYOR_URL or --url.')
  }
  const url = URL.parse?.(text) ?? (URL.canParse(text) ? new URL(text) : null)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw usageError(`"${text}" isn't an address like https://surveyor.example.com.`)
  }
  if (url.username !== '' || url.search !== '' || url.hash !== '') {
    throw usageError('The address of the service must not have a user, a query, or a fragment.')
  }
  return url.href.replace(/\/+$/, '')
}

export async function readKey(keyFile: string | undefined, terminal: Terminal): Promise<string> {
  const text = await keyText(keyFile, terminal)
  const key = text.trim()
  // The message must not repeat the text: it is a secret, even if it isn't a valid key.
  if (!/^[\x21-\x7E]+$/.test(key)) throw usageError('The API key must be one line without spaces.')
  return key
}

async function keyText(keyFile: string | undefined, terminal: Terminal): Promise<string> {
  if (keyFile === '-') return terminal.readStandardInput()
  if (keyFile === undefined) {
    const key = terminal.environment['SURVEYOR_API_KEY']
    if (key === undefined || key === '') {
      throw usageError(
        'The API key is missing. Set SURVEYOR_API_KEY, or use --key-file with a path, or - for standard input.',
      )
    }
    return key
  }
  if (keyFile.startsWith('svy_')) throw usageError('--key-file takes the path of a file, not the key itself.')
  return readFile(keyFile, 'utf8').catch((error: Error) => {
    throw usageError(`The key file couldn't be read: ${error.message}.`)
  })
}

export const proxyVariables: readonly string[] = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']

/** `undefined`: the global `fetch`, which has no proxies. Undici is only loaded if it is needed. */
export async function fetchFor(caFile: string | undefined, environment: Environment): Promise<Fetch | undefined> {
  const hasProxy = proxyVariables.some((name) => (environment[name] ?? '') !== '')
  if (!hasProxy && caFile === undefined) return undefined
  const certificates = caFile === undefined ? null : await readCertificates(caFile)
  const { proxyingFetch } = await import('./proxying-fetch.ts')
  return proxyingFetch(environment, certificates)
}

async function readCertificates(caFile: string): Promise<string> {
  const text = await readFile(caFile, 'utf8').catch((error: Error) => {
    throw usageError(`The CA file couldn't be read: ${error.message}.`)
  })
  if (!text.includes('-----BEGIN CERTIFICATE-----')) throw usageError(`${caFile} has no PEM certificates.`)
  return text
}
