/** One scan's way into an account and region: a client per service, made on first use, under credentials that renew themselves. */
import type { AwsCredentialIdentity, AwsCredentialIdentityProvider } from '@smithy/types'
import type { CloudSettings } from './cloud-settings.ts'
import type { SdkClient, Service } from './service.ts'

/** Attempts of one call. Retries are adaptive: each client slows itself down to what the provider lets through. */
const maxAttempts = 6
const renewBeforeExpiryMs = 5 * 60_000

export type AccountSession = {
  readonly accountNumber: string
  readonly partition: string
  readonly region: string
  readonly credentials: AwsCredentialIdentityProvider
  open<Sdk, Client extends SdkClient>(service: Service<Sdk, Client>): Promise<{ sdk: Sdk; client: Client }>
}

export type AccountSessionOptions = {
  readonly settings: CloudSettings
  readonly accountNumber: string
  readonly partition: string
  readonly region: string
  /** The session that the scan started with. */
  readonly credentials: AwsCredentialIdentity
  /** Assumes the role again, for a scan that outlives its credentials. */
  readonly renew: () => Promise<AwsCredentialIdentity>
}

export function openAccountSession(options: AccountSessionOptions): AccountSession {
  const { settings, accountNumber, partition, region } = options
  const credentials = renewing(options.credentials, options.renew)
  const clients = new Map<string, Promise<{ sdk: unknown; client: SdkClient }>>()

  async function create<Sdk, Client extends SdkClient>(service: Service<Sdk, Client>) {
    const sdk = await service.load()
    const Client = service.client(sdk)
    const client = new Client({
      region: service.globalRegions?.[partition] ?? region,
      credentials,
      requestHandler: settings.requestHandler,
      retryMode: 'adaptive',
      maxAttempts,
      forcePathStyle: settings.forcePathStyle,
      ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
    })
    return { sdk, client }
  }

  return {
    accountNumber,
    partition,
    region,
    credentials,
    async open<Sdk, Client extends SdkClient>(service: Service<Sdk, Client>) {
      const known = clients.get(service.name) ?? create(service)
      clients.set(service.name, known)
      return known as Promise<{ sdk: Sdk; client: Client }>
    },
  }
}

function renewing(
  first: AwsCredentialIdentity,
  renew: () => Promise<AwsCredentialIdentity>,
): AwsCredentialIdentityProvider {
  let current = Promise.resolve(first)
  let expiresAt = first.expiration?.getTime() ?? Number.POSITIVE_INFINITY
  return async () => {
    if (Date.now() > expiresAt - renewBeforeExpiryMs) {
      expiresAt = Number.POSITIVE_INFINITY
      current = renew().then(
        (renewed) => {
          expiresAt = renewed.expiration?.getTime() ?? Number.POSITIVE_INFINITY
          return renewed
        },
        (error: unknown) => {
          expiresAt = 0
          throw error
        },
      )
    }
    return current
  }
}
