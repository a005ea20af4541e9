/** One service of the provider: its SDK package, loaded on first use, and its client. */
import type { AwsCredentialIdentityProvider, RetryStrategyV2 } from '@smithy/types'
import type { FastXmlProtocol } from './xml/fast-xml-protocol.ts'
import type { WithMiddleware } from './rate-limited.ts'
import type { AnswerOptions } from './answers/answer-room.ts'
import type { SharedRequestHandler } from './request-handler.ts'

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
  send(command: never, options?: AnswerOptions): Promise<unknown>
}

export type Service<Sdk, Client extends SdkClient> = {
  /** The IAM prefix, e.g. `ec2`. */
  readonly name: string
  load(): Promise<Sdk>
  client(sdk: Sdk): new (configuration: ClientConfiguration) => Client
  /** Where the service is called, by partition, when that is one region for all: global services. */
  readonly globalRegions: Readonly<Record<string, string>> | null
}

/** The regions that serve what belongs to no region. */
export const globalRegions: Readonly<Record<string, string>> = {
  aws: 'us-east-1',
  'aws-cn': 'cn-northwest-1',
  'aws-eusc': 'eusc-de-east-1',
  'aws-us-gov': 'us-gov-west-1',
}

export function defineService<Sdk, Client extends SdkClient>(
  name: string,
  load: () => Promise<Sdk>,
  client: (sdk: Sdk) => new (configuration: ClientConfiguration) => Client,
  regions: Readonly<Record<string, string>> | null = null,
): Service<Sdk, Client> {
  return { name, load, client, globalRegions: regions }
}
