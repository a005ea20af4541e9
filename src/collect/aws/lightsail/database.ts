import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../tags.ts'
import { tokenPages } from '../../token-pages.ts'
import { lastingStatus } from '../../lasting-status.ts'
import { lightsail } from '../services.ts'

export const lightsailDatabase = defineCollector({
  type: 'AWS::Lightsail::Database',
  count: 'lightsailDatabases',
  scope: 'regional',
  permissions: ['lightsail:GetRelationalDatabases'],
  service: lightsail,
  // The provider decides on the size of a page.
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
      state: lastingStatus(database.state),
      availabilityZone: database.location?.availabilityZone,
      secondaryAvailabilityZone: database.secondaryAvailabilityZone,
      publiclyAccessible: database.publiclyAccessible,
      endpoint: database.masterEndpoint?.address,
    },
  }),
})
