import { expect, test } from 'vitest'
import { regionOfHost } from './endpoint-host.ts'

test.each([
  'shop.s3.cn-north-1.amazonaws.com.cn',
  'shop-444455556666.s3-accesspoint.cn-north-1.amazonaws.com.cn',
  'shop-444455556666.s3-object-lambda.cn-north-1.amazonaws.com.cn',
  'shop-123.cn-north-1.elb.amazonaws.com.cn',
  'shop.abc.cn-north-1.eb.amazonaws.com.cn',
  'EC2-198-51-100-1.cn-north-1.compute.amazonaws.com.cn',
])('the region of %s is in China', (host) => {
  expect(regionOfHost(host)).toBe('cn-north-1')
})

test.each([
  'shop.s3.amazonaws.com',
  'my-us-east-1.s3.amazonaws.com',
  'us-east-1.shop.example',
  'shop.us-east-1.amazonaws.com.shop.example',
])('%s names no region', (host) => {
  expect(regionOfHost(host)).toBeUndefined()
})
