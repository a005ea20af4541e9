/** Global Accelerator: accelerators, listeners, and endpoint groups. It is available in one region only. */
import { defineService } from '../define-service.ts'
import { ProviderError } from '../provider-error.ts'
import { partitionOf } from '../regions.ts'
import type { OperationContext } from '../service.ts'

declare module '../world.ts' {
  interface GlobalData {
    readonly globalAccelerator?: PlainLists<typeof import('@aws-sdk/client-global-accelerator')>
  }
}

/** "You must specify the US West (Oregon) Region to create, update, or otherwise work with accelerators." */
const homeRegion = 'us-west-2'

function atHome<Item>(items: readonly Item[], _input: object, { account, region }: OperationContext): readonly Item[] {
  if (partitionOf(account) !== 'aws') {
    throw new ProviderError('UnknownOperationException', 'Global Accelerator is not available in this partition')
  }
  if (region !== homeRegion) {
    throw new ProviderError('SimulatedCloud.WrongRegion', `Global Accelerator has no endpoint in ${region}`)
  }
  return items
}

export const service = defineService('globalAccelerator', () => import('@aws-sdk/client-global-accelerator'), {
  pages: { largest: 100, usual: 10 },
})({
  ListAccelerators: { list: 'accelerators', narrow: atHome },
  ListEndpointGroups: {
    list: 'endpointGroups',
    by: { ListenerArn: ({ EndpointGroupArn }) => EndpointGroupArn?.split('/endpoint-group/')[0] },
    narrow: atHome,
  },
  ListListeners: {
    list: 'listeners',
    by: { AcceleratorArn: ({ ListenerArn }) => ListenerArn?.split('/listener/')[0] },
    narrow: atHome,
  },
})
