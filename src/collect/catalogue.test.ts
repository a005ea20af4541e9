import { expect, test } from 'vitest'
import { webAcl } from './aws/wafv2/web-acl.ts'
import { keepOf } from './catalogue.ts'

test('global resources that are kept for their targets also depend on the lists that resolve names of targets', () => {
  const { keep, decidedBy } = keepOf('AWS::CloudFront::Distribution')
  expect(keep).toBe('pointing to')
  expect(decidedBy).toContain('AWS::ElasticLoadBalancingV2::LoadBalancer')
  // An origin can be a name that only the records of a hosted zone resolve.
  expect(decidedBy).toContain('AWS::Route53::RecordSet')
})

test('web ACLs wait for the lists of what they may protect, not for what its relations wait for', () => {
  // Relations of App Runner services wait for all function URLs.
  expect(webAcl.sources.map(({ collector, endsWithList }) => [collector.type, endsWithList])).toEqual([
    ['AWS::ElasticLoadBalancingV2::LoadBalancer', true],
    ['AWS::AppRunner::Service', true],
    ['AWS::Cognito::UserPool', true],
  ])
})
