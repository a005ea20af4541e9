import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

/** Its versions are not read: they come with user data, which often holds secrets. */
export const launchTemplate = defineCollector({
  type: 'AWS::EC2::LaunchTemplate',
  count: 'launchTemplates',
  scope: 'regional',
  permissions: ['ec2:DescribeLaunchTemplates'],
  service: ec2,
  // The provider caps this list at 200 a page.
  pages: ({ sdk, client }) => sdk.paginateDescribeLaunchTemplates({ client, pageSize: 200 }, {}),
  items: (page) => page.LaunchTemplates,
  resource: (template) => ({
    id: template.LaunchTemplateId,
    name: nameTag(template.Tags) ?? template.LaunchTemplateName,
    tags: tagRecord(template.Tags),
    properties: {
      defaultVersion: template.DefaultVersionNumber,
      latestVersion: template.LatestVersionNumber,
      createTime: template.CreateTime?.toISOString(),
    },
  }),
})
