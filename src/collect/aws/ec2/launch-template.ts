import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

/**
 * Collects launch templates without their versions, because versions include user data, which often contains secrets.
 */
export const launchTemplate = defineCollector({
  type: 'AWS::EC2::LaunchTemplate',
  count: 'launchTemplates',
  scope: 'regional',
  permissions: ['ec2:DescribeLaunchTemplates'],
  service: ec2,
  // AWS limits this list to 200 per page.
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
