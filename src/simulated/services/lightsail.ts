/** Lightsail: instances and databases. */
import * as module from '@aws-sdk/client-lightsail'
import type {
  GetInstancesRequest,
  GetInstancesResult,
  GetRelationalDatabasesRequest,
  GetRelationalDatabasesResult,
  Instance,
  RelationalDatabase,
} from '@aws-sdk/client-lightsail'
import { listOperation } from '../list-operation.ts'
import type { Paging } from '../list-operation.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

/** Requests name no size. */
const paging: Paging<{ readonly pageToken?: string | undefined }> = usualPaging({
  token: 'pageToken',
  size: null,
  maximum: 100,
  badToken: 'InvalidInputException',
})

export const service: SimulatedService = {
  iamPrefix: 'lightsail',
  module,
  client: new module.LightsailClient(idleClient),
  operations: {
    GetInstances: listOperation<GetInstancesRequest, GetInstancesResult, Instance>({
      deniedResource: () => '*',
      items: ({ regionData }) => regionData.lightsail?.instances,
      paging,
      answer: (items, nextPageToken) => ({ instances: [...items], nextPageToken }),
    }),

    GetRelationalDatabases: listOperation<
      GetRelationalDatabasesRequest,
      GetRelationalDatabasesResult,
      RelationalDatabase
    >({
      deniedResource: () => '*',
      items: ({ regionData }) => regionData.lightsail?.databases,
      paging,
      answer: (items, nextPageToken) => ({ relationalDatabases: [...items], nextPageToken }),
    }),
  },
}
