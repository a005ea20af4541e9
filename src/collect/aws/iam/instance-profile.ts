import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../properties/tags.ts'
import { iam } from './role.ts'

/** Collects instance profiles, which give instances their role. */
export const instanceProfile = defineCollector({
  type: 'AWS::IAM::InstanceProfile',
  count: 'instanceProfiles',
  scope: 'global',
  keep: 'pointed to',
  permissions: ['iam:ListInstanceProfiles'],
  service: iam,
  pages: ({ sdk, client }) => sdk.paginateListInstanceProfiles({ client, pageSize: 1000 }, {}),
  items: (page) => page.InstanceProfiles,
  resource: (profile) => ({
    id: profile.InstanceProfileName,
    arn: profile.Arn,
    name: profile.InstanceProfileName,
    tags: tagRecord(profile.Tags),
    properties: { path: profile.Path, createDate: profile.CreateDate?.toISOString() },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::IAM::Role',
      field: 'InstanceProfiles[].Roles[].RoleName',
      targets: (profile) => profile.Roles?.map(({ RoleName }) => RoleName),
    },
  ],
})
