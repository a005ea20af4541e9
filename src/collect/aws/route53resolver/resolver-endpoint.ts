import { defineService } from '../../../cloud/service.ts'
import type { IpAddressResponse, ResolverEndpoint } from '../../../sdk/route53resolver/shapes.ts'
import { defineCollector } from '../../collector.ts'
import { tokenPages } from '../../reading/token-pages.ts'

export const route53Resolver = defineService(
  'route53resolver',
  () => import('../../../sdk/route53resolver/route53resolver.ts'),
  (sdk) => sdk.Route53ResolverClient,
)

type DescribedEndpoint = {
  readonly endpoint: ResolverEndpoint
  readonly addresses: readonly IpAddressResponse[] | undefined
}

export const resolverEndpoint = defineCollector({
  type: 'AWS::Route53Resolver::ResolverEndpoint',
  count: 'resolverEndpoints',
  scope: 'regional',
  permissions: ['route53resolver:ListResolverEndpoints', 'route53resolver:ListResolverEndpointIpAddresses'],
  service: route53Resolver,
  pages: ({ sdk, client }) =>
    tokenPages((NextToken) => client.send(new sdk.ListResolverEndpointsCommand({ MaxResults: 100, NextToken }))),
  items: (page, { sdk, client, each }) =>
    // One call per endpoint, because the list only counts its addresses and omits their subnets.
    each(
      page.ResolverEndpoints,
      async (endpoint): Promise<DescribedEndpoint> => {
        const pages = await Array.fromAsync(
          tokenPages((NextToken) =>
            client.send(
              new sdk.ListResolverEndpointIpAddressesCommand({
                ResolverEndpointId: endpoint.Id,
                MaxResults: 100,
                NextToken,
              }),
            ),
          ),
        )
        return { endpoint, addresses: pages.flatMap(({ IpAddresses = [] }) => IpAddresses) }
      },
      { listed: (endpoint) => ({ endpoint, addresses: undefined }) },
    ),
  resource: ({ endpoint, addresses }) => ({
    id: endpoint.Id,
    arn: endpoint.Arn,
    name: endpoint.Name,
    properties: {
      status: endpoint.Status,
      direction: endpoint.Direction,
      addressType: endpoint.ResolverEndpointType,
      protocols: endpoint.Protocols?.toSorted(),
      addresses: addresses?.flatMap(({ Ip, Ipv6 }) => Ip ?? Ipv6 ?? []).toSorted(),
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'ResolverEndpoints[].HostVPCId',
      targets: ({ endpoint }) => endpoint.HostVPCId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::SecurityGroup',
      field: 'ResolverEndpoints[].SecurityGroupIds',
      targets: ({ endpoint }) => endpoint.SecurityGroupIds,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'route53resolver:ListResolverEndpointIpAddresses IpAddresses[].SubnetId',
      targets: ({ addresses }) => addresses?.map(({ SubnetId }) => SubnetId),
    },
  ],
})
