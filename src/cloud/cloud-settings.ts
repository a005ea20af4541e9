/**
 * Settings for AWS access: the service's credentials per partition, home regions, the endpoint, and one HTTP handler
 * for all clients.
 */
import type { AwsCredentialIdentityProvider } from '@smithy/types'
import type { SharedRequestHandler } from './sdk/client.ts'

export type CloudSettings = {
  /** `null`: the SDK determines the endpoint from AWS_ENDPOINT_URL or the region. */
  readonly endpoint: string | null
  /** Custom endpoints address buckets by path instead of host name. */
  readonly forcePathStyle: boolean
  /** The service's own credentials in a partition (`aws`, `aws-cn`, …). AssumeRole doesn't cross partitions. */
  readonly credentials: (partition: string) => AwsCredentialIdentityProvider
  /** The region for AssumeRole calls: the service's own region, not the scanned one. */
  readonly homeRegion: (partition: string) => string
  /** Shared by all clients: keep-alive, limited sockets, and timeouts. */
  readonly requestHandler: SharedRequestHandler
}
