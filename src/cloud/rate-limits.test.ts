import { expect, test } from 'vitest'
import { limitOf } from './rate-limits.ts'

test('operations share a bucket if AWS counts them together', () => {
  expect(limitOf('ec2', 'DescribeVpcs').name).toBe(limitOf('ec2', 'DescribeInstances').name)
  expect(limitOf('ecs', 'DescribeServices').name).toBe(limitOf('ecs', 'ListServices').name)
  expect(limitOf('ecs', 'ListClusters').name).not.toBe(limitOf('ecs', 'ListServices').name)
  expect(limitOf('wafv2', 'ListWebACLs').name).not.toBe(limitOf('wafv2', 'GetWebACL').name)
})

test('uses the documented rates', () => {
  expect(limitOf('ec2', 'DescribeVpcs').limit).toMatchObject({ burst: 100, perSecond: 20 })
  expect(limitOf('lambda', 'ListFunctions').limit).toMatchObject({ burst: 15, perSecond: 15 })
  expect(limitOf('lambda', 'GetFunction').limit).toMatchObject({ perSecond: 100 })
  expect(limitOf('route53', 'ListHostedZones').limit).toMatchObject({ burst: 5, perSecond: 5 })
  expect(limitOf('elasticloadbalancing', 'DescribeTargetHealth').limit).toMatchObject({ burst: 40, perSecond: 10 })
})

test('undocumented limits have no source, and low rates', () => {
  const { limit } = limitOf('some-new-service', 'ListThings')
  expect(limit.source).toBeNull()
  expect(limit.perSecond).toBeLessThanOrEqual(limitOf('ec2', 'DescribeVpcs').limit.perSecond)
})
