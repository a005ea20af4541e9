import { defineService } from '../../../cloud/service.ts'
import { partitionOf } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { bucketOfUri } from '../../references/s3-uri.ts'

export const glue = defineService(
  'glue',
  () => import('@aws-sdk/client-glue'),
  (sdk) => sdk.GlueClient,
)

export const catalogDatabase = defineCollector({
  type: 'AWS::Glue::Database',
  count: 'catalogDatabases',
  scope: 'regional',
  permissions: ['glue:GetDatabases'],
  service: glue,
  pages: ({ sdk, client }) => sdk.paginateGetDatabases({ client, pageSize: 100 }, {}),
  items: (page) => page.DatabaseList,
  resource: (database, { region, accountNumber }) => ({
    id: database.Name,
    // The list omits the ARN.
    arn: `arn:${partitionOf(region)}:glue:${region}:${accountNumber}:database/${database.Name}`,
    name: database.Name,
    properties: { description: database.Description, location: database.LocationUri },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::S3::Bucket',
      field: 'DatabaseList[].LocationUri',
      targets: (database) => bucketOfUri(database.LocationUri),
    },
  ],
})
