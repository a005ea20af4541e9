import type { DhcpOptions } from '@aws-sdk/client-ec2'
import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const dhcpOptions = defineCollector({
  type: 'AWS::EC2::DHCPOptions',
  count: 'dhcpOptions',
  scope: 'regional',
  permissions: ['ec2:DescribeDhcpOptions'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeDhcpOptions({ client, pageSize: 1000 }, {}),
  items: (page) => page.DhcpOptions,
  resource: (options) => ({
    id: options.DhcpOptionsId,
    name: nameTag(options.Tags),
    tags: tagRecord(options.Tags),
    properties: { settings: settings(options) },
  }),
})

/** For example `{ 'domain-name-servers': ['AmazonProvidedDNS'] }`. The order of servers matters. */
function settings(options: DhcpOptions): Record<string, string[]> {
  return Object.fromEntries(
    (options.DhcpConfigurations ?? []).map(({ Key = '', Values }) => [
      Key,
      (Values ?? []).flatMap(({ Value }) => Value ?? []),
    ]),
  )
}
