import { expect, test } from 'vitest'
import { integrationArn, parameterArns } from './integration-arn.ts'

const functionArn = 'arn:aws:lambda:us-east-1:444455556666:function:checkout'

test.each([
  [`arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${functionArn}/invocations`, functionArn],
  [`arn:aws:apigateway:us-east-1:lambda:path//2015-03-31/functions/${functionArn}/invocations`, functionArn],
  [functionArn, functionArn],
  ['arn:aws:apigateway:us-east-1:sqs:path/444455556666/orders', 'arn:aws:sqs:us-east-1:444455556666:orders'],
  ['arn:aws:apigateway:us-east-1:s3:path/assets/{key}', 'arn:aws:s3:::assets'],
])('%s calls %s', (uri, arn) => expect(integrationArn(uri)).toBe(arn))

test.each([
  undefined,
  'https://example.com/api',
  'arn:aws:lambda:us-east-1:444455556666:function:${stageVariables.function}',
  'arn:aws:apigateway:us-east-1:dynamodb:action/PutItem',
  'arn:aws:apigateway:us-east-1:s3:path/{bucket}/{key}',
  'arn:aws:apigateway:us-east-1:kinesis:path/x',
])('%s has no target', (uri) => expect(integrationArn(uri)).toBeUndefined())

test('keeps only request parameters that name a resource', () => {
  const QueueUrl = 'https://sqs.us-east-1.amazonaws.com/444455556666/orders'
  expect(parameterArns({ QueueUrl, MessageBody: '$request.body' })).toEqual([
    'arn:aws:sqs:us-east-1:444455556666:orders',
  ])
  expect(
    parameterArns({ QueueUrl: '$request.querystring.queue', StateMachineArn: '${stageVariables.machine}' }),
  ).toEqual([])
  expect(parameterArns(undefined)).toEqual([])
})
