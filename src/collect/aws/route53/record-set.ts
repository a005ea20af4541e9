import type { ListResourceRecordSetsCommandOutput, ResourceRecordSet } from '@aws-sdk/client-route-53'
import { isWebsiteHost } from '../../references/s3-uri.ts'
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import type { ResourceTypeName } from '../../../resource-types/all.ts'
import { type CallContext, defineCollector, from, hostsOf } from '../../collector.ts'
import { endpointTypes, resourceOfHost } from '../../references/endpoint-host.ts'
import { distribution } from '../cloudfront/distribution.ts'
import { accelerator } from '../globalaccelerator/accelerator.ts'
import { platformHosts } from '../platform-hosts.ts'
import { settingHosts } from '../program-settings.ts'
import { hostedZone, hostedZoneId, route53 } from './hosted-zone.ts'
import { namesOfRecord, type RecordOfZone } from './record-names.ts'

const targetTypes: readonly ResourceTypeName[] = [
  'AWS::ApiGateway::DomainName',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGatewayV2::Api',
  'AWS::AppRunner::Service',
  'AWS::AppSync::GraphQLApi',
  'AWS::CloudFront::Distribution',
  'AWS::EC2::VPCEndpoint',
  'AWS::ElasticBeanstalk::Environment',
  'AWS::ElasticLoadBalancing::LoadBalancer',
  'AWS::ElasticLoadBalancingV2::LoadBalancer',
  'AWS::GlobalAccelerator::Accelerator',
  'AWS::MSK::Cluster',
  'AWS::S3::Bucket',
  ...endpointTypes,
]

/** Collects the records whose alias or CNAME target is a resource of the scanned region. */
export const recordSet = defineCollector({
  type: 'AWS::Route53::RecordSet',
  count: 'dnsRecords',
  scope: 'global',
  keep: 'pointing to',
  permissions: ['route53:ListResourceRecordSets'],
  service: route53,
  // Every zone has two own records (NS and SOA), which have no targets here.
  inputs: from(hostedZone, ({ zone }) => ((zone.ResourceRecordSetCount ?? 3) > 2 ? zone.Id : undefined)),
  hosts: [
    ...settingHosts,
    ...platformHosts,
    hostsOf(distribution, (item) => ({ host: item.distribution.DomainName, id: item.distribution.Id })),
    hostsOf(accelerator, ({ DnsName, AcceleratorArn }) => ({ host: DnsName, id: AcceleratorArn })),
  ],
  // One list per zone, at most 300 records per page, because AWS lists the records of one zone at a time. The SDK has
  // no paginator.
  async *pages({ sdk, client }, [zoneId = '']) {
    let next: Partial<ListResourceRecordSetsCommandOutput> | null = {}
    while (next !== null) {
      const page: ListResourceRecordSetsCommandOutput = await client.send(
        new sdk.ListResourceRecordSetsCommand({
          HostedZoneId: zoneId,
          MaxItems: 300,
          StartRecordName: next.NextRecordName,
          StartRecordType: next.NextRecordType,
          StartRecordIdentifier: next.NextRecordIdentifier,
        }),
      )
      yield (page.ResourceRecordSets ?? []).map((record): RecordOfZone => ({ zoneId, record }))
      next = page.IsTruncated === true ? page : null
    }
  },
  items: (page) => page,
  ofType: ({ record }) => namesOfRecord(record).length > 0,
  resource: ({ zoneId, record }) => ({
    id: [hostedZoneId(zoneId), record.Name, record.Type, record.SetIdentifier].filter(Boolean).join(' '),
    name: record.Name?.replace(/\.$/, ''),
    properties: {
      recordType: record.Type,
      alias: record.AliasTarget !== undefined,
      ttlSeconds: record.TTL,
      setIdentifier: record.SetIdentifier,
      weight: record.Weight,
      latencyRegion: record.Region,
      failover: record.Failover,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::Route53::HostedZone',
      field: 'HostedZoneId',
      // A relation to the zone alone doesn't keep a record. It needs a target.
      targets: (item, context) => (targets(item, context).length > 0 ? hostedZoneId(item.zoneId) : undefined),
    },
    {
      verb: 'routes to',
      types: targetTypes,
      field: 'ResourceRecordSets[].AliasTarget.DNSName, ResourceRecordSets[].ResourceRecords[].Value',
      references: (item, context) => targets(item, context),
    },
  ],
})

function targets({ record }: RecordOfZone, context: CallContext<unknown, unknown>): readonly ResourceReference[] {
  return namesOfRecord(record).flatMap(
    (host) =>
      context.resourceAt(host) ??
      resourceOfHost(host, context) ??
      endpointAt(host, context.region) ??
      websiteAt(host, record, context.region) ??
      [],
  )
}

/**
 * Matches `vpce-0123-abcd.vpce-svc-0456.us-east-1.vpce.amazonaws.com` and similar hosts, also with a zone name after
 * the identifier.
 */
function endpointAt(host: string, region: string): ResourceReference | undefined {
  const [, id] = /^(vpce-[0-9a-f]+)-.*\.vpce\.amazonaws\.(?:com|com\.cn|eu)$/.exec(host) ?? []
  return id !== undefined && host.includes(`.${region}.`) ? { type: 'AWS::EC2::VPCEndpoint', id } : undefined
}

/** A bucket website has the same name as its record. */
function websiteAt(host: string, { Name }: ResourceRecordSet, region: string): ResourceReference | undefined {
  return isWebsiteHost(host, region) && Name !== undefined
    ? { type: 'AWS::S3::Bucket', id: Name.replace(/\.$/, '') }
    : undefined
}
