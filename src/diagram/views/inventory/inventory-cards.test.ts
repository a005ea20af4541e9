import { describe, expect, test } from 'vitest'
import type { Resource, TypeCoverage } from '../../../graph/resource-graph.ts'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import { otherCard, typeCard } from './inventory-cards.ts'

function queue(id: string, more: Partial<Resource> = {}): Resource {
  return {
    type: 'AWS::SQS::Queue',
    id,
    arn: null,
    name: id,
    presence: 'read',
    tags: {},
    properties: {},
    ...more,
  }
}

const external = (id: string) => queue(id, { name: null, presence: 'external' })

describe('the card of a type', () => {
  test("is the resource's own card for a single resource", () => {
    expect(typeCard('SQS', [])).toEqual([])
    expect(typeCard('SQS', [queue('jobs')])).toMatchObject([{ form: 'resource', id: 'AWS::SQS::Queue/jobs' }])
  })

  test('counts several resources, and names them in the tooltip', () => {
    expect(typeCard('SQS', [queue('mails'), queue('jobs')])).toEqual([
      {
        kind: 'node',
        id: 'stack:SQS/AWS::SQS::Queue',
        form: 'stack',
        type: 'AWS::SQS::Queue',
        members: [
          { type: 'AWS::SQS::Queue', id: 'jobs' },
          { type: 'AWS::SQS::Queue', id: 'mails' },
        ],
        presence: 'read',
        variant: '',
        label: '2 queues',
        detail: 'mails, jobs',
        description: '2 SQS queues\nAWS::SQS::Queue\nmails (mails)\njobs (jobs)',
        opens: null,
      },
    ])
  })

  test('counts resources that are only referenced beside those that were read', () => {
    const [card] = typeCard('SQS', [external('a'), queue('jobs'), external('b')])
    expect(card).toMatchObject({ presence: 'read', label: '1 queue', detail: 'jobs · 2 only referenced' })
    expect(card?.members).toHaveLength(3)
    expect(card?.description).toBe('1 SQS queue\nAWS::SQS::Queue\na (a)\njobs (jobs)\nb (b)')
  })

  test.each([
    { presence: 'external', detail: 'outside this scan' },
    { presence: 'unknown', detail: "couldn't be read" },
  ] as const)('tells that no resource was read: $presence', ({ presence, detail }) => {
    const resources = ['a', 'b'].map((id) => queue(id, { presence }))
    expect(typeCard('SQS', resources)).toMatchObject([{ presence, label: '2 queues', detail }])
  })

  test('lists twenty names', () => {
    const [card] = typeCard(
      'SQS',
      Array.from({ length: 22 }, (_, index) => queue(`queue-${index}`)),
    )
    expect(card?.description.split('\n').slice(-2)).toEqual(['queue-19 (queue-19)', 'and 2 more'])
  })
})

describe('the card of unsupported types', () => {
  const graph = graphBuilder().build()
  const [sample] = graph.coverage as readonly [TypeCoverage]
  const cardOf = (other: Partial<TypeCoverage>) =>
    otherCard({ ...graph, coverage: [...graph.coverage, { ...sample, type: 'other', count: 1, ...other }] })

  test.each([{ count: 0 }, { count: null }, { status: 'failed' }] as const)('is absent: %o', (other) => {
    expect(cardOf(other)).toBeNull()
    expect(otherCard(graph)).toBeNull()
  })

  test('counts resources', () => {
    expect(cardOf({})).toEqual({
      kind: 'node',
      id: 'other',
      form: 'stack',
      type: null,
      members: [],
      presence: 'read',
      variant: '',
      label: '1 resource of an unsupported type',
      detail: 'counted only',
      description: '1 resource of an unsupported type',
      opens: null,
    })
  })
})
