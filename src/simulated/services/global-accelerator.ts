/** Global Accelerator: accelerators, listeners and endpoint groups. Answers in one region only. */
import * as module from '@aws-sdk/client-global-accelerator'
import type {
  Accelerator,
  EndpointGroup,
  ListAcceleratorsRequest,
  ListAcceleratorsResponse,
  ListEndpointGroupsRequest,
  ListEndpointGroupsResponse,
  ListListenersRequest,
  ListListenersResponse,
  Listener,
} from '@aws-sdk/client-global-accelerator'
import type { GlobalAcceleratorData } from '../data/global-accelerator.ts'
import { listOperation } from '../list-operation.ts'
import type { Paging } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { partitionOf } from '../regions.ts'
import { idleClient } from '../service.ts'
import type { OperationContext, SimulatedService } from '../service.ts'

/** "You must specify the US West (Oregon) Region to create, update, or otherwise work with accelerators." */
const homeRegion = 'us-west-2'

const paging: Paging<{ readonly MaxResults?: number | undefined; readonly NextToken?: string | undefined }> = {
  token: 'NextToken',
  size: 'MaxResults',
  minimum: 1,
  maximum: 100,
  default: 10,
  badToken: () => new ProviderError('InvalidNextTokenException', "There isn't another item to return."),
  badSize: (size) =>
    new ProviderError('ValidationException', `Value '${size}' at 'maxResults' must be between 1 and 100`),
}

function accelerators({ account, region, globalData }: OperationContext): GlobalAcceleratorData {
  if (partitionOf(account) !== 'aws') {
    throw new ProviderError('UnknownOperationException', 'Global Accelerator is not offered in this partition')
  }
  if (region !== homeRegion) {
    throw new ProviderError('SimulatedCloud.WrongRegion', `Global Accelerator has no endpoint in ${region}`)
  }
  return globalData.globalAccelerator ?? {}
}

export const service: SimulatedService = {
  iamPrefix: 'globalaccelerator',
  module,
  client: new module.GlobalAcceleratorClient(idleClient),
  operations: {
    ListAccelerators: listOperation<ListAcceleratorsRequest, ListAcceleratorsResponse, Accelerator>({
      items: (context) => accelerators(context).accelerators,
      paging,
      answer: (items, NextToken) => ({ Accelerators: [...items], NextToken }),
    }),

    ListEndpointGroups: listOperation<ListEndpointGroupsRequest, ListEndpointGroupsResponse, EndpointGroup>({
      items: (context) => accelerators(context).endpointGroups,
      identifiers: [
        {
          parameter: 'ListenerArn',
          of: (group) => [group.EndpointGroupArn?.split('/endpoint-group/')[0]],
          notFound: null,
        },
      ],
      paging,
      answer: (items, NextToken) => ({ EndpointGroups: [...items], NextToken }),
    }),

    ListListeners: listOperation<ListListenersRequest, ListListenersResponse, Listener>({
      items: (context) => accelerators(context).listeners,
      identifiers: [
        {
          parameter: 'AcceleratorArn',
          of: (listener) => [listener.ListenerArn?.split('/listener/')[0]],
          notFound: null,
        },
      ],
      paging,
      answer: (items, NextToken) => ({ Listeners: [...items], NextToken }),
    }),
  },
}
