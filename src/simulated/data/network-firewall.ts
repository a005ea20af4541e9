/** What a world holds of network firewalls, in the SDK's own shapes. */
import type {
  DescribeFirewallPolicyResponse,
  DescribeFirewallResponse,
  LogDestinationConfig,
} from '@aws-sdk/client-network-firewall'

export type NetworkFirewallData = {
  readonly firewalls?: readonly DescribeFirewallResponse[]
  /** By the firewall's ARN. */
  readonly logDestinations?: Readonly<Record<string, readonly LogDestinationConfig[]>>
  readonly policies?: readonly DescribeFirewallPolicyResponse[]
}
