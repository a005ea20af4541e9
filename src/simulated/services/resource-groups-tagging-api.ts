/** The Resource Groups Tagging API: resources of all services in a region that are or were tagged. */
import type { ResourceTagMapping } from '@aws-sdk/client-resource-groups-tagging-api'
import { defineService } from '../define-service.ts'
import { ProviderError } from '../provider-error.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly resourceGroupsTagging?: Lists<{
      resources: ResourceTagMapping
      /** Service names in ARNs that the region doesn't support. */
      unsupportedServices: string
    }>
  }
  interface GlobalData {
    readonly resourceGroupsTagging?: Lists<{ globalResources: ResourceTagMapping }>
  }
}

const maximumKinds = 100

/** The regions that list global resources, by service in their ARNs, in the commercial partition. */
const homeRegions: Readonly<Record<string, string>> = {
  cloudfront: 'us-east-1',
  globalaccelerator: 'us-west-2',
  route53: 'us-east-1',
}

/** `kind`: `service:type`, as in ARNs, or a service alone. */
function isOfKind(arn: string, kind: string): boolean {
  const [service, type] = kind.split(':')
  const [, , arnService, , , ...rest] = arn.split(':')
  if (arnService !== service) return false
  const resource = rest.join(':')
  if (type === undefined) return true
  return resource.startsWith(`${type}/`) || resource.startsWith(`${type}:`)
}

const refused = (message: string) => new ProviderError('InvalidParameterException', message)

export const service = defineService(
  'resourceGroupsTagging',
  () => import('@aws-sdk/client-resource-groups-tagging-api'),
  {
    iamPrefix: 'tag',
    signedFor: 'tagging',
    pages: {
      largest: 100,
      usual: 50,
      badToken: 'PaginationTokenExpiredException',
      badSize: 'InvalidParameterException',
    },
  },
)({
  GetResources: {
    gather: ({ resources = [], globalResources = [] }, _input, { region }) => [
      ...resources,
      ...globalResources.filter(({ ResourceARN = '' }) => homeRegions[ResourceARN.split(':')[2] ?? ''] === region),
    ],
    parameters: ['ResourceTypeFilters'],
    narrow(items, { ResourceTypeFilters: kinds = [] }, { regionData }) {
      const { unsupportedServices = [] } = regionData.resourceGroupsTagging ?? {}
      const unknown = kinds.find((kind) => unsupportedServices.includes(kind.split(':')[0] ?? ''))
      if (unknown !== undefined) {
        throw refused(`Unsupported service=${unknown.split(':')[0]} in ResourceTypeFilter - ${unknown}`)
      }
      if (kinds.length > maximumKinds) throw refused(`At most ${maximumKinds} resource types can be requested`)
      if (kinds.length === 0) return items
      return items.filter(({ ResourceARN = '' }) => kinds.some((kind) => isOfKind(ResourceARN, kind)))
    },
    page: (ResourceTagMappingList, PaginationToken = '') => ({ ResourceTagMappingList, PaginationToken }),
  },
})
