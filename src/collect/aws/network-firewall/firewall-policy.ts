import type { FirewallPolicy, FirewallPolicyResponse } from '@aws-sdk/client-network-firewall'
import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../properties/tags.ts'
import { networkFirewall } from './firewall.ts'

type DescribedPolicy = {
  readonly FirewallPolicy?: FirewallPolicy | undefined
  readonly FirewallPolicyResponse: Partial<FirewallPolicyResponse> | undefined
}

export const firewallPolicy = defineCollector({
  type: 'AWS::NetworkFirewall::FirewallPolicy',
  count: 'firewallPolicies',
  scope: 'regional',
  permissions: ['network-firewall:ListFirewallPolicies', 'network-firewall:DescribeFirewallPolicy'],
  service: networkFirewall,
  pages: ({ sdk, client }) => sdk.paginateListFirewallPolicies({ client, pageSize: 100 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per policy, because the list only has names.
    each(
      page.FirewallPolicies,
      ({ Arn }): Promise<DescribedPolicy> =>
        client.send(new sdk.DescribeFirewallPolicyCommand({ FirewallPolicyArn: Arn })),
      {
        listed: ({ Arn, Name }): DescribedPolicy => ({
          FirewallPolicyResponse: { FirewallPolicyArn: Arn, FirewallPolicyName: Name },
        }),
      },
    ),
  resource: ({ FirewallPolicy: policy, FirewallPolicyResponse: about }) => ({
    id: about?.FirewallPolicyArn,
    arn: about?.FirewallPolicyArn,
    name: about?.FirewallPolicyName,
    tags: tagRecord(about?.Tags),
    properties: {
      status: about?.FirewallPolicyStatus,
      description: about?.Description,
      statelessDefaultActions: policy?.StatelessDefaultActions,
      statefulDefaultActions: policy?.StatefulDefaultActions,
      ruleGroups:
        policy &&
        [...(policy.StatelessRuleGroupReferences ?? []), ...(policy.StatefulRuleGroupReferences ?? [])]
          .flatMap(({ ResourceArn }) => ResourceArn ?? [])
          .toSorted(),
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'network-firewall:DescribeFirewallPolicy FirewallPolicyResponse.EncryptionConfiguration.KeyId',
      targets: ({ FirewallPolicyResponse: about }) => kmsKeyId(about?.EncryptionConfiguration?.KeyId),
    },
  ],
})
