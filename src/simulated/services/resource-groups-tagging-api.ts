/** The Resource Groups Tagging API: what is or was tagged in a region, over all services. */
import * as module from '@aws-sdk/client-resource-groups-tagging-api'
import type {
  GetResourcesInput,
  GetResourcesOutput,
  ResourceTagMapping,
} from '@aws-sdk/client-resource-groups-tagging-api'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

const maximumKinds = 100

/** Where what belongs to no region is listed, by the service of its ARN: in the commercial partition. */
const homeRegions: Readonly<Record<string, string>> = {
  cloudfront: 'us-east-1',
  globalaccelerator: 'us-west-2',
  route53: 'us-east-1',
}

/** `service:type`, as ARNs have it, or a service alone. */
function isOfKind(arn: string, kind: string): boolean {
  const [service, type] = kind.split(':')
  const [, , arnService, , , ...rest] = arn.split(':')
  if (arnService !== service) return false
  const resource = rest.join(':')
  if (type === undefined) return true
  return resource.startsWith(`${type}/`) || resource.startsWith(`${type}:`)
}

export const service: SimulatedService = {
  iamPrefix: 'tag',
  module,
  client: new module.ResourceGroupsTaggingAPIClient(idleClient),
  operations: {
    GetResources: listOperation<GetResourcesInput, GetResourcesOutput, ResourceTagMapping>({
      items: ({ region, regionData, globalData }) => [
        ...(regionData.resourceGroupsTagging?.resources ?? []),
        ...(globalData.resourceGroupsTagging?.resources ?? []).filter(
          ({ ResourceARN = '' }) => homeRegions[ResourceARN.split(':')[2] ?? ''] === region,
        ),
      ],
      parameters: ['ResourceTypeFilters'],
      narrow(items, { ResourceTypeFilters: kinds = [] }, { regionData }) {
        const { unsupportedServices = [] } = regionData.resourceGroupsTagging ?? {}
        const unknown = kinds.find((kind) => unsupportedServices.includes(kind.split(':')[0] ?? ''))
        if (unknown !== undefined) {
          throw new ProviderError(
            'InvalidParameterException',
            `Unsupported service=${unknown.split(':')[0]} in ResourceTypeFilter - ${unknown}`,
          )
        }
        if (kinds.length > maximumKinds) {
          throw new ProviderError(
            'InvalidParameterException',
            `At most ${maximumKinds} resource types can be asked for`,
          )
        }
        if (kinds.length === 0) return items
        return items.filter(({ ResourceARN = '' }) => kinds.some((kind) => isOfKind(ResourceARN, kind)))
      },
      paging: {
        token: 'PaginationToken',
        size: 'ResourcesPerPage',
        minimum: 1,
        maximum: 100,
        default: 50,
        badToken: () => new ProviderError('PaginationTokenExpiredException', 'The PaginationToken is not valid.'),
        badSize: (size) =>
          new ProviderError('InvalidParameterException', `ResourcesPerPage ${size} is not between 1 and 100`),
      },
      answer: (items, PaginationToken = '') => ({ ResourceTagMappingList: [...items], PaginationToken }),
    }),
  },
}
