import type { DescribedServer } from '@aws-sdk/client-transfer'
import { defineService } from '../../../cloud/service.ts'
import { functionName, logGroupName, roleName } from '../../references/arn.ts'
import { defineCollector, type ResourceDescription } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'

export const transfer = defineService(
  'transfer',
  () => import('@aws-sdk/client-transfer'),
  (sdk) => sdk.TransferClient,
)

export const transferServer = defineCollector({
  type: 'AWS::Transfer::Server',
  count: 'transferServers',
  scope: 'regional',
  permissions: ['transfer:ListServers', 'transfer:DescribeServer'],
  service: transfer,
  pages: ({ sdk, client }) => sdk.paginateListServers({ client, pageSize: 1000 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per server, because the list omits VPC, protocols, and logs.
    each(
      page.Servers,
      async ({ ServerId, Arn }): Promise<DescribedServer> =>
        (await client.send(new sdk.DescribeServerCommand({ ServerId }))).Server ?? { ServerId, Arn },
      {
        listed: ({
          ServerId,
          Arn,
          State,
          Domain,
          EndpointType,
          IdentityProviderType,
          LoggingRole,
        }): DescribedServer => ({
          ServerId,
          Arn,
          State,
          Domain,
          EndpointType,
          IdentityProviderType,
          LoggingRole,
        }),
      },
    ),
  resource: serverResource,
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'transfer:DescribeServer Server.EndpointDetails.VpcId',
      targets: (server) => server.EndpointDetails?.VpcId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'transfer:DescribeServer Server.EndpointDetails.SubnetIds[]',
      targets: (server) => server.EndpointDetails?.SubnetIds,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'transfer:DescribeServer Server.EndpointDetails.SecurityGroupIds[]',
      targets: (server) => server.EndpointDetails?.SecurityGroupIds,
    },
    {
      verb: 'invokes',
      type: 'AWS::Lambda::Function',
      field: 'transfer:DescribeServer Server.IdentityProviderDetails.Function',
      targets: (server, place) => functionName(server.IdentityProviderDetails?.Function, place),
    },
    {
      verb: 'uses',
      type: 'AWS::IAM::Role',
      field: 'transfer:DescribeServer Server.LoggingRole',
      targets: (server, place) => roleName(server.LoggingRole, place),
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'transfer:DescribeServer Server.StructuredLogDestinations[]',
      targets: (server, place) => server.StructuredLogDestinations?.map((arn) => logGroupName(arn, place)),
    },
  ],
})

export function serverResource(server: DescribedServer): ResourceDescription {
  return {
    id: server.ServerId,
    arn: server.Arn,
    name: nameTag(server.Tags),
    tags: tagRecord(server.Tags),
    properties: {
      state: server.State,
      domain: server.Domain,
      protocols: server.Protocols?.toSorted(),
      endpointType: server.EndpointType,
      // With Elastic IP addresses. For an endpoint outside a VPC this is unknown.
      internetFacing: server.EndpointDetails && (server.EndpointDetails.AddressAllocationIds ?? []).length > 0,
      identityProvider: server.IdentityProviderType,
      securityPolicy: server.SecurityPolicyName,
    },
  }
}
