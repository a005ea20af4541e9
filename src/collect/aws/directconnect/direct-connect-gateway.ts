import type { DirectConnectGateway, DirectConnectGatewayAssociation, GatewayType } from '@aws-sdk/client-direct-connect'
import { defineCollector } from '../../collector.ts'
import { inStableOrder } from '../../properties/stable-order.ts'
import { tokenPages } from '../../reading/token-pages.ts'
import { directConnect } from './connection.ts'
import { lowerCaseTagRecord } from './lower-case-tag-record.ts'

type DescribedGateway = {
  readonly gateway: DirectConnectGateway
  readonly associations: readonly DirectConnectGatewayAssociation[] | undefined
}

/**
 * Collects Direct Connect gateways. Every region lists all of them. Those with an attachment in the scanned region are
 * kept.
 */
export const directConnectGateway = defineCollector({
  type: 'AWS::DirectConnect::DirectConnectGateway',
  count: 'directConnectGateways',
  scope: 'global',
  // Its virtual interface may be in another region than the gateways that are associated with it.
  keep: 'connected',
  permissions: [
    'directconnect:DescribeDirectConnectGateways',
    'directconnect:DescribeDirectConnectGatewayAssociations',
  ],
  service: directConnect,
  pages: ({ sdk, client }) =>
    tokenPages((nextToken) =>
      client.send(new sdk.DescribeDirectConnectGatewaysCommand({ maxResults: 100, nextToken })),
    ),
  items: (page, { sdk, client, each }) =>
    // One list per gateway, because AWS lists the associations of one gateway at a time.
    each(
      page.directConnectGateways,
      async (gateway): Promise<DescribedGateway> => {
        const { directConnectGatewayId } = gateway
        const pages = tokenPages((nextToken) =>
          client.send(
            new sdk.DescribeDirectConnectGatewayAssociationsCommand({
              directConnectGatewayId,
              maxResults: 100,
              nextToken,
            }),
          ),
        )
        const associations = (await Array.fromAsync(pages)).flatMap(
          (answer) => answer.directConnectGatewayAssociations ?? [],
        )
        return { gateway, associations }
      },
      { listed: (gateway): DescribedGateway => ({ gateway, associations: undefined }) },
    ),
  resource: ({ gateway, associations }, { region }) => ({
    id: gateway.directConnectGatewayId,
    name: gateway.directConnectGatewayName,
    tags: lowerCaseTagRecord(gateway.tags),
    properties: {
      state: gateway.directConnectGatewayState,
      amazonSideAsn: gateway.amazonSideAsn,
      owner: gateway.ownerAccount,
      allowedPrefixes: allowedPrefixes(inRegion(associations, region)),
    },
  }),
  relations: [
    {
      verb: 'associated with',
      type: 'AWS::EC2::TransitGateway',
      field:
        'directconnect:DescribeDirectConnectGatewayAssociations directConnectGatewayAssociations[].associatedGateway.id',
      targets: ({ associations }, { region }) => gateways(associations, 'transitGateway', region),
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::VPNGateway',
      field:
        'directconnect:DescribeDirectConnectGatewayAssociations directConnectGatewayAssociations[].associatedGateway.id',
      targets: ({ associations }, { region }) => gateways(associations, 'virtualPrivateGateway', region),
    },
  ],
})

function gateways(
  associations: readonly DirectConnectGatewayAssociation[] | undefined,
  type: GatewayType,
  region: string,
): readonly (string | undefined)[] | undefined {
  return inRegion(associations, region)
    ?.filter(({ associatedGateway }) => associatedGateway?.type === type)
    .map(({ associatedGateway }) => associatedGateway?.id)
}

function inRegion(associations: readonly DirectConnectGatewayAssociation[] | undefined, region: string) {
  return associations?.filter(
    ({ associatedGateway, associationState }) =>
      associatedGateway?.region === region && associationState !== 'disassociated',
  )
}

/** What is announced to the network on the other side. */
function allowedPrefixes(associations: readonly DirectConnectGatewayAssociation[] | undefined) {
  return associations === undefined
    ? undefined
    : inStableOrder(
        associations.map(({ associatedGateway, allowedPrefixesToDirectConnectGateway: prefixes = [] }) => ({
          gateway: associatedGateway?.id ?? null,
          cidrBlocks: prefixes.flatMap(({ cidr }) => cidr ?? []).toSorted(),
        })),
      )
}
