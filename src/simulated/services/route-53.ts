/** Route 53: hosted zones and their records. */
import type { HostedZone, QueryLoggingConfig, ResourceRecordSet, VPC } from '@aws-sdk/client-route-53'
import { defineService } from '../define-service.ts'
import { ProviderError } from '../provider-error.ts'

declare module '../world.ts' {
  interface GlobalData {
    readonly route53?: Lists<
      { hostedZones: HostedZone; queryLoggingConfigs: QueryLoggingConfig },
      /** By zone ID as in the list (`/hostedzone/…`): the VPCs of private zones, and the records in AWS's order. */
      { vpcs: VPC; records: ResourceRecordSet }
    >
  }
}

const maximumRecords = 300

/** Requests may use zone IDs with or without the prefix of the list. */
const zoneIds = ({ Id = '' }: HostedZone) => [Id, Id.replace('/hostedzone/', '')]
const notFound = ['NoSuchHostedZone', 404] as const

/** Every zone has two own records (NS and SOA), even if the world doesn't include them. */
function counted(zone: HostedZone, records: readonly ResourceRecordSet[] = []): HostedZone {
  const others = records.filter(({ Name, Type }) => Name !== zone.Name || (Type !== 'NS' && Type !== 'SOA'))
  return { ...zone, ResourceRecordSetCount: others.length + 2 }
}

export const service = defineService('route53', () => import('@aws-sdk/client-route-53'), {
  // "Route 53 returns a maximum of 100 items in each response", and 300 records.
  pages: { largest: 100 },
  notFound,
})({
  ListHostedZones: {
    list: 'hostedZones',
    pages: { badToken: notFound, badSize: 'InvalidInput' },
    item: (zone, { records = {} }) => counted(zone, records[zone.Id ?? '']),
  },
  GetHostedZone: {
    one: 'hostedZones',
    by: { Id: zoneIds },
    item: (HostedZone, { vpcs = {} }) => ({ HostedZone, VPCs: vpcs[HostedZone.Id ?? ''] ?? [] }),
  },
  ListQueryLoggingConfigs: {
    list: 'queryLoggingConfigs',
    pages: { badToken: 'InvalidPaginationToken', badSize: 'InvalidInput' },
  },
  ListResourceRecordSets: {
    one: 'hostedZones',
    by: { HostedZoneId: zoneIds },
    parameters: ['MaxItems', 'StartRecordName', 'StartRecordType', 'StartRecordIdentifier'],
    item({ Id = '' }, { records: { [Id]: records = [] } = {} }, input) {
      const { StartRecordName, StartRecordType, StartRecordIdentifier, MaxItems = maximumRecords } = input
      const isStart = ({ Name, Type, SetIdentifier }: ResourceRecordSet) =>
        Name === StartRecordName && Type === StartRecordType && SetIdentifier === StartRecordIdentifier
      const start = StartRecordName === undefined ? 0 : records.findIndex(isStart)
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
  },
})
