/** Route 53: hosted zones and their records. */
import * as module from '@aws-sdk/client-route-53'
import type {
  GetHostedZoneRequest,
  GetHostedZoneResponse,
  HostedZone,
  ListHostedZonesRequest,
  ListHostedZonesResponse,
  ListQueryLoggingConfigsRequest,
  ListQueryLoggingConfigsResponse,
  ListResourceRecordSetsRequest,
  ListResourceRecordSetsResponse,
  QueryLoggingConfig,
  ResourceRecordSet,
} from '@aws-sdk/client-route-53'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { OperationContext, SimulatedService } from '../service.ts'

/** "Route 53 returns a maximum of 100 items in each response", and 300 records. */
const maximumZones = 100
const maximumRecords = 300

function findZone(id: string | undefined, { globalData }: OperationContext): HostedZone {
  const bare = (id ?? '').replace(/^\/hostedzone\//, '')
  const zone = globalData.route53?.hostedZones?.find(({ Id }) => Id === `/hostedzone/${bare}`)
  if (zone === undefined) throw new ProviderError('NoSuchHostedZone', `No hosted zone found with ID: ${bare}`, 404)
  return zone
}

/** Every zone has two records of its own, for its name servers and its authority, whether or not a world writes them down. */
function counted(zone: HostedZone, records: readonly ResourceRecordSet[] = []): HostedZone {
  const others = records.filter(({ Name, Type }) => Name !== zone.Name || (Type !== 'NS' && Type !== 'SOA'))
  return { ...zone, ResourceRecordSetCount: others.length + 2 }
}

export const service: SimulatedService = {
  iamPrefix: 'route53',
  module,
  client: new module.Route53Client(idleClient),
  operations: {
    ListHostedZones: listOperation<ListHostedZonesRequest, ListHostedZonesResponse, HostedZone>({
      items: ({ globalData }) => globalData.route53?.hostedZones,
      paging: {
        token: 'Marker',
        size: 'MaxItems',
        minimum: 1,
        maximum: maximumZones,
        default: maximumZones,
        badToken: () => new ProviderError('NoSuchHostedZone', 'The marker names no hosted zone', 404),
        badSize: (size) => new ProviderError('InvalidInput', `Invalid max items ${size}`),
      },
      answer: (items, NextMarker, { Marker, MaxItems }, { globalData }) => ({
        HostedZones: items.map((zone) => counted(zone, globalData.route53?.records?.[zone.Id ?? ''])),
        Marker,
        IsTruncated: NextMarker !== undefined,
        NextMarker,
        MaxItems: MaxItems ?? maximumZones,
      }),
    }),

    GetHostedZone: operation<GetHostedZoneRequest, GetHostedZoneResponse>({
      parameters: ['Id'],
      answer({ Id }, context) {
        const zone = findZone(Id, context)
        return { HostedZone: zone, VPCs: [...(context.globalData.route53?.vpcs?.[zone.Id ?? ''] ?? [])] }
      },
    }),

    ListQueryLoggingConfigs: listOperation<
      ListQueryLoggingConfigsRequest,
      ListQueryLoggingConfigsResponse,
      QueryLoggingConfig
    >({
      items: ({ globalData }) => globalData.route53?.queryLoggingConfigs,
      paging: {
        token: 'NextToken',
        size: 'MaxResults',
        minimum: 1,
        maximum: 100,
        default: 100,
        badToken: () => new ProviderError('InvalidPaginationToken', 'The pagination token is invalid'),
        badSize: (size) => new ProviderError('InvalidInput', `Invalid max results ${size}`),
      },
      answer: (items, NextToken) => ({ QueryLoggingConfigs: [...items], NextToken }),
    }),

    ListResourceRecordSets: operation<ListResourceRecordSetsRequest, ListResourceRecordSetsResponse>({
      parameters: ['HostedZoneId', 'MaxItems', 'StartRecordName', 'StartRecordType', 'StartRecordIdentifier'],
      answer(input, context) {
        const { StartRecordName, StartRecordType, StartRecordIdentifier, MaxItems = maximumRecords } = input
        const zone = findZone(input.HostedZoneId, context)
        const records = context.globalData.route53?.records?.[zone.Id ?? ''] ?? []
        const start =
          StartRecordName === undefined
            ? 0
            : records.findIndex(
                ({ Name, Type, SetIdentifier }) =>
                  Name === StartRecordName && Type === StartRecordType && SetIdentifier === StartRecordIdentifier,
              )
        if (start < 0) throw new ProviderError('InvalidInput', 'The record to start with does not exist')
        const end = start + Math.min(MaxItems, maximumRecords)
        const next = records[end]
        return {
          ResourceRecordSets: records.slice(start, end),
          IsTruncated: next !== undefined,
          NextRecordName: next?.Name,
          NextRecordType: next?.Type,
          NextRecordIdentifier: next?.SetIdentifier,
          MaxItems,
        }
      },
    }),
  },
}
