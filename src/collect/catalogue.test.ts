import { expect, test } from 'vitest'
import { keepOf } from './catalogue.ts'

test('global resources that are kept for their targets also depend on the lists that resolve names of targets', () => {
  const { keep, decidedBy } = keepOf('AWS::CloudFront::Distribution')
  expect(keep).toBe('pointing to')
  expect(decidedBy).toContain('AWS::ElasticLoadBalancingV2::LoadBalancer')
  // An origin can be a name that only the records of a hosted zone resolve.
  expect(decidedBy).toContain('AWS::Route53::RecordSet')
})
