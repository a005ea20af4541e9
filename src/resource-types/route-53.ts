import { service } from './resource-type.ts'

export const route53 = service('Route 53', {
  'AWS::Route53::HostedZone': {
    names: ['hosted zone', 'hosted zones'],
    icon: ['resource/AmazonRoute53HostedZone', 'hosted_zone'],
    taggedAs: 'route53:hostedzone',
    picture: { none: 'answers names; no request of an application passes through it' },
  },
  'AWS::Route53::RecordSet': {
    names: ['DNS record', 'DNS records'],
    icon: ['architecture-service/AmazonRoute53', 'route_53'],
    picture: { none: 'answers names; no request of an application passes through it' },
  },
})
