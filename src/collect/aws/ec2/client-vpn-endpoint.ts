import type { AuthorizationRule, ClientVpnEndpoint, TargetNetwork } from '@aws-sdk/client-ec2'
import { defineCollector } from '../../collector.ts'
import { inStableOrder } from '../../properties/stable-order.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

type DescribedEndpoint = {
  readonly endpoint: ClientVpnEndpoint
  /** `undefined`: they could not be read. */
  readonly rules: readonly AuthorizationRule[] | undefined
  readonly networks: readonly TargetNetwork[]
}

export const clientVpnEndpoint = defineCollector({
  type: 'AWS::EC2::ClientVpnEndpoint',
  count: 'clientVpnEndpoints',
  scope: 'regional',
  permissions: [
    'ec2:DescribeClientVpnEndpoints',
    'ec2:DescribeClientVpnAuthorizationRules',
    'ec2:DescribeClientVpnTargetNetworks',
  ],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeClientVpnEndpoints({ client, pageSize: 1000 }, {}),
  items: (page, { sdk, client, each }) =>
    // Two calls for each, because the list omits authorization rules and subnets.
    each(
      page.ClientVpnEndpoints,
      async (endpoint): Promise<DescribedEndpoint> => {
        const { ClientVpnEndpointId } = endpoint
        const [rules, networks] = await Promise.all([
          Array.fromAsync(
            sdk.paginateDescribeClientVpnAuthorizationRules({ client, pageSize: 1000 }, { ClientVpnEndpointId }),
          ),
          Array.fromAsync(
            sdk.paginateDescribeClientVpnTargetNetworks({ client, pageSize: 1000 }, { ClientVpnEndpointId }),
          ),
        ])
        return {
          endpoint,
          rules: rules.flatMap(({ AuthorizationRules }) => AuthorizationRules ?? []),
          networks: networks.flatMap(({ ClientVpnTargetNetworks }) => ClientVpnTargetNetworks ?? []),
        }
      },
      { listed: (endpoint) => ({ endpoint, rules: undefined, networks: [] }), listIsEnough: true },
    ),
  resource: ({ endpoint, rules }) => ({
    id: endpoint.ClientVpnEndpointId,
    name: nameTag(endpoint.Tags),
    tags: tagRecord(endpoint.Tags),
    properties: {
      description: endpoint.Description,
      state: endpoint.Status?.Code,
      clientCidrBlock: endpoint.ClientCidrBlock,
      transportProtocol: endpoint.TransportProtocol,
      port: endpoint.VpnPort,
      splitTunnel: endpoint.SplitTunnel,
      authentication: endpoint.AuthenticationOptions?.flatMap(({ Type }) => Type ?? []).toSorted(),
      authorizationRules:
        rules &&
        inStableOrder(
          rules.map(({ DestinationCidr, AccessAll, GroupId }) => ({
            destination: DestinationCidr ?? null,
            group: AccessAll === true ? null : (GroupId ?? null),
          })),
        ),
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'ClientVpnEndpoints[].VpcId',
      targets: ({ endpoint }) => endpoint.VpcId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'ec2:DescribeClientVpnTargetNetworks ClientVpnTargetNetworks[].TargetNetworkId',
      targets: ({ networks }) =>
        networks.flatMap(({ TargetNetworkId, Status }) => (Status?.Code === 'disassociated' ? [] : TargetNetworkId)),
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'ClientVpnEndpoints[].SecurityGroupIds[]',
      targets: ({ endpoint }) => endpoint.SecurityGroupIds,
    },
    {
      verb: 'uses',
      types: ['AWS::CertificateManager::Certificate'],
      field: 'ClientVpnEndpoints[].ServerCertificateArn',
      arns: ({ endpoint }) => endpoint.ServerCertificateArn,
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'ClientVpnEndpoints[].ConnectionLogOptions.CloudwatchLogGroup',
      targets: ({ endpoint: { ConnectionLogOptions: logs } }) =>
        logs?.Enabled === true ? logs.CloudwatchLogGroup : undefined,
    },
  ],
})
