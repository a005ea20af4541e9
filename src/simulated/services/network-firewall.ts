/** Network Firewall: firewalls and their policies. */
import type * as sdk from '@aws-sdk/client-network-firewall'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly networkFirewall?: Lists<
      { firewalls: sdk.DescribeFirewallResponse; policies: sdk.DescribeFirewallPolicyResponse },
      { logDestinations: sdk.LogDestinationConfig }
    >
  }
}

const firewallArn = ({ Firewall }: sdk.DescribeFirewallResponse) => Firewall?.FirewallArn
const notFound = 'ResourceNotFoundException'

export const service = defineService(() => import('@aws-sdk/client-network-firewall'), {
  iamPrefix: 'network-firewall',
  data: 'networkFirewall',
  pages: { largest: 100, badToken: 'InvalidTokenException', badSize: 'InvalidRequestException' },
})({
  ListFirewalls: { list: 'firewalls', item: 'Firewall' },
  DescribeFirewall: { one: 'firewalls', by: { FirewallArn: firewallArn }, notFound },
  DescribeLoggingConfiguration: {
    one: 'firewalls',
    by: { FirewallArn: firewallArn },
    notFound,
    item: (_firewall, { logDestinations = {} }, { FirewallArn = '' }) => ({
      FirewallArn,
      LoggingConfiguration: { LogDestinationConfigs: [...(logDestinations[FirewallArn] ?? [])] },
    }),
  },
  ListFirewallPolicies: {
    list: 'policies',
    item: ({ FirewallPolicyResponse: policy }) => ({
      Name: policy?.FirewallPolicyName,
      Arn: policy?.FirewallPolicyArn,
    }),
  },
  DescribeFirewallPolicy: {
    one: 'policies',
    by: { FirewallPolicyArn: ({ FirewallPolicyResponse }) => FirewallPolicyResponse?.FirewallPolicyArn },
    notFound,
  },
})
