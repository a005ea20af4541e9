import { describe, expect, test } from 'vitest'
import type { TypeCoverage } from '../../../graph/resource-graph.ts'
import { everyResourceType } from '../../../resource-types/look-ups.ts'
import { gapNodes } from './gap-nodes.ts'

function outcome(type: string, status: TypeCoverage['status'], more: Partial<TypeCoverage> = {}): TypeCoverage {
  const noCalls = { calls: 1, retries: 0, durationMs: 1 }
  const noReason = { reason: null, action: null, deniedBy: null, statement: null }
  return { type, countKey: type, status, count: null, ...noCalls, ...noReason, ...more }
}

const denied = (type: string, more: Partial<TypeCoverage> = {}) => outcome(type, 'denied', more)
const failed = (type: string, more: Partial<TypeCoverage> = {}) => outcome(type, 'failed', more)

/** One type of each service but this one, sorted by the service's name. */
const otherServices = [...Map.groupBy(everyResourceType, ({ service }) => service)]
  .filter(([service]) => service !== 'Elastic Load Balancing')
  .map(([service, [first]]) => ({ service, type: first?.type ?? '' }))
  .toSorted((one, other) => (one.service < other.service ? -1 : 1))

const elbTypes = [
  'AWS::ElasticLoadBalancingV2::LoadBalancer',
  'AWS::ElasticLoadBalancingV2::Listener',
  'AWS::ElasticLoadBalancingV2::TargetGroup',
]

describe('types that could not be read', () => {
  test('have a box each, sorted by type, without types that were read or are not available', () => {
    const nodes = gapNodes([
      failed('AWS::SQS::Queue'),
      denied('AWS::EC2::Instance'),
      outcome('AWS::EC2::VPC', 'collected'),
      outcome('AWS::DAX::Cluster', 'unavailable'),
    ])
    expect(nodes.map(({ id, type, label, detail }) => ({ id, type, label, detail }))).toEqual([
      { id: 'gap:AWS::EC2::Instance', type: 'AWS::EC2::Instance', label: 'EC2 instances', detail: 'access denied' },
      { id: 'gap:AWS::SQS::Queue', type: 'AWS::SQS::Queue', label: 'SQS queues', detail: "couldn't be read" },
    ])
    expect(nodes[0]).toMatchObject({ kind: 'node', form: 'gap', members: [], presence: 'unknown', opens: null })
  })

  test.each([
    { more: {}, lines: [] },
    { more: { reason: 'The policy is missing.' }, lines: ['The policy is missing.'] },
    { more: { action: 'sqs:ListQueues' }, lines: ['sqs:ListQueues'] },
    {
      more: { reason: 'The policy is missing.', action: 'sqs:ListQueues' },
      lines: ['The policy is missing.', 'sqs:ListQueues'],
    },
  ])('have the reason and the action in the tooltip: $more', ({ more, lines }) => {
    const [node] = gapNodes([denied('AWS::SQS::Queue', more)])
    expect(node?.description.split('\n')).toEqual(['SQS queues: access denied', ...lines])
  })

  test('have a box for each service if there are more than eight, most types first', () => {
    const six = otherServices.slice(0, 6)
    const nodes = gapNodes([...six.map(({ type }) => denied(type)), ...elbTypes.map((type) => failed(type))])
    expect(nodes).toHaveLength(7)
    expect(nodes[0]).toMatchObject({
      id: 'gap:service Elastic Load Balancing',
      type: 'AWS::ElasticLoadBalancingV2::Listener',
      label: 'Elastic Load Balancing',
      detail: "3 types, couldn't be read",
      description: [
        "Elastic Load Balancing: 3 types, couldn't be read",
        'Load balancer listeners',
        'Load balancers',
        'Target groups',
      ].join('\n'),
    })
    expect(nodes.slice(1).map(({ id }) => id)).toEqual(six.map(({ type }) => `gap:${type}`))
  })

  test('have a box each up to eight, even of one service', () => {
    const five = otherServices.slice(0, 5)
    expect(gapNodes([...five.map(({ type }) => type), ...elbTypes].map((type) => denied(type)))).toHaveLength(8)
  })

  test('of a service were denied only if all of them were', () => {
    const others = otherServices.slice(0, 6).map(({ type }) => denied(type))
    const [first, ...more] = elbTypes.map((type) => denied(type, { action: 'elasticloadbalancing:Describe' }))
    const ofService = (gaps: readonly (TypeCoverage | undefined)[]) =>
      gapNodes([...others, ...gaps.filter((gap) => gap !== undefined)]).find(({ label }) =>
        label.startsWith('Elastic L'),
      )
    expect(ofService([first, ...more])?.detail).toBe('3 types, access denied')
    expect(ofService([first, ...more])?.description).toContain('Load balancers: elasticloadbalancing:Describe')
    expect(ofService([failed(elbTypes[0] ?? ''), ...more])?.detail).toBe("3 types, couldn't be read")
  })

  test.each([
    { services: 8, labels: [] },
    { services: 9, labels: ['2 more services'] },
    { services: 12, labels: ['5 more services'] },
  ])('of more than eight services share the last box: $services', ({ services, labels }) => {
    const others = otherServices.slice(0, services - 1)
    const nodes = gapNodes([...others.map(({ type }) => type), ...elbTypes].map((type) => failed(type)))
    expect(nodes).toHaveLength(8)
    expect(nodes.filter(({ id }) => id === 'gap:more services').map(({ label }) => label)).toEqual(labels)
    expect(nodes[0]?.label).toBe('Elastic Load Balancing')
  })
})
