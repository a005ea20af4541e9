import { expect, test } from 'vitest'
import { queueArn } from './queue-arn.ts'

test.each([
  ['https://sqs.us-east-1.amazonaws.com/444455556666/orders', 'arn:aws:sqs:us-east-1:444455556666:orders'],
  ['https://sqs.cn-north-1.amazonaws.com.cn/444455556666/a.fifo', 'arn:aws-cn:sqs:cn-north-1:444455556666:a.fifo'],
  ['https://us-west-2.queue.amazonaws.com/444455556666/orders', 'arn:aws:sqs:us-west-2:444455556666:orders'],
])('the URL %s names %s', (url, arn) => expect(queueArn(url)).toBe(arn))

test.each([undefined, '', '$request.body.queue', 'https://example.com/444455556666/orders'])(
  '%s names no queue',
  (url) => expect(queueArn(url)).toBeUndefined(),
)
