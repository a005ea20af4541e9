/**
 * Makes the SDK clients of scans and role assumption. The only way into this folder: its files depend on how the SDK works inside,
 * which `sdk-inside.test.ts` checks for every service.
 */
import type { AwsCredentialIdentity, AwsCredentialIdentityProvider, RetryStrategyV2 } from '@smithy/types'
import type { ResponseOptions, ResponseMemory } from '../responses/response-memory.ts'
import type { RateBudget, RateScope } from '../rate-budget.ts'
import { boundedRetryStrategy, maxAttempts } from './bounded-retry.ts'
import { checkResponses } from './check-responses.ts'
import { endUnanswered } from './end-unanswered.ts'
import { limitRate } from './limit-rate.ts'
import type { WithMiddleware } from './middleware.ts'
import type { SharedRequestHandler } from './request-handler.ts'
import { nameUserAgent } from './user-agent.ts'
import { type FastXmlProtocol, fastXmlProtocolFor } from './xml/fast-xml-protocol.ts'

export { checkResponses } from './check-responses.ts'
export { SharedRequestHandler } from './request-handler.ts'

/** What every client is made with. */
export type ClientConfiguration = {
  readonly region: string
  readonly credentials: AwsCredentialIdentityProvider
  readonly requestHandler: SharedRequestHandler
  readonly retryStrategy: RetryStrategyV2
  readonly maxAttempts: number
  readonly endpoint?: string
  readonly forcePathStyle: boolean
  /** In place of the client's own, to read the same answers faster. */
  readonly protocol?: FastXmlProtocol
}

/** The part of an SDK client that is used through every service alike. */
export type SdkClient = WithMiddleware & {
  readonly config: object
  // Method syntax: each client's `send` takes its own commands only.
  send(command: never, options?: ResponseOptions): Promise<unknown>
}

export type ClientClass<Client extends SdkClient> = new (configuration: ClientConfiguration) => Client

export type ClientOptions = Pick<ClientConfiguration, 'requestHandler' | 'forcePathStyle'> & {
  /** `null`: the SDK finds the endpoint itself. */
  readonly endpoint: string | null
  readonly credentials: () => Promise<AwsCredentialIdentity>
  readonly rateBudget: RateBudget
  readonly scope: Omit<RateScope, 'operation'>
  readonly responseMemory: ResponseMemory
}

const retryStrategy = boundedRetryStrategy()

export function createClient<Client extends SdkClient>(Client: ClientClass<Client>, options: ClientOptions): Client {
  const { requestHandler, forcePathStyle, endpoint, credentials, rateBudget, scope, responseMemory } = options
  const client = withFastXml(Client, {
    region: scope.region,
    credentials,
    requestHandler,
    retryStrategy,
    maxAttempts,
    forcePathStyle,
    ...(endpoint === null ? {} : { endpoint }),
  })
  nameUserAgent(client)
  checkResponses(client)
  limitRate(client, rateBudget, scope)
  endUnanswered(client)
  shareRoom(client, responseMemory)
  return client
}

/** A client's protocol is known once it is made. Where there is a faster reader for it, a second client is made with that. */
function withFastXml<Client extends SdkClient>(
  Client: ClientClass<Client>,
  configuration: ClientConfiguration,
): Client {
  const client = new Client(configuration)
  const protocol = fastXmlProtocolFor(client.config)
  return protocol === null ? client : new Client({ ...configuration, protocol })
}

/** The SDK hands the options of a call on to the request handler, which takes the answer's memory from the room. */
function shareRoom(client: SdkClient, room: ResponseMemory): void {
  const send = client.send.bind(client)
  client.send = (command, options) => send(command, { ...options, room })
}
