import { expect, test } from 'vitest'
import { after, bucketName, functionName, kmsKeyId, logGroupName, roleName } from './arn.ts'

const place = 'us-east-1:444455556666'

test.each([
  [kmsKeyId, `arn:aws:kms:${place}:key/1234abcd-12ab`, '1234abcd-12ab'],
  [kmsKeyId, `arn:aws-cn:kms:cn-north-1:444455556666:key/mrk-1234`, 'mrk-1234'],
  [kmsKeyId, '1234abcd-12ab', '1234abcd-12ab'],
  [kmsKeyId, 'alias/aws/rds', undefined],
  [kmsKeyId, `arn:aws:kms:${place}:alias/orders`, undefined],
  [roleName, 'arn:aws:iam::444455556666:role/service-role/teams/orders', 'orders'],
  [roleName, 'orders', 'orders'],
  [roleName, 'arn:aws:iam::444455556666:user/orders', undefined],
  [bucketName, 'arn:aws:s3:::exports', 'exports'],
  [bucketName, 'arn:aws-us-gov:s3:::exports/daily/*', 'exports'],
  [bucketName, 'exports', undefined],
  [logGroupName, `arn:aws:logs:${place}:log-group:/aws/msk/orders`, '/aws/msk/orders'],
  [logGroupName, `arn:aws:logs:${place}:log-group:/aws/msk/orders:*`, '/aws/msk/orders'],
  [functionName, `arn:aws:lambda:${place}:function:resize:live`, 'resize'],
])('%o takes from %s the identifier %s', (parse, text, identifier) => {
  expect(parse(text)).toBe(identifier)
  expect(parse(undefined)).toBeUndefined()
})

test('what follows a marker is told of ARNs only', () => {
  expect(after(`arn:aws:kinesis:${place}:stream/orders`, ':stream/')).toBe('orders')
  expect(after(`arn:aws:kinesis:${place}:stream/orders`, ':table/')).toBeUndefined()
  expect(after('some:stream/orders', ':stream/')).toBeUndefined()
})
