/** One scan's way into an account and region: a client per service, made on first use, under credentials that renew themselves. */
import type { AwsCredentialIdentity } from '@smithy/types'
import type { CloudSettings } from './cloud-settings.ts'
import { maxAttempts, patientRetryStrategy } from './patient-retry.ts'
import type { RateBudget } from './rate-budget.ts'
import { limitRate } from './rate-limited.ts'
import type { SdkClient, Service } from './service.ts'
import { fastXmlProtocolFor } from './xml/fast-xml-protocol.ts'

/** The credentials of a call are chosen before it waits for its turn and for its retries: they have to last that long. */
const renewBeforeExpiryMs = 10 * 60_000
const retryRenewalAfterMs = 10_000
/** How long before their expiration the SDK's clients ask for new credentials (`EXPIRATION_MS` of `@smithy/core`). */
const sdkMarginMs = 5 * 60_000

export type AccountSession = {
  readonly accountNumber: string
  readonly partition: string
  readonly region: string
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
  /** The session that the scan started with. */
  readonly credentials: AwsCredentialIdentity
  /** Assumes the role again, for a scan that outlives its credentials. */
  readonly renew: () => Promise<AwsCredentialIdentity>
}

export function openAccountSession(options: AccountSessionOptions): AccountSession {
  const { settings, rateBudget, accountNumber, partition, region } = options
  const credentials = renewing(options.credentials, options.renew)
  const retryStrategy = patientRetryStrategy()
  // By service and not by its name, which is the IAM prefix: that of both generations of load balancers, and of APIs, is one.
  const clients = new Map<unknown, Map<string, Promise<{ sdk: unknown; client: SdkClient }>>>()

  async function create<Sdk, Client extends SdkClient>(service: Service<Sdk, Client>, endpointRegion: string) {
    const sdk = await service.load()
    const Client = service.client(sdk)
    const configuration = {
      region: endpointRegion,
      credentials,
      requestHandler: settings.requestHandler,
      retryStrategy,
      maxAttempts,
      forcePathStyle: settings.forcePathStyle,
      ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
    }
    const byDefault = new Client(configuration)
    const protocol = fastXmlProtocolFor(byDefault.config)
    const client = protocol === null ? byDefault : new Client({ ...configuration, protocol })
    // There is no logger, yet it would copy every answer for one, field by field.
    client.middlewareStack.remove('loggerMiddleware')
    limitRate(client, rateBudget, { accountNumber, region: endpointRegion, service: service.name })
    return { sdk, client }
  }

  return {
    accountNumber,
    partition,
    region,
    async open<Sdk, Client extends SdkClient>(service: Service<Sdk, Client>, endpointRegion?: string) {
      const calledRegion = endpointRegion ?? service.globalRegions?.[partition] ?? region
      const byRegion = clients.get(service) ?? new Map<string, Promise<{ sdk: unknown; client: SdkClient }>>()
      clients.set(service, byRegion)
      const known = byRegion.get(calledRegion) ?? create(service, calledRegion)
      byRegion.set(calledRegion, known)
      return known as Promise<{ sdk: Sdk; client: Client }>
    },
  }
}

/** What every client asks before each call; renewed once for all of them. */
function renewing(first: AwsCredentialIdentity, renew: () => Promise<AwsCredentialIdentity>) {
  let current = first
  let renewal: Promise<void> | null = null
  let failedAt = Number.NEGATIVE_INFINITY
  const remainingMs = () => (current.expiration?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now()

  async function tryRenewal(): Promise<void> {
    try {
      current = await renew()
    } catch (error) {
      failedAt = Date.now()
      // Good enough until they expire; then the scan fails for what the provider said.
      if (remainingMs() <= 0) throw error
    } finally {
      renewal = null
    }
  }

  return async (): Promise<AwsCredentialIdentity> => {
    const failedJustNow = remainingMs() > 0 && Date.now() - failedAt < retryRenewalAfterMs
    if (remainingMs() < renewBeforeExpiryMs && !failedJustNow) {
      renewal ??= tryRenewal()
      await renewal
    }
    // The SDK asks anew only five minutes before the time that it is told.
    return current.expiration === undefined
      ? current
      : { ...current, expiration: new Date(current.expiration.getTime() - renewBeforeExpiryMs + sdkMarginMs) }
  }
}
