/** Paging by `MaxRecords` and `Marker`, as RDS, ElastiCache and Redshift do: 20 to 100 records, 100 by default. */
import type { Paging } from './list-operation.ts'
import { ProviderError } from './provider-error.ts'

type RecordRequest = { readonly MaxRecords?: number | undefined; readonly Marker?: string | undefined }

export const recordPaging: Paging<RecordRequest> = {
  token: 'Marker',
  size: 'MaxRecords',
  minimum: 20,
  maximum: 100,
  default: 100,
  badToken: (token) => new ProviderError('InvalidParameterValue', `Invalid marker: ${token}`),
  badSize: (size) =>
    new ProviderError('InvalidParameterValue', `Invalid value ${size} for MaxRecords. Must be between 20 and 100`),
}
