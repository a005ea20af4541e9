/**
 * Gives one scan access to an account and region: one client per service, created on first use, with renewed
 * credentials.
 */
import type { AwsCredentialIdentity } from '@smithy/types'
import { type ResponseMemory, createResponseMemory } from './responses/response-memory.ts'
import type { CloudSettings } from './cloud-settings.ts'
import type { RateBudget } from './rate-budget.ts'
import { createClient, type SdkClient } from './sdk/client.ts'
import { NotOfferedError, type Service } from './service.ts'

/** A call has its credentials before it waits for the rate budget and its retries, so they have to last that long. */
const renewBeforeExpiryMs = 10 * 60_000
const retryRenewalAfterMs = 10_000
/**
 * The SDK's clients use this machine's clock, which may jump. An expiry in the past makes them request the credentials
 * before each call.
 */
const askAgain = new Date(0)

export type AccountSession = {
  readonly accountNumber: string
  readonly partition: string
  readonly region: string
  /** The memory limit that its responses share. */
  readonly responseMemory: ResponseMemory
  /**
   * `endpointRegion`: the region of the endpoint, if it differs from the scanned region or the service's global region.
   */
  open<Sdk, Client extends SdkClient>(
    service: Service<Sdk, Client>,
    endpointRegion?: string,
  ): Promise<{ sdk: Sdk; client: Client }>
}

export type AccountSessionOptions = {
  readonly settings: CloudSettings
  /** Shared by all sessions of the process. */
  readonly rateBudget: RateBudget
  readonly accountNumber: string
  readonly partition: string
  readonly region: string
  /** The first credentials of the scan. Calls are prepared while they are awaited. */
  readonly credentials: AwsCredentialIdentity | Promise<AwsCredentialIdentity>
  /** Assumes the role again, for scans that outlast their credentials. */
  readonly renew: () => Promise<AwsCredentialIdentity>
  /** The memory limit for its responses (default: `defaultScanMemoryMib`). */
  readonly memoryMib?: number
}

export function openAccountSession(options: AccountSessionOptions): AccountSession {
  const { settings, rateBudget, accountNumber, partition, region } = options
  const credentials = renewing(options.credentials, options.renew)
  const responseMemory = createResponseMemory(options.memoryMib)
  // Keyed by service, not by name. The name is the IAM prefix, which is the same for both generations of load balancers
  // and of APIs.
  const clients = new Map<unknown, Map<string, Promise<{ sdk: unknown; client: SdkClient }>>>()

  async function create<Sdk, Client extends SdkClient>(service: Service<Sdk, Client>, endpointRegion: string) {
    const sdk = await service.load()
    const client = createClient(service.client(sdk), {
      requestHandler: settings.requestHandler,
      forcePathStyle: settings.forcePathStyle,
      endpoint: settings.endpoint,
      credentials,
      rateBudget,
      scope: { accountNumber, region: endpointRegion, service: service.name },
      responseMemory,
    })
    return { sdk, client }
  }

  return {
    accountNumber,
    partition,
    region,
    responseMemory,
    async open<Sdk, Client extends SdkClient>(service: Service<Sdk, Client>, endpointRegion?: string) {
      const calledRegion =
        endpointRegion ?? (service.globalRegions === null ? region : service.globalRegions[partition])
      if (calledRegion === undefined) throw new NotOfferedError(`${service.name} is not offered in ${partition}`)
      const byRegion = clients.get(service) ?? new Map<string, Promise<{ sdk: unknown; client: SdkClient }>>()
      clients.set(service, byRegion)
      const known = byRegion.get(calledRegion) ?? create(service, calledRegion)
      byRegion.set(calledRegion, known)
      return known as Promise<{ sdk: Sdk; client: Client }>
    },
  }
}

/** The credential provider of all clients. It renews the credentials once for all of them. */
function renewing(
  first: AwsCredentialIdentity | Promise<AwsCredentialIdentity>,
  renew: () => Promise<AwsCredentialIdentity>,
) {
  let current = Promise.resolve(first).then(timed)
  // Callers that await it get the error. There may be none.
  current.catch(() => undefined)
  let renewal: Promise<void> | null = null
  let failedAt = Number.NEGATIVE_INFINITY

  async function tryRenewal(): Promise<void> {
    try {
      current = Promise.resolve(timed(await renew()))
    } catch (error) {
      failedAt = performance.now()
      // The current credentials are used until they expire. Then the scan fails with this error.
      if ((await current).endsAt <= failedAt) throw error
    } finally {
      renewal = null
    }
  }

  return async (): Promise<AwsCredentialIdentity> => {
    const now = performance.now()
    const remainingMs = (await current).endsAt - now
    const failedJustNow = remainingMs > 0 && now - failedAt < retryRenewalAfterMs
    if (remainingMs < renewBeforeExpiryMs && !failedJustNow) {
      renewal ??= tryRenewal()
      await renewal
    }
    return (await current).credentials
  }
}

/** Returns when new credentials expire, by the monotonic clock. */
function timed(credentials: AwsCredentialIdentity) {
  const { expiration } = credentials
  if (expiration === undefined) return { credentials, endsAt: Number.POSITIVE_INFINITY }
  const endsAt = performance.now() + expiration.getTime() - Date.now()
  return { credentials: { ...credentials, expiration: askAgain }, endsAt }
}
