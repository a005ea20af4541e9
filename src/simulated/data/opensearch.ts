/** What a world holds of OpenSearch Service, in the SDK's own shapes. */
import type { DomainStatus } from '@aws-sdk/client-opensearch'

export type OpenSearchData = {
  readonly domains?: readonly DomainStatus[]
}
