import { expect, test } from 'vitest'
import { resultText } from './demo-text.ts'

const linesOf = (...statuses: readonly string[]) =>
  resultText({
    baseUrl: 'http://127.0.0.1:8080',
    key: 'key',
    connectionId: 'connection',
    region: 'us-east-1',
    scanId: 'scan',
    diagramFile: 'architecture.svg',
    coverage: statuses.map((status, index) => ({
      type: ['AWS::EC2::VPC', 'AWS::SQS::Queue', 'AWS::IAM::Role', 'AWS::S3::Bucket'][index] ?? 'other',
      countKey: 'things',
      status,
      count: status === 'collected' ? 1 : null,
      reason: status === 'collected' ? null : 'The reason.',
    })),
    signInLink: null,
  }).split('\n')

test('what could not be read is listed, what the region does not offer only counted', () => {
  const lines = linesOf('collected', 'denied', 'failed', 'unavailable')
  expect(lines).toEqual(
    expect.arrayContaining([
      "Couldn't be read (2 of 4 types):",
      '  SQS queues: denied. The reason.',
      '  IAM roles: failed. The reason.',
      'Not available in this region: 1 types.',
    ]),
  )
  expect(lines.filter((line) => line.includes('S3'))).toEqual([])
})

test('where only what the region does not offer is missing, everything could be read', () => {
  const all = 'All supported types in the region were collected.'
  expect(linesOf('collected', 'unavailable')).toContain(all)
  expect(linesOf('collected').filter((line) => line.startsWith('Not available'))).toEqual([])
  expect(linesOf('failed')).not.toContain(all)
})
