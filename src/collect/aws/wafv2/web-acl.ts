import type { ResourceType } from '@aws-sdk/client-wafv2'
import { defineCollector } from '../../collector.ts'
import { tokenPages } from '../../token-pages.ts'
import { waf } from '../services.ts'

/** The kinds of resources that it asks for; others are rare. */
const protectedKinds: readonly ResourceType[] = [
  'APPLICATION_LOAD_BALANCER',
  'API_GATEWAY',
  'APPSYNC',
  'COGNITO_USER_POOL',
]

/** Those of the region; lists that protect distributions are called by the distributions. */
export const webAcl = defineCollector({
  type: 'AWS::WAFv2::WebACL',
  count: 'webAcls',
  scope: 'regional',
  permissions: ['wafv2:ListWebACLs', 'wafv2:ListResourcesForWebACL'],
  service: waf,
  pages: ({ sdk, client }) =>
    tokenPages((NextMarker) => client.send(new sdk.ListWebACLsCommand({ Scope: 'REGIONAL', Limit: 100, NextMarker }))),
  async items(page, { sdk, client, each }) {
    // One call per list and kind: the provider tells only resources of one kind, of one list, at a time.
    return each(page.WebACLs, async (acl) => {
      const answers = await Promise.all(
        protectedKinds.map((ResourceType) =>
          client.send(new sdk.ListResourcesForWebACLCommand({ WebACLArn: acl.ARN, ResourceType })),
        ),
      )
      return { acl, protectedArns: answers.flatMap(({ ResourceArns }) => ResourceArns ?? []) }
    })
  },
  resource: ({ acl }) => ({ id: acl.ARN, arn: acl.ARN, name: acl.Name, properties: { description: acl.Description } }),
  relations: [
    {
      verb: 'associated with',
      types: [
        'AWS::ElasticLoadBalancingV2::LoadBalancer',
        'AWS::ApiGateway::RestApi',
        'AWS::AppSync::GraphQLApi',
        'AWS::Cognito::UserPool',
      ],
      field: 'wafv2:ListResourcesForWebACL ResourceArns[]',
      arns: ({ protectedArns }) => protectedArns,
    },
  ],
})
