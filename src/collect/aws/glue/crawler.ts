import { partitionOf } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { bucketOfUri } from '../../references/s3-uri.ts'
import { glue } from './database.ts'
import { glueRole } from './role.ts'

export const crawler = defineCollector({
  type: 'AWS::Glue::Crawler',
  count: 'crawlers',
  scope: 'regional',
  permissions: ['glue:GetCrawlers'],
  service: glue,
  pages: ({ sdk, client }) => sdk.paginateGetCrawlers({ client, pageSize: 1000 }, {}),
  items: (page) => page.Crawlers,
  resource: (crawler, { region, accountNumber }) => ({
    id: crawler.Name,
    // The list omits the ARN.
    arn: `arn:${partitionOf(region)}:glue:${region}:${accountNumber}:crawler/${crawler.Name}`,
    name: crawler.Name,
    properties: {
      description: crawler.Description,
      schedule: crawler.Schedule?.ScheduleExpression,
      tablePrefix: crawler.TablePrefix,
      deletions: crawler.SchemaChangePolicy?.DeleteBehavior,
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::IAM::Role',
      field: 'Crawlers[].Role',
      targets: (crawler, place) => glueRole(crawler.Role, place),
    },
    {
      verb: 'routes to',
      type: 'AWS::Glue::Database',
      field: 'Crawlers[].DatabaseName',
      targets: (crawler) => crawler.DatabaseName,
    },
    {
      verb: 'uses',
      type: 'AWS::S3::Bucket',
      field: 'Crawlers[].Targets.S3Targets[].Path',
      targets: (crawler) => crawler.Targets?.S3Targets?.map(({ Path }) => bucketOfUri(Path)),
    },
    {
      verb: 'uses',
      type: 'AWS::DynamoDB::Table',
      field: 'Crawlers[].Targets.DynamoDBTargets[].Path',
      targets: (crawler) => crawler.Targets?.DynamoDBTargets?.map(({ Path }) => Path),
    },
  ],
})
