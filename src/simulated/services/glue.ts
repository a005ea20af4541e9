/** Glue: databases, jobs, crawlers. */
import * as module from '@aws-sdk/client-glue'
import type {
  Crawler,
  Database,
  GetCrawlersRequest,
  GetCrawlersResponse,
  GetDatabasesRequest,
  GetDatabasesResponse,
  GetJobsRequest,
  GetJobsResponse,
  Job,
} from '@aws-sdk/client-glue'
import { listOperation } from '../list-operation.ts'
import type { Paging } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

type ListRequest = { readonly MaxResults?: number | undefined; readonly NextToken?: string | undefined }

/** Source of the limits: the constraints on `MaxResults` (`PageSize`, `CatalogGetterPageSize`) in the Glue API reference. */
function paging(maximum: number): Paging<ListRequest> {
  return {
    token: 'NextToken',
    size: 'MaxResults',
    minimum: 1,
    maximum,
    default: maximum,
    badToken: () => new ProviderError('InvalidInputException', 'Invalid token'),
    badSize: (size) =>
      new ProviderError(
        'ValidationException',
        `1 validation error detected: Value '${size}' at 'maxResults' failed to satisfy constraint`,
      ),
  }
}

export const service: SimulatedService = {
  iamPrefix: 'glue',
  module,
  client: new module.GlueClient(idleClient),
  operations: {
    GetDatabases: listOperation<GetDatabasesRequest, GetDatabasesResponse, Database>({
      deniedResource: ({ accountId, region }) => `arn:aws:glue:${region}:${accountId}:catalog`,
      items: ({ regionData }) => regionData.glue?.databases,
      paging: paging(100),
      answer: (items, NextToken) => ({ DatabaseList: [...items], NextToken }),
    }),

    GetJobs: listOperation<GetJobsRequest, GetJobsResponse, Job>({
      items: ({ regionData }) => regionData.glue?.jobs,
      paging: paging(1000),
      answer: (items, NextToken) => ({ Jobs: [...items], NextToken }),
    }),

    GetCrawlers: listOperation<GetCrawlersRequest, GetCrawlersResponse, Crawler>({
      items: ({ regionData }) => regionData.glue?.crawlers,
      paging: paging(1000),
      answer: (items, NextToken) => ({ Crawlers: [...items], NextToken }),
    }),
  },
}
