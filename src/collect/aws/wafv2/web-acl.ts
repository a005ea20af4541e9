import type { ResourceType } from '@aws-sdk/client-wafv2'
import { defineCollector } from '../../collector.ts'
import { tokenPages } from '../../token-pages.ts'
import { waf } from '../services.ts'

/**
 * The kinds of resources that tell nowhere else which list protects them: `DescribeLoadBalancers` and `ListUserPools` do not.
 * GraphQL APIs (`wafWebAclArn`), stages of REST APIs (`webAclArn`) and distributions (`WebACLId`) do, so that they are not asked for
 * here: the provider answers one such question a second, in all of a region ("AWS WAF quotas" in its developer guide).
 */
const protectedKinds: readonly ResourceType[] = ['APPLICATION_LOAD_BALANCER', 'COGNITO_USER_POOL']

/** Those of the region. */
export const webAcl = defineCollector({
  type: 'AWS::WAFv2::WebACL',
  count: 'webAcls',
  scope: 'regional',
  // The last two are what the question takes for each kind: "Actions defined by AWS WAF V2" in the service authorization reference.
  permissions: [
    'wafv2:ListWebACLs',
    'wafv2:ListResourcesForWebACL',
    'elasticloadbalancing:DescribeWebACLAssociation',
    'cognito-idp:ListResourcesForWebACL',
  ],
  service: waf,
  pages: ({ sdk, client }) =>
    tokenPages((NextMarker) => client.send(new sdk.ListWebACLsCommand({ Scope: 'REGIONAL', Limit: 100, NextMarker }))),
  items: (page, { sdk, client, each }) =>
    // One call per list and kind: the provider tells only resources of one kind, of one list, at a time.
    each(
      page.WebACLs,
      async (acl) => {
        const answers = await Promise.all(
          protectedKinds.map((ResourceType) =>
            client.send(new sdk.ListResourcesForWebACLCommand({ WebACLArn: acl.ARN, ResourceType })),
          ),
        )
        return { acl, protectedArns: answers.flatMap(({ ResourceArns }) => ResourceArns ?? []) }
      },
      { listed: (acl) => ({ acl, protectedArns: [] }) },
    ),
  resource: ({ acl }) => ({ id: acl.ARN, arn: acl.ARN, name: acl.Name, properties: { description: acl.Description } }),
  relations: [
    {
      verb: 'associated with',
      types: ['AWS::ElasticLoadBalancingV2::LoadBalancer', 'AWS::Cognito::UserPool'],
      field: 'wafv2:ListResourcesForWebACL ResourceArns[]',
      arns: ({ protectedArns }) => protectedArns,
    },
  ],
})
