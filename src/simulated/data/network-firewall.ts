/** What a world holds of network firewalls, in the SDK's own shapes. */
import type { DescribeFirewallPolicyResponse, DescribeFirewallResponse } from '@aws-sdk/client-network-firewall'

export type NetworkFirewallData = {
  readonly firewalls?: readonly DescribeFirewallResponse[]
  readonly policies?: readonly DescribeFirewallPolicyResponse[]
}
