import { expect, test } from 'vitest'
import { progressLine, resultText } from './demo-text.ts'

const linesOf = (...statuses: readonly string[]) => linesWith(null, ...statuses)

const linesWith = (signInLink: string | null, ...statuses: readonly string[]) =>
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
    signInLink,
  }).split('\n')

test('lists types that could not be read, and only counts types that are not available', () => {
  const lines = linesOf('collected', 'denied', 'failed', 'unavailable')
  expect(lines).toEqual(
    expect.arrayContaining([
      "Couldn't be read (2 of 4 types):",
      '  SQS queues: denied. The reason.',
      '  IAM roles: failed. The reason.',
      'Not available in this region: 1 type.',
    ]),
  )
  expect(lines.filter((line) => line.includes('S3'))).toEqual([])
})

test('reports full collection if only unavailable types are missing', () => {
  const all = 'All supported types in the region were collected.'
  expect(linesOf('collected', 'unavailable')).toContain(all)
  expect(linesOf('collected').filter((line) => line.startsWith('Not available'))).toEqual([])
  expect(linesOf('failed')).not.toContain(all)
})

test('counts progress in resources and types, and prints nothing before the first', () => {
  expect(progressLine(null)).toBe('')
  expect(progressLine({ networks: 0, subnets: 0 })).toBe('')
  expect(progressLine({ networks: 1, subnets: 0 })).toBe('1 resource of 1 type')
  expect(progressLine({ networks: 1, subnets: 9 })).toBe('10 resources of 2 types')
})

test('counts the resources in the result', () => {
  expect(linesOf('collected', 'collected')).toContain('Found 2 resources of 2 types in us-east-1:')
  expect(linesOf('denied')).toContain('Found no resources in us-east-1:')
})

test('shows requests and pages only if the service keeps running', () => {
  const steps = expect.arrayContaining(['Scan again:', '  http://127.0.0.1:8080/docs  API reference'])
  expect(linesWith('http://127.0.0.1:8080/sign-in', 'collected')).toEqual(steps)
  expect(linesOf('collected').filter((line) => line.includes('http://'))).toEqual([])
})
