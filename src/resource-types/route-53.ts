import { service } from './resource-type.ts'

export const route53 = service('Route 53', {
  'AWS::Route53::HostedZone': {
    names: ['Route 53 hosted zone', 'Route 53 hosted zones'],
    shortNames: ['hosted zone', 'hosted zones'],
    icon: ['resource/AmazonRoute53HostedZone', 'hosted_zone'],
    taggedAs: 'route53:hostedzone',
    picture: { none: 'resolves names; no application request passes through it' },
  },
  'AWS::Route53::RecordSet': {
    names: ['Route 53 record', 'Route 53 records'],
    shortNames: ['record', 'records'],
    icon: ['architecture-service/AmazonRoute53', 'route_53'],
    picture: { none: 'resolves names; no application request passes through it' },
  },
})
