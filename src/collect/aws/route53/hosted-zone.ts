import { partitionOf } from '../../arn.ts'
import { defineCollector } from '../../collector.ts'
import { route53 } from '../services.ts'

/** Kept where a record of it leads into the scanned region, or where it is for a network there. */
export const hostedZone = defineCollector({
  type: 'AWS::Route53::HostedZone',
  count: 'hostedZones',
  scope: 'global',
  keep: 'connected',
  permissions: ['route53:ListHostedZones', 'route53:GetHostedZone'],
  service: route53,
  tagged: 'route53:hostedzone',
  pages: ({ sdk, client }) => sdk.paginateListHostedZones({ client, pageSize: 100 }, {}),
  async items(page, { sdk, client, region, each }) {
    // One call per private zone: only it tells the networks that the zone is for.
    return each(
      page.HostedZones,
      async (zone) => {
        if (zone.Config?.PrivateZone !== true) return { zone, networkIds: [] }
        const { VPCs = [] } = await client.send(new sdk.GetHostedZoneCommand({ Id: zone.Id }))
        return { zone, networkIds: VPCs.flatMap(({ VPCId, VPCRegion }) => (VPCRegion === region ? (VPCId ?? []) : [])) }
      },
      { listed: (zone) => ({ zone, networkIds: [] }) },
    )
  },
  resource: ({ zone }, { region }) => ({
    id: hostedZoneId(zone.Id),
    // The list leaves it out.
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
  ],
})

/** `Z1D633PJN98FT9` of `/hostedzone/Z1D633PJN98FT9`. */
export function hostedZoneId(id: string | undefined): string | undefined {
  return id?.replace(/^\/hostedzone\//, '')
}
