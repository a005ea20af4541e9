/** One scan's access to an account and region: a client per service, created on first use, with credentials that are renewed. */
import type { AwsCredentialIdentity } from '@smithy/types'
import { type ResponseMemory, createResponseMemory } from './responses/response-memory.ts'
import type { CloudSettings } from './cloud-settings.ts'
import type { RateBudget } from './rate-budget.ts'
import { createClient, type SdkClient } from './sdk/client.ts'
import { NotOfferedError, type Service } from './service.ts'

/** The credentials of a call are there before it waits for its turn and for its retries: they have to last that long. */
const renewBeforeExpiryMs = 10 * 60_000
const retryRenewalAfterMs = 10_000
/** The SDK's clients go by the clock of this machine, which may jump: with a time that is over they ask before each call. */
const askAgain = new Date(0)

export type AccountSession = {
  readonly accountNumber: string
  readonly partition: string
  readonly region: string
  /** What its answers share. */
  readonly responseMemory: ResponseMemory
  /** `endpointRegion`: where the service is called, if not where the scan, or the service as a global one, says. */
  open<Sdk, Client extends SdkClient>(
    service: Service<Sdk, Client>,
    endpointRegion?: string,
  ): Promise<{ sdk: Sdk; client: Client }>
}

export type AccountSessionOptions = {
  readonly settings: CloudSettings
  /** Common to all sessions of the process. */
  readonly rateBudget: RateBudget
  readonly accountNumber: string
  readonly partition: string
  readonly region: string
  /** The session that the scan starts with; calls are prepared while it is awaited. */
  readonly credentials: AwsCredentialIdentity | Promise<AwsCredentialIdentity>
  /** Assumes the role again, for a scan that outlives its credentials. */
  readonly renew: () => Promise<AwsCredentialIdentity>
  /** What its answers may take of memory at once (default: `defaultScanMemoryMib`). */
  readonly memoryMib?: number
}

export function openAccountSession(options: AccountSessionOptions): AccountSession {
  const { settings, rateBudget, accountNumber, partition, region } = options
  const credentials = renewing(options.credentials, options.renew)
  const responseMemory = createResponseMemory(options.memoryMib)
  // By service and not by its name, which is the IAM prefix: that of both generations of load balancers, and of APIs, is one.
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

/** What every client asks before each call; renewed once for all of them. */
function renewing(
  first: AwsCredentialIdentity | Promise<AwsCredentialIdentity>,
  renew: () => Promise<AwsCredentialIdentity>,
) {
  let current = Promise.resolve(first).then(timed)
  // Whoever waits for it is told; that may be nobody.
  current.catch(() => undefined)
  let renewal: Promise<void> | null = null
  let failedAt = Number.NEGATIVE_INFINITY

  async function tryRenewal(): Promise<void> {
    try {
      current = Promise.resolve(timed(await renew()))
    } catch (error) {
      failedAt = performance.now()
      // Good enough until they expire; then the scan fails for what the provider said.
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

/** When credentials that were just issued end, by the clock that never jumps. */
function timed(credentials: AwsCredentialIdentity) {
  const { expiration } = credentials
  if (expiration === undefined) return { credentials, endsAt: Number.POSITIVE_INFINITY }
  const endsAt = performance.now() + expiration.getTime() - Date.now()
  return { credentials: { ...credentials, expiration: askAgain }, endsAt }
}
