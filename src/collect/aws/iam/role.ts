import { defineService, globalRegions } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../properties/tags.ts'

export const iam = defineService(
  'iam',
  () => import('@aws-sdk/client-iam'),
  (sdk) => sdk.IAMClient,
  globalRegions,
)

/** Of the account's roles those that the region's resources use. Policies, also those of trust, are not kept. */
export const role = defineCollector({
  type: 'AWS::IAM::Role',
  count: 'roles',
  scope: 'global',
  keep: 'pointed to',
  permissions: ['iam:ListRoles'],
  service: iam,
  pages: ({ sdk, client }) => sdk.paginateListRoles({ client, pageSize: 1000 }, {}),
  items: (page) => page.Roles,
  resource: (role) => ({
    id: role.RoleName,
    arn: role.Arn,
    name: role.RoleName,
    tags: tagRecord(role.Tags),
    properties: {
      description: role.Description,
      path: role.Path,
      created: role.CreateDate?.toISOString(),
      maxSessionSeconds: role.MaxSessionDuration,
    },
  }),
})
