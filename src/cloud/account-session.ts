/** One scan's way into an account and region: a client per service, made on first use, under credentials that renew themselves. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getSchemaSerdePlugin } from '@smithy/core/schema'
import type { AwsCredentialIdentity } from '@smithy/types'
import { type AnswerRoom, createAnswerRoom } from './answers/answer-room.ts'
import { checkAnswers } from './answers/check-answers.ts'
import type { CloudSettings } from './cloud-settings.ts'
import { maxAttempts, patientRetryStrategy } from './patient-retry.ts'
import type { RateBudget } from './rate-budget.ts'
import { limitRate } from './rate-limited.ts'
import { releaseAnswers } from './release.ts'
import type { SdkClient, Service } from './service.ts'
import { nameUserAgent } from './user-agent.ts'
import { type FastXmlProtocol, fastXmlProtocolFor } from './xml/fast-xml-protocol.ts'

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
  readonly answerRoom: AnswerRoom
  /**
   * Fulfilled when a call may be made: the role is assumed. Of those that wait for it one goes in a turn of the event loop, in the
   * order in which they came, so that calls are on the wire, and answers are read, while the next are prepared. Rejects when the
   * role is refused.
   */
  ready(): Promise<void>
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

/**
 * What nothing here makes use of, yet every call pays for: the copy of each answer for a logger, traces of a Lambda function that runs
 * this, and, of S3, redirects and uploads.
 */
const idleMiddleware = [
  'loggerMiddleware',
  'recursionDetectionMiddleware',
  'regionRedirectMiddleware',
  'regionRedirectEndpointMiddleware',
  'addExpectContinueMiddleware',
]

/** By client class: found out from the first client of each, which is thrown away where there is a faster reader for it. */
const protocols = new WeakMap<object, FastXmlProtocol | null>()

export function openAccountSession(options: AccountSessionOptions): AccountSession {
  const { settings, rateBudget, accountNumber, partition, region } = options
  const credentials = renewing(options.credentials, options.renew)
  const retryStrategy = patientRetryStrategy()
  const answerRoom = createAnswerRoom(options.memoryMib)
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
    const protocol = protocols.get(Client)
    const made = new Client(
      protocol === undefined || protocol === null ? configuration : { ...configuration, protocol },
    )
    const faster = protocol === undefined ? fastXmlProtocolFor(made.config) : null
    if (protocol === undefined) protocols.set(Client, faster)
    const client = faster === null ? made : new Client({ ...configuration, protocol: faster })
    reuseSigners(client.config)
    copyConfiguration(client)
    for (const name of idleMiddleware) client.middlewareStack.remove(name)
    nameUserAgent(client)
    releaseAnswers(client)
    checkAnswers(client)
    shareRoom(client, answerRoom)
    limitRate(client, rateBudget, { accountNumber, region: endpointRegion, service: service.name }, credentials)
    return { sdk, client }
  }

  return {
    accountNumber,
    partition,
    region,
    answerRoom,
    ready: turnstile(options.credentials),
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

function turnstile(opening: unknown): () => Promise<void> {
  let isOpen = false
  let isAwaited = false
  async function open(): Promise<void> {
    await opening
    isOpen = true
  }
  let gate = open()
  // Whoever waits for it is told; that may be nobody.
  gate.catch(() => undefined)
  return () => {
    if (isOpen) return Promise.resolve()
    if (isAwaited) gate = gate.then(() => nextTurn())
    isAwaited = true
    return gate
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

/** For the request handler, to which the SDK hands on what a client is called with. */
function shareRoom(client: SdkClient, room: AnswerRoom): void {
  const send = client.send.bind(client)
  client.send = (command, options) => send(command, { ...options, room })
}

type Signer = (scheme?: { readonly signingName?: string; readonly signingRegion?: string }) => Promise<unknown>

/** The SDK makes a signer for each call, and copies the whole configuration for it; credentials and time are asked for anew anyway. */
function reuseSigners(configuration: object): void {
  const holder = configuration as { signer?: Signer }
  const { signer } = holder
  if (signer === undefined) return
  const signers = new Map<string, Promise<unknown>>()
  holder.signer = (scheme) => {
    const key = `${scheme?.signingName} ${scheme?.signingRegion}`
    const known = signers.get(key) ?? signer(scheme)
    signers.set(key, known)
    return known
  }
}

/**
 * The SDK copies the configuration three times for each call. As it puts the configuration together, it is a hash table to the
 * engine, and each copy of it costs 17 µs and 12 KB; that of a copy 0.4 µs and 0.6 KB.
 */
function copyConfiguration(client: SdkClient): void {
  const copy = { ...client.config }
  Object.assign(client, { config: copy })
  client.middlewareStack.use(getSchemaSerdePlugin(copy as never) as never)
}
