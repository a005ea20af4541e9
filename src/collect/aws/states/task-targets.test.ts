import { expect, test } from 'vitest'
import { taskTargets } from './task-targets.ts'

const functionArn = 'arn:aws:lambda:us-east-1:444455556666:function:charge'
const task = (Resource: string, more: object = {}) => ({ Type: 'Task', Resource, End: true, ...more })

test('finds targets of nested tasks by ARN, name, or queue URL', () => {
  const definition = {
    StartAt: 'Charge',
    States: {
      Charge: task(functionArn),
      Both: {
        Type: 'Parallel',
        Branches: [
          { States: { A: task('arn:aws:states:::lambda:invoke', { Parameters: { FunctionName: 'ship:live' } }) } },
          { States: { B: task('arn:aws:states:::dynamodb:putItem', { Parameters: { TableName: 'orders' } }) } },
        ],
      },
      Each: {
        Type: 'Map',
        ItemProcessor: {
          States: {
            C: task('arn:aws:states:::sqs:sendMessage', {
              Arguments: { QueueUrl: 'https://sqs.us-east-1.amazonaws.com/444455556666/orders', MessageBody: 'secret' },
            }),
          },
        },
      },
    },
  }
  expect(taskTargets(JSON.stringify(definition))).toEqual({
    arns: [
      functionArn,
      'arn:aws:states:::lambda:invoke',
      'arn:aws:states:::dynamodb:putItem',
      'arn:aws:states:::sqs:sendMessage',
      'arn:aws:sqs:us-east-1:444455556666:orders',
    ],
    functionNames: ['ship'],
    tableNames: ['orders'],
  })
})

test('ignores runtime expressions and encrypted definitions', () => {
  const dynamic = { 'FunctionName.$': '$.function', FunctionName: '{% $function %}', TableName: '$.table' }
  const definition = JSON.stringify({ States: { A: task('$.resource', { Parameters: dynamic }), B: null } })
  const nothing = { arns: [], functionNames: [], tableNames: [] }
  expect(taskTargets(definition)).toEqual(nothing)
  expect(taskTargets('{}')).toEqual(nothing)
  expect(taskTargets(undefined)).toEqual(nothing)
})
