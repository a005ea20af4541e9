import { service } from './resource-type.ts'

export const route53Resolver = service('Route 53 Resolver', {
  'AWS::Route53Resolver::FirewallRuleGroup': {
    names: ['DNS Firewall rule group', 'DNS Firewall rule groups'],
    icon: ['resource/AmazonRoute53ResolverDNSFirewall', 'route_53_resolver_dns_firewall'],
    picture: { none: 'a setting of VPCs' },
  },
  'AWS::Route53Resolver::ResolverQueryLoggingConfig': {
    names: ['Resolver query logging configuration', 'Resolver query logging configurations'],
    icon: ['resource/AmazonRoute53ResolverQueryLogging', 'route_53_resolver_query_logging'],
    picture: { none: 'a setting of VPCs' },
  },
  'AWS::Route53Resolver::ResolverEndpoint': {
    names: ['Route 53 Resolver endpoint', 'Route 53 Resolver endpoints'],
    shortNames: ['endpoint', 'endpoints'],
    icon: ['resource/AmazonRoute53Resolver', 'route_53_resolver'],
    picture: { none: 'resolves names; no application request passes through it' },
  },
  'AWS::Route53Resolver::ResolverRule': {
    names: ['Route 53 Resolver rule', 'Route 53 Resolver rules'],
    shortNames: ['rule', 'rules'],
    icon: ['resource/AmazonRoute53Resolver', 'route_53_resolver'],
    picture: { none: 'a setting of VPCs' },
  },
})
