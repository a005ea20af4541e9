/**
 * Creates the SDK clients of scans and role assumption. It is the only entry to this folder, whose files depend on SDK
 * internals. `sdk-inside.test.ts` checks these for every service.
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

/** The configuration of every client. */
export type ClientConfiguration = {
  readonly region: string
  readonly credentials: AwsCredentialIdentityProvider
  readonly requestHandler: SharedRequestHandler
  readonly retryStrategy: RetryStrategyV2
  readonly maxAttempts: number
  readonly endpoint?: string
  readonly forcePathStyle: boolean
  /** Replaces the client's own protocol, to parse the same responses faster. */
  readonly protocol?: FastXmlProtocol
}

/** The part of an SDK client that is the same for all services. */
export type SdkClient = WithMiddleware & {
  readonly config: object
  // A method, because each client's `send` accepts only its own commands.
  send(command: never, options?: ResponseOptions): Promise<unknown>
}

export type ClientClass<Client extends SdkClient> = new (configuration: ClientConfiguration) => Client

export type ClientOptions = Pick<ClientConfiguration, 'requestHandler' | 'forcePathStyle'> & {
  /** `null`: the SDK determines the endpoint. */
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

/**
 * A client's protocol is known after its creation. If there is a faster parser for it, a second client is created with
 * that.
 */
function withFastXml<Client extends SdkClient>(
  Client: ClientClass<Client>,
  configuration: ClientConfiguration,
): Client {
  const client = new Client(configuration)
  const protocol = fastXmlProtocolFor(client.config)
  return protocol === null ? client : new Client({ ...configuration, protocol })
}

/** The SDK passes the options of a call to the request handler, which reserves the response's memory. */
function shareRoom(client: SdkClient, room: ResponseMemory): void {
  const send = client.send.bind(client)
  client.send = (command, options) => send(command, { ...options, room })
}
