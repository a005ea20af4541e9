import { expect, test } from 'vitest'
import { opensToEverybody } from './public-policy.ts'

const allow = (more: object) => JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', ...more }] })

test.each([
  allow({ Principal: '*' }),
  allow({ Principal: { AWS: '*' } }),
  allow({ Principal: { AWS: ['arn:aws:iam::444455556666:root', '*'] } }),
  JSON.stringify({ Statement: { Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage' } }),
])('%s lets everybody in', (policy) => expect(opensToEverybody(policy)).toBe(true))

test.each([
  undefined,
  '',
  allow({ Principal: { AWS: 'arn:aws:iam::444455556666:root' } }),
  allow({ Principal: { Service: 's3.amazonaws.com' } }),
  allow({ Principal: { AWS: '*' }, Condition: { StringEquals: { 'AWS:SourceOwner': '444455556666' } } }),
  JSON.stringify({ Statement: [{ Effect: 'Deny', Principal: '*' }] }),
])('%s does not', (policy) => expect(opensToEverybody(policy)).toBe(false))
