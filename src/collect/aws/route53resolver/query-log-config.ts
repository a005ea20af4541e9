import { defineCollector } from '../../collector.ts'
import { tokenPages } from '../../reading/token-pages.ts'
import { route53Resolver } from './resolver-endpoint.ts'

/** Collects query logging configurations of VPCs, of the account and those shared with it. */
export const queryLogConfig = defineCollector({
  type: 'AWS::Route53Resolver::ResolverQueryLoggingConfig',
  count: 'resolverQueryLogs',
  scope: 'regional',
  permissions: [
    'route53resolver:ListResolverQueryLogConfigs',
    'route53resolver:ListResolverQueryLogConfigAssociations',
  ],
  service: route53Resolver,
  async *pages({ sdk, client }) {
    const pages = await Array.fromAsync(
      tokenPages((NextToken) =>
        client.send(new sdk.ListResolverQueryLogConfigsCommand({ MaxResults: 100, NextToken })),
      ),
    )
    const configs = pages.flatMap(({ ResolverQueryLogConfigs = [] }) => ResolverQueryLogConfigs)
    if (configs.length === 0) return
    const associationPages = await Array.fromAsync(
      tokenPages((NextToken) =>
        client.send(new sdk.ListResolverQueryLogConfigAssociationsCommand({ MaxResults: 100, NextToken })),
      ),
    )
    const associations = Map.groupBy(
      associationPages.flatMap(({ ResolverQueryLogConfigAssociations = [] }) => ResolverQueryLogConfigAssociations),
      ({ ResolverQueryLogConfigId }) => ResolverQueryLogConfigId,
    )
    yield configs.map((config) => ({
      config,
      networkIds: (associations.get(config.Id) ?? []).map(({ ResourceId }) => ResourceId),
    }))
  },
  items: (page) => page,
  resource: ({ config }) => ({
    id: config.Id,
    arn: config.Arn,
    name: config.Name,
    properties: { status: config.Status, owner: config.OwnerId, shareStatus: config.ShareStatus },
  }),
  relations: [
    {
      verb: 'associated with',
      type: 'AWS::EC2::VPC',
      field: 'route53resolver:ListResolverQueryLogConfigAssociations ResolverQueryLogConfigAssociations[].ResourceId',
      targets: ({ networkIds }) => networkIds,
    },
    {
      verb: 'logs to',
      types: ['AWS::Logs::LogGroup', 'AWS::S3::Bucket', 'AWS::KinesisFirehose::DeliveryStream'],
      field: 'ResolverQueryLogConfigs[].DestinationArn',
      arns: ({ config }) => config.DestinationArn,
    },
  ],
})
