import { expect, test } from 'vitest'
import { joinStatements } from './join-statements.ts'

const allow = (action: readonly string[], more: object = {}) => ({
  Effect: 'Allow',
  Action: action,
  Resource: '*',
  ...more,
})

test('joins statements that differ only in their actions', () => {
  expect(joinStatements([allow(['sqs:ListQueues']), allow(['s3:ListBucket', 'sqs:ListQueues']), null])).toEqual(
    allow(['s3:ListBucket', 'sqs:ListQueues']),
  )
})

test('keeps statements with other resources or conditions separate', () => {
  const narrow = allow(['s3:GetObject'], { Resource: 'arn:aws:s3:::one/*' })
  expect(joinStatements([allow(['sqs:ListQueues']), narrow])).toEqual([allow(['sqs:ListQueues']), narrow])
})
