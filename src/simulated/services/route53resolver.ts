/** Route 53 Resolver: endpoints with their addresses, rules with their VPCs, query logs, and DNS Firewall. */
import type * as sdk from '../../sdk/route53resolver/route53resolver.ts'
import type { IpAddressResponse } from '../../sdk/route53resolver/shapes.ts'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly route53Resolver?: PlainLists<typeof sdk> & Lists<unknown, { addresses: IpAddressResponse }>
  }
}

export const service = defineService('route53Resolver', () => import('../../sdk/route53resolver/route53resolver.ts'), {
  pages: { largest: 100, usual: 10, badSize: 'InvalidParameterException' },
})({
  ListResolverEndpoints: { list: 'resolverEndpoints' },
  ListResolverEndpointIpAddresses: {
    list: 'addresses',
    within: { list: 'resolverEndpoints', by: { ResolverEndpointId: 'Id' }, notFound: 'ResourceNotFoundException' },
  },
  ListResolverRules: { list: 'resolverRules' },
  ListResolverRuleAssociations: { list: 'resolverRuleAssociations' },
  ListResolverQueryLogConfigs: { list: 'resolverQueryLogConfigs' },
  ListResolverQueryLogConfigAssociations: { list: 'resolverQueryLogConfigAssociations' },
  ListFirewallRuleGroups: { list: 'firewallRuleGroups' },
  ListFirewallRuleGroupAssociations: { list: 'firewallRuleGroupAssociations' },
})
