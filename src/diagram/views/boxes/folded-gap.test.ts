import { describe, expect, test } from 'vitest'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import { foldedGaps } from './folded-gap.ts'

type Unread = readonly [type: string, status: 'denied' | 'failed' | 'unavailable']

function gapsOf(page: string, ...unread: readonly Unread[]) {
  const graph = graphBuilder()
  for (const [type, status] of unread) graph.deny(type, status)
  return foldedGaps(graph.build().coverage, { page })
}

test.each(['', 'AWS::EC2::VPC/vpc-1'])('what could be read or is not available has no box and no line: %s', (page) => {
  expect(gapsOf(page)).toEqual({ boxes: [], notDrawn: [] })
  expect(gapsOf(page, ['AWS::SQS::Queue', 'unavailable'])).toEqual({ boxes: [], notDrawn: [] })
})

function boxOf(...unread: readonly Unread[]) {
  return gapsOf('', ...unread).boxes[0]
}

describe('on first pages', () => {
  test('one type is named', () => {
    expect(gapsOf('', ['AWS::SQS::Queue', 'denied'])).toEqual({
      boxes: [
        {
          kind: 'node',
          id: 'gap:all',
          form: 'gap',
          type: 'AWS::SQS::Queue',
          members: [],
          presence: 'unknown',
          variant: '',
          label: 'SQS queues',
          detail: 'access denied',
          description: 'SQS queues: access denied\nSQS queues: service:Describe',
          opens: null,
        },
      ],
      notDrawn: [],
    })
  })

  test('several types share one box, which counts and names them', () => {
    expect(boxOf(['AWS::SQS::Queue', 'failed'], ['AWS::EC2::Instance', 'denied'])).toMatchObject({
      type: null,
      label: "2 types couldn't be read",
      detail: 'EC2 instances, SQS queues',
      description: "2 types couldn't be read\nEC2 instances: service:Describe\nSQS queues",
    })
    expect(boxOf(['AWS::SQS::Queue', 'denied'], ['AWS::EC2::Instance', 'denied'])?.label).toBe('2 types: access denied')
  })

  test('the tooltip lists twenty types', () => {
    const types = Array.from({ length: 22 }, (_, index) => [`AWS::New::Type${index}`, 'failed'] as const)
    const lines = boxOf(...types)?.description.split('\n')
    expect(lines).toHaveLength(22)
    expect(lines?.at(-1)).toBe('and 2 more')
  })
})

describe('on detail pages', () => {
  test('the foot names the types', () => {
    expect(gapsOf('vpc-1', ['AWS::SQS::Queue', 'denied'])).toEqual({
      boxes: [],
      notDrawn: [{ what: "type that couldn't be read (SQS queues)", count: 1 }],
    })
    expect(gapsOf('vpc-1', ['AWS::SQS::Queue', 'failed'], ['AWS::EC2::Instance', 'denied']).notDrawn).toEqual([
      { what: "types that couldn't be read (EC2 instances, SQS queues)", count: 2 },
    ])
  })

  test('it names up to six', () => {
    const types = Array.from({ length: 8 }, (_, index) => [`AWS::New::Type${index}`, 'failed'] as const)
    const [line] = gapsOf('vpc-1', ...types).notDrawn
    expect(line?.count).toBe(8)
    expect(line?.what).toMatch(/^types that couldn't be read \((\S+, ){6}2 more\)$/)
  })
})
