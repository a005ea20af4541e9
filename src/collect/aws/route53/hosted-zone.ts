import type { Route53Client } from '@aws-sdk/client-route-53'
import { defineService, globalRegions } from '../../../cloud/service.ts'
import { partitionOf } from '../../references/arn.ts'
import { type CallContext, defineCollector } from '../../collector.ts'
import { tokenPages } from '../../reading/token-pages.ts'

export const route53 = defineService(
  'route53',
  () => import('@aws-sdk/client-route-53'),
  (sdk) => sdk.Route53Client,
  globalRegions,
)

type Context = CallContext<typeof import('@aws-sdk/client-route-53'), Route53Client>

/** Collects hosted zones with a record that points to the scanned region, or with a VPC of it. */
export const hostedZone = defineCollector({
  type: 'AWS::Route53::HostedZone',
  count: 'hostedZones',
  scope: 'global',
  keep: 'connected',
  permissions: ['route53:ListHostedZones', 'route53:GetHostedZone', 'route53:ListQueryLoggingConfigs'],
  service: route53,
  async *pages(context) {
    const { sdk, client } = context
    let logs: ReturnType<typeof readQueryLogs> | null = null
    for await (const { HostedZones = [] } of sdk.paginateListHostedZones({ client, pageSize: 100 }, {})) {
      // Only queries of public zones are logged.
      if (HostedZones.some(({ Config }) => Config?.PrivateZone !== true)) logs ??= readQueryLogs(context)
      yield { zones: HostedZones, logs }
    }
  },
  async items({ zones, logs }, { sdk, client, region, each }) {
    // One call per private zone, because the list omits its VPCs.
    return each(
      zones,
      async (zone) => {
        if (zone.Config?.PrivateZone !== true)
          return { zone, networkIds: [], logArns: (await logs)?.get(hostedZoneId(zone.Id)) }
        const { VPCs = [] } = await client.send(new sdk.GetHostedZoneCommand({ Id: zone.Id }))
        return {
          zone,
          logArns: undefined,
          networkIds: VPCs.flatMap(({ VPCId, VPCRegion }) => (VPCRegion === region ? (VPCId ?? []) : [])),
        }
      },
      { listed: (zone) => ({ zone, networkIds: [], logArns: undefined }), listIsEnough: true },
    )
  },
  resource: ({ zone }, { region }) => ({
    id: hostedZoneId(zone.Id),
    // The list omits the ARN.
    arn: `arn:${partitionOf(region)}:route53:::hostedzone/${hostedZoneId(zone.Id)}`,
    name: zone.Name,
    properties: {
      private: zone.Config?.PrivateZone,
      comment: zone.Config?.Comment,
      linkedService: zone.LinkedService?.ServicePrincipal,
    },
  }),
  relations: [
    {
      verb: 'associated with',
      type: 'AWS::EC2::VPC',
      field: 'route53:GetHostedZone VPCs[].VPCId',
      targets: ({ networkIds }) => networkIds,
    },
    {
      verb: 'logs to',
      types: ['AWS::Logs::LogGroup'],
      field: 'route53:ListQueryLoggingConfigs QueryLoggingConfigs[].CloudWatchLogsLogGroupArn',
      arns: ({ logArns }) => logArns,
    },
  ],
})

/** Returns the ARNs of log groups by zone ID. */
async function readQueryLogs({ sdk, client }: Context): Promise<ReadonlyMap<string | undefined, readonly string[]>> {
  const pages = tokenPages((NextToken) =>
    client.send(new sdk.ListQueryLoggingConfigsCommand({ MaxResults: 100, NextToken })),
  )
  const configs = (await Array.fromAsync(pages)).flatMap(({ QueryLoggingConfigs = [] }) => QueryLoggingConfigs)
  const byZone = Map.groupBy(configs, ({ HostedZoneId }) => HostedZoneId)
  return new Map(
    [...byZone].map(([id, ofZone]) => [id, ofZone.flatMap((config) => config.CloudWatchLogsLogGroupArn ?? [])]),
  )
}

/** Returns `Z1D633PJN98FT9` for `/hostedzone/Z1D633PJN98FT9`. */
export function hostedZoneId(id: string | undefined): string | undefined {
  return id?.replace(/^\/hostedzone\//, '')
}
