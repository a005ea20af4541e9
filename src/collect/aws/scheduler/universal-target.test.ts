import { expect, test } from 'vitest'
import { isUniversalTarget, resourcesOfRequest } from './universal-target.ts'

const place = { region: 'us-east-1', accountNumber: '444455556666', resourceAt: () => undefined }
const told = (request: object) =>
  resourcesOfRequest(JSON.stringify(request), place).map(({ type, id }) => `${type} ${id}`)

test.each([
  [{ InstanceIds: ['i-1', 'i-2'] }, ['AWS::EC2::Instance i-1', 'AWS::EC2::Instance i-2']],
  [{ DbInstanceIdentifier: 'orders' }, ['AWS::RDS::DBInstance orders']],
  [
    { QueueUrl: 'https://sqs.us-east-1.amazonaws.com/444455556666/orders', MessageBody: 'orders' },
    ['AWS::SQS::Queue orders'],
  ],
  [
    { FunctionName: 'arn:aws:lambda:us-east-1:444455556666:function:report', Payload: '{}' },
    ['AWS::Lambda::Function report'],
  ],
  [{ FunctionName: 'report' }, ['AWS::Lambda::Function report']],
  [{ TableName: '' }, []],
  [{ Name: 'report', Force: true }, []],
])('%o', (request, expected) => expect(told(request)).toEqual(expected))

test('what is no request names nothing', () => {
  expect(resourcesOfRequest(undefined, place)).toEqual([])
  expect(resourcesOfRequest('{', place)).toEqual([])
  expect(resourcesOfRequest('null', place)).toEqual([])
})

test('universal targets are known by their ARN', () => {
  expect(isUniversalTarget('arn:aws:scheduler:::aws-sdk:ec2:stopInstances')).toBe(true)
  expect(isUniversalTarget('arn:aws:lambda:us-east-1:444455556666:function:report')).toBe(false)
  expect(isUniversalTarget(undefined)).toBe(false)
})
