/** Network Firewall: firewalls and their policies. */
import type * as sdk from '@aws-sdk/client-network-firewall'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly networkFirewall?: Lists<{
      firewalls: sdk.DescribeFirewallResponse & Pick<sdk.DescribeLoggingConfigurationResponse, 'LoggingConfiguration'>
      policies: sdk.DescribeFirewallPolicyResponse
    }>
  }
}

const firewallArn = ({ Firewall }: sdk.DescribeFirewallResponse) => Firewall?.FirewallArn

export const service = defineService('networkFirewall', () => import('@aws-sdk/client-network-firewall'), {
  iamPrefix: 'network-firewall',
  pages: { largest: 100, badToken: 'InvalidTokenException', badSize: 'InvalidRequestException' },
  notFound: 'ResourceNotFoundException',
})({
  ListFirewalls: { list: 'firewalls', item: 'Firewall' },
  DescribeFirewall: { one: 'firewalls', by: { FirewallArn: firewallArn } },
  DescribeLoggingConfiguration: {
    one: 'firewalls',
    by: { FirewallArn: firewallArn },
    item: ({ Firewall, LoggingConfiguration = { LogDestinationConfigs: [] } }) => ({
      FirewallArn: Firewall?.FirewallArn,
      LoggingConfiguration,
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
  },
})
