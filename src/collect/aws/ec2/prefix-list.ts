import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

/** Customers’ own prefix lists and those shared with them; the provider’s own are the same in every account. */
export const prefixList = defineCollector({
  type: 'AWS::EC2::PrefixList',
  count: 'prefixLists',
  scope: 'regional',
  permissions: ['ec2:DescribeManagedPrefixLists'],
  service: ec2,
  // The provider caps this list at 100 a page.
  pages: ({ sdk, client }) => sdk.paginateDescribeManagedPrefixLists({ client, pageSize: 100 }, {}),
  items: (page) => page.PrefixLists?.filter(({ OwnerId }) => OwnerId !== 'AWS'),
  resource: (list) => ({
    id: list.PrefixListId,
    arn: list.PrefixListArn,
    name: nameTag(list.Tags) ?? list.PrefixListName,
    tags: tagRecord(list.Tags),
    properties: {
      state: list.State,
      owner: list.OwnerId,
      addressFamily: list.AddressFamily,
      maxEntries: list.MaxEntries,
      version: list.Version,
    },
  }),
})
