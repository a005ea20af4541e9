import type { ManagedPrefixList } from '@aws-sdk/client-ec2'
import { type CallContext, defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { routeTable } from './route-table.ts'
import { securityGroup } from './security-group.ts'
import { ec2 } from './vpc.ts'

type DescribedList = { readonly list: ManagedPrefixList; readonly entries: readonly string[] | undefined }

/**
 * Collects prefix lists of the account and those shared with it. AWS's own lists, which every account has, are kept if
 * used.
 */
export const prefixList = defineCollector({
  type: 'AWS::EC2::PrefixList',
  count: 'prefixLists',
  scope: 'regional',
  permissions: ['ec2:DescribeManagedPrefixLists', 'ec2:GetManagedPrefixListEntries'],
  service: ec2,
  alsoReads: [routeTable, securityGroup],
  // AWS limits this list to 100 per page.
  pages: ({ sdk, client }) => sdk.paginateDescribeManagedPrefixLists({ client, pageSize: 100 }, {}),
  async items(page, { sdk, client, each, allOf }) {
    const used = await usedLists(allOf)
    return each(
      page.PrefixLists?.filter(({ OwnerId, PrefixListId = '' }) => OwnerId !== 'AWS' || used.has(PrefixListId)),
      async (list): Promise<DescribedList> => {
        const { PrefixListId } = list
        const pages = sdk.paginateGetManagedPrefixListEntries({ client, pageSize: 100 }, { PrefixListId })
        const entries = (await Array.fromAsync(pages)).flatMap(({ Entries }) => Entries ?? [])
        return { list, entries: entries.flatMap(({ Cidr }) => Cidr ?? []) }
      },
      { listed: (list): DescribedList => ({ list, entries: undefined }), listIsEnough: true },
    )
  },
  resource: ({ list, entries }) => ({
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
      entries: entries?.toSorted(),
    },
  }),
})

/** Returns the lists that routes and security group rules use. */
async function usedLists(allOf: CallContext<unknown, unknown>['allOf']): Promise<ReadonlySet<string | undefined>> {
  const [tables, groups] = await Promise.all([allOf(routeTable), allOf(securityGroup)])
  const routes = (tables ?? []).flatMap(({ Routes = [] }) => Routes)
  const rules = (groups ?? []).flatMap(({ IpPermissions = [], IpPermissionsEgress = [] }) => [
    ...IpPermissions,
    ...IpPermissionsEgress,
  ])
  return new Set([
    ...routes.map(({ DestinationPrefixListId }) => DestinationPrefixListId),
    ...rules.flatMap(({ PrefixListIds = [] }) => PrefixListIds.map(({ PrefixListId }) => PrefixListId)),
  ])
}
