import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { endpointServiceId } from './endpoint-service.ts'
import { ec2 } from './vpc.ts'

export const vpcEndpoint = defineCollector({
  type: 'AWS::EC2::VPCEndpoint',
  count: 'vpcEndpoints',
  scope: 'regional',
  permissions: ['ec2:DescribeVpcEndpoints'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeVpcEndpoints({ client, pageSize: 1000 }, {}),
  items: (page) => page.VpcEndpoints,
  resource: (endpoint) => ({
    id: endpoint.VpcEndpointId,
    name: nameTag(endpoint.Tags),
    tags: tagRecord(endpoint.Tags),
    properties: {
      endpointType: endpoint.VpcEndpointType,
      serviceName: endpoint.ServiceName,
      state: endpoint.State,
      privateDnsEnabled: endpoint.PrivateDnsEnabled,
      fullAccess: hasFullAccess(endpoint.PolicyDocument),
      requesterManaged: endpoint.RequesterManaged,
      dnsNames: endpoint.DnsEntries?.flatMap(({ DnsName }) => DnsName ?? []).toSorted(),
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'VpcEndpoints[].VpcId',
      targets: (endpoint) => endpoint.VpcId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'VpcEndpoints[].SubnetIds[]',
      targets: (endpoint) => endpoint.SubnetIds,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::NetworkInterface',
      field: 'VpcEndpoints[].NetworkInterfaceIds[]',
      targets: (endpoint) => endpoint.NetworkInterfaceIds,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::RouteTable',
      field: 'VpcEndpoints[].RouteTableIds[]',
      targets: (endpoint) => endpoint.RouteTableIds,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'VpcEndpoints[].Groups[].GroupId',
      targets: (endpoint) => endpoint.Groups?.map(({ GroupId }) => GroupId),
    },
    {
      verb: 'routes to',
      type: 'AWS::EC2::VPCEndpointService',
      field: 'VpcEndpoints[].ServiceName',
      targets: (endpoint) => endpointServiceId(endpoint),
    },
  ],
})

/** Whether it has the default policy, which allows everything. `undefined` if it has no policy. */
function hasFullAccess(policy: string | undefined): boolean | undefined {
  if (policy === undefined) return undefined
  try {
    const { Statement: statements } = JSON.parse(policy) as { readonly Statement?: unknown }
    const [statement, ...others] = [statements].flat() as readonly Record<string, unknown>[]
    if (statement === undefined || others.length > 0 || 'Condition' in statement) return false
    const principal = statement['Principal']
    const anyone = principal === '*' || JSON.stringify(principal) === '{"AWS":"*"}'
    return anyone && statement['Effect'] === 'Allow' && isAny(statement['Action']) && isAny(statement['Resource'])
  } catch {
    return false
  }
}

function isAny(value: unknown): boolean {
  return value === '*' || (Array.isArray(value) && value.includes('*'))
}
