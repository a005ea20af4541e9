import { expect, test } from 'vitest'
import { bucketOfUri, isWebsiteHost } from './s3-uri.ts'

test.each([
  ['s3://exports/daily/', 'exports'],
  ['s3://exports', 'exports'],
  ['s3a://exports/daily', 'exports'],
  ['arn:aws:s3:::exports', undefined],
  ['https://s3.amazonaws.com/exports', undefined],
  ['s3://abc123.mrap/daily', undefined],
  [undefined, undefined],
])('the bucket of %s is %s', (uri, bucket) => {
  expect(bucketOfUri(uri)).toBe(bucket)
})

test.each([
  ['s3-website-us-east-1.amazonaws.com', 'us-east-1', true],
  ['s3-website.eu-central-1.amazonaws.com', 'eu-central-1', true],
  ['s3-website.cn-north-1.amazonaws.com.cn', 'cn-north-1', true],
  ['s3-website.eusc-de-east-1.amazonaws.eu', 'eusc-de-east-1', true],
  ['s3-website-us-east-1.amazonaws.com', 'us-west-2', false],
  ['shop.s3-website-us-east-1.amazonaws.com', 'us-east-1', false],
  ['s3.us-east-1.amazonaws.com', 'us-east-1', false],
])('%s in %s is the host of all websites: %s', (host, region, expected) => {
  expect(isWebsiteHost(host, region)).toBe(expected)
})
