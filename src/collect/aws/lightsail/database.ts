import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../properties/tags.ts'
import { tokenPages } from '../../reading/token-pages.ts'
import { stableStatus } from '../../properties/stable-status.ts'
import { lightsail } from './instance.ts'

export const lightsailDatabase = defineCollector({
  type: 'AWS::Lightsail::Database',
  count: 'lightsailDatabases',
  scope: 'regional',
  permissions: ['lightsail:GetRelationalDatabases'],
  service: lightsail,
  // AWS determines the page size.
  pages: ({ sdk, client }) =>
    tokenPages(async (pageToken) => {
      const command = new sdk.GetRelationalDatabasesCommand({ pageToken })
      const { relationalDatabases, nextPageToken } = await client.send(command)
      return { relationalDatabases, NextToken: nextPageToken }
    }),
  items: (page) => page.relationalDatabases,
  resource: (database) => ({
    id: database.name,
    arn: database.arn,
    name: database.name,
    tags: tagRecord(database.tags),
    properties: {
      engine: database.engine,
      engineVersion: database.engineVersion,
      bundle: database.relationalDatabaseBundleId,
      state: stableStatus(database.state),
      availabilityZone: database.location?.availabilityZone,
      secondaryAvailabilityZone: database.secondaryAvailabilityZone,
      publiclyAccessible: database.publiclyAccessible,
      endpoint: database.masterEndpoint?.address,
    },
  }),
})
