import type { InstancePortInfo } from '@aws-sdk/client-lightsail'
import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../properties/tags.ts'
import { inStableOrder } from '../../properties/stable-order.ts'
import { tokenPages } from '../../reading/token-pages.ts'

export const lightsail = defineService(
  'lightsail',
  () => import('@aws-sdk/client-lightsail'),
  (sdk) => sdk.LightsailClient,
)

export const lightsailInstance = defineCollector({
  type: 'AWS::Lightsail::Instance',
  count: 'lightsailInstances',
  scope: 'regional',
  permissions: ['lightsail:GetInstances'],
  service: lightsail,
  // AWS determines the page size.
  pages: ({ sdk, client }) =>
    tokenPages(async (pageToken) => {
      const { instances, nextPageToken } = await client.send(new sdk.GetInstancesCommand({ pageToken }))
      return { instances, NextToken: nextPageToken }
    }),
  items: (page) => page.instances,
  resource: (instance) => ({
    id: instance.name,
    arn: instance.arn,
    name: instance.name,
    tags: tagRecord(instance.tags),
    properties: {
      bundle: instance.bundleId,
      blueprint: instance.blueprintId,
      state: instance.state?.name,
      availabilityZone: instance.location?.availabilityZone,
      privateIpAddress: instance.privateIpAddress,
      publicIpAddress: instance.publicIpAddress,
      ipv6Addresses: instance.ipv6Addresses?.toSorted(),
      openPorts: instance.networking && inStableOrder((instance.networking.ports ?? []).flatMap(openPort)),
    },
  }),
})

/** A port that the firewall opens, with its sources. */
function openPort({ protocol, fromPort, toPort, accessDirection, cidrs = [], ipv6Cidrs = [] }: InstancePortInfo) {
  if (accessDirection === 'outbound') return []
  return [
    {
      protocol: protocol ?? null,
      fromPort: fromPort ?? null,
      toPort: toPort ?? null,
      cidrs: [...cidrs, ...ipv6Cidrs].toSorted(),
    },
  ]
}
