import { service } from './resource-type.ts'

export const waf = service('WAF', {
  'AWS::WAFv2::WebACL': {
    names: ['WAF web ACL', 'WAF web ACLs'],
    shortNames: ['web ACL', 'web ACLs'],
    icon: ['architecture-service/AWSWAF', 'waf'],
    arns: [['wafv2', /^(?:regional|global)\/webacl\/.+$/]],
    taggedAs: 'wafv2',
    picture: { security: 'protection' },
  },
})
