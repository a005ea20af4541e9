/** How the service reaches AWS: its credentials per partition, its home regions, the endpoint, and one HTTP handler for all clients. */
import type { AwsCredentialIdentityProvider } from '@smithy/types'
import type { SharedRequestHandler } from './sdk/client.ts'

export type CloudSettings = {
  /** `null`: the SDK finds the endpoint itself, from AWS_ENDPOINT_URL or the region. */
  readonly endpoint: string | null
  /** Endpoints of one's own serve buckets by path, not by host name. */
  readonly forcePathStyle: boolean
  /** The service's own credentials in a partition (`aws`, `aws-cn`, …); AssumeRole does not cross partitions. */
  readonly credentials: (partition: string) => AwsCredentialIdentityProvider
  /** Where AssumeRole is called: the service's own region, whatever region is scanned. */
  readonly homeRegion: (partition: string) => string
  /** Shared by every client: keep-alive, bounded sockets, bounded time. */
  readonly requestHandler: SharedRequestHandler
}
