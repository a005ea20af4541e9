/** Loads the SSO provider's discovery document in the background, and keeps the last valid one. No request waits for it. */
import type { Logger } from 'pino'
import { boundedFetch, jsonObjectOf, messageOf } from './bounded-fetch.ts'
import { type ProviderDocument, readProviderDocument } from './provider-document.ts'

export type OidcDiscovery = {
  readonly issuer: string
  /** `null` if none has been loaded yet. */
  current(): ProviderDocument | null
  close(): void
}

const firstRetryMs = 1_000
const longestRetryMs = 60_000
const refreshMs = 3_600_000

/** `prepare` runs once, after the issuer was confirmed and before the first SSO sign-in. */
export function openOidcDiscovery(
  issuer: string,
  { logger, prepare }: { readonly logger: Logger; readonly prepare: () => Promise<void> },
): OidcDiscovery {
  const closing = new AbortController()
  let document: ProviderDocument | null = null
  let timer: NodeJS.Timeout | undefined

  async function read(): Promise<void> {
    // A trailing slash is part of the issuer, but not of the URL.
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const answer = await boundedFetch(url, { headers: { accept: 'application/json' }, signal: closing.signal })
    const found = readProviderDocument(await jsonObjectOf(answer, 'discovery document'), issuer)
    if (document === null) await prepare()
    document = found
  }

  async function keepReading(retryMs: number): Promise<void> {
    let waitMs = refreshMs
    let nextRetryMs = firstRetryMs
    try {
      await read()
    } catch (error) {
      if (closing.signal.aborted) return
      waitMs = retryMs
      nextRetryMs = Math.min(retryMs * 2, longestRetryMs)
      logger.warn(
        { issuer, reason: messageOf(error) },
        `SSO provider discovery failed${document === null ? '' : '; the last valid document stays in use'}; next attempt in ${waitMs / 1000} s`,
      )
    }
    timer = setTimeout(() => void keepReading(nextRetryMs), waitMs)
    timer.unref()
  }
  void keepReading(firstRetryMs)

  return {
    issuer,
    current: () => document,
    close() {
      closing.abort()
      clearTimeout(timer)
    },
  }
}
