import type { DirectConnectGatewayAssociation } from '@aws-sdk/client-direct-connect'
import type { VpnGateway } from '@aws-sdk/client-ec2'
import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { tokenPages } from '../../reading/token-pages.ts'
import { directConnect } from '../directconnect/connection.ts'
import { ec2 } from './vpc.ts'

type DescribedGateway = {
  readonly gateway: VpnGateway
  /** `undefined`: they couldn't be read. */
  readonly associations: readonly DirectConnectGatewayAssociation[] | undefined
}

export const vpnGateway = defineCollector({
  type: 'AWS::EC2::VPNGateway',
  count: 'vpnGateways',
  scope: 'regional',
  permissions: ['ec2:DescribeVpnGateways', 'directconnect:DescribeDirectConnectGatewayAssociations'],
  service: ec2,
  // AWS returns all of them in one response.
  pages: ({ sdk, client }) => [client.send(new sdk.DescribeVpnGatewaysCommand({}))],
  async items(page, { each, open }) {
    const direct = await open(directConnect)
    // One list per gateway, because the lists of Direct Connect gateways omit those of other accounts.
    return each(
      page.VpnGateways,
      async (gateway): Promise<DescribedGateway> => {
        const pages = tokenPages((nextToken) =>
          direct.client.send(
            new direct.sdk.DescribeDirectConnectGatewayAssociationsCommand({
              virtualGatewayId: gateway.VpnGatewayId,
              maxResults: 100,
              nextToken,
            }),
          ),
        )
        const answers = await Array.fromAsync(pages)
        const associations = answers.flatMap((answer) => answer.directConnectGatewayAssociations ?? [])
        return {
          gateway,
          associations: associations.filter(({ associationState }) => associationState !== 'disassociated'),
        }
      },
      {
        listed: (gateway): DescribedGateway => ({ gateway, associations: undefined }),
        listIsEnough: true,
        asksElsewhere: true,
      },
    )
  },
  resource: ({ gateway, associations }) => ({
    id: gateway.VpnGatewayId,
    name: nameTag(gateway.Tags),
    tags: tagRecord(gateway.Tags),
    properties: {
      state: gateway.State,
      vpnType: gateway.Type,
      amazonSideAsn: gateway.AmazonSideAsn,
      directConnectGateways: associations?.flatMap((each) => each.directConnectGatewayId ?? []).toSorted(),
    },
  }),
  relations: [
    {
      verb: 'attached to',
      type: 'AWS::EC2::VPC',
      field: 'VpnGateways[].VpcAttachments[].VpcId',
      targets: ({ gateway }) =>
        gateway.VpcAttachments?.flatMap(({ VpcId, State }) => (State === 'detached' ? [] : VpcId)),
    },
  ],
})
