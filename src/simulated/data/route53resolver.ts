/** What a world holds of Route 53 Resolver, in the SDK's form. */
import type {
  FirewallRuleGroupAssociation,
  FirewallRuleGroupMetadata,
  IpAddressResponse,
  ResolverEndpoint,
  ResolverQueryLogConfig,
  ResolverQueryLogConfigAssociation,
  ResolverRule,
  ResolverRuleAssociation,
} from '../../sdk/route53resolver/shapes.ts'

export type Route53ResolverData = {
  readonly endpoints?: readonly ResolverEndpoint[]
  /** By endpoint id. */
  readonly addresses?: Readonly<Record<string, readonly IpAddressResponse[]>>
  readonly rules?: readonly ResolverRule[]
  readonly ruleAssociations?: readonly ResolverRuleAssociation[]
  readonly queryLogConfigs?: readonly ResolverQueryLogConfig[]
  readonly queryLogConfigAssociations?: readonly ResolverQueryLogConfigAssociation[]
  readonly firewallRuleGroups?: readonly FirewallRuleGroupMetadata[]
  readonly firewallRuleGroupAssociations?: readonly FirewallRuleGroupAssociation[]
}
