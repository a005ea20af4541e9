/** What a world holds of Transfer Family, in the SDK's own shapes. */
import type { DescribedServer } from '@aws-sdk/client-transfer'

export type TransferData = {
  readonly servers?: readonly DescribedServer[]
}
