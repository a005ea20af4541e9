/** What a world holds of accelerators, in the SDK's own shapes. */
import type { Accelerator, EndpointGroup, Listener } from '@aws-sdk/client-global-accelerator'

export type GlobalAcceleratorData = {
  readonly accelerators?: readonly Accelerator[]
  readonly listeners?: readonly Listener[]
  readonly endpointGroups?: readonly EndpointGroup[]
}
