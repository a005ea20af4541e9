import { expect, test } from 'vitest'
import { bucketOfUri } from './s3-uri.ts'

test.each([
  ['s3://exports/daily/', 'exports'],
  ['s3://exports', 'exports'],
  ['s3a://exports/daily', 'exports'],
  ['arn:aws:s3:::exports', undefined],
  ['https://s3.amazonaws.com/exports', undefined],
  [undefined, undefined],
])('the bucket of %s is %s', (uri, bucket) => {
  expect(bucketOfUri(uri)).toBe(bucket)
})
