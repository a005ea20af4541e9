import { describe, expect, test } from 'vitest'
import { resourceKey } from '../../../graph/graph-index.ts'
import type { Resource } from '../../../graph/resource-graph.ts'
import { plainResource } from '../../testing/plain-resource.ts'
import { nodesByType, restNode, summarized } from './nodes-by-type.ts'
import { stackingUpTo } from './summarize-similar.ts'

const instance = (name: string) => plainResource('AWS::EC2::Instance', name)
const labelsOf = (nodes: readonly { readonly label: string }[]) => nodes.map(({ label }) => label)

describe('nodes', () => {
  test('are ordered by type, types without a place of their own last', () => {
    const resources = [plainResource('AWS::B::Other', 'b'), plainResource('AWS::A::Other', 'a'), instance('web')]
    const balancer = plainResource('AWS::ElasticLoadBalancingV2::LoadBalancer', 'front')
    expect(labelsOf(nodesByType('subnet', [...resources, balancer], stackingUpTo(3)))).toEqual([
      'front',
      'web',
      'a',
      'b',
    ])
  })

  test('never combine load balancers of two schemes, nor read and unread resources', () => {
    const balancers = ['internal', 'internet-facing'].flatMap((scheme) =>
      ['a-1', 'a-2'].map((name) =>
        plainResource('AWS::ElasticLoadBalancingV2::LoadBalancer', `${scheme}-${name}`, { properties: { scheme } }),
      ),
    )
    expect(nodesByType('vpc', balancers, stackingUpTo(1)).map(({ members }) => members.length)).toEqual([2, 2])
    const unread = plainResource('AWS::EC2::Instance', 'i-1', { presence: 'unknown' })
    expect(labelsOf(nodesByType('vpc', [unread, instance('web')], stackingUpTo(1)))).toEqual(['i-1', 'web'])
  })
})

const apart = ({ id }: Resource) => (id.startsWith('open') ? 'open' : '')

test('resources that the internet can reach are never in one box with others, nor in the rest', () => {
  const names = ['open-1', 'closed-1', 'closed-2', 'open-2']
  const stacked = nodesByType('vpc', names.map(instance), { ...stackingUpTo(1), apart })
  expect(labelsOf(stacked)).toEqual(['2 × open-*', '2 × closed-*'])
  const types = ['a', 'b', 'c'].flatMap((letter) =>
    ['open', 'closed'].map((name) => plainResource(letter, `${name}-1`)),
  )
  const rests = summarized('all', types, { ...stackingUpTo(2), apart })
  expect(rests.map(({ members }) => new Set(members.map(({ id }) => id.split('-')[0])).size)).toEqual([1, 1])
  expect(new Set(rests.map(({ id }) => id)).size).toBe(2)
})

test('what connects applications is in the rest only after all other types', () => {
  const topics = ['alerts'].map((name) => plainResource('AWS::SNS::Topic', name))
  const many = ['a', 'b', 'c'].flatMap((type) => [plainResource(type, `${type}-x`), plainResource(type, `${type}-y`)])
  expect(labelsOf(summarized('all', [...many, ...topics], stackingUpTo(2)))).toEqual(['alerts', '6 more resources'])
  // Also after what is kept apart. The order of boxes stays.
  const isOpen = { ...stackingUpTo(2), apart: ({ type }: Resource) => (type === 'a' ? 'open' : '') }
  expect(summarized('all', [...many, ...topics], isOpen).map(({ members }) => members.length)).toEqual([1, 2, 4])
  expect(summarized('all', [...many, ...topics], stackingUpTo(3)).map(({ members }) => members.length)).toEqual([
    2, 1, 4,
  ])
})

test('a box for the rest holds no data stores beside what uses them', () => {
  const types = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::SQS::Queue', 'a', 'b', 'c']
  const resources = types.flatMap((type) => ['x', 'y'].map((name) => plainResource(type, `${name}-${type}`)))
  const typesOf = (limit: number) =>
    summarized('all', resources, stackingUpTo(limit)).map(({ members }) => [
      ...new Set(members.map(({ type }) => type)),
    ])
  const [stores, others] = [types.slice(0, 3), types.slice(3)]
  expect(typesOf(2)).toEqual([stores, others])
  expect(typesOf(3)).toEqual([['AWS::DynamoDB::Table'], ['AWS::S3::Bucket', 'AWS::SQS::Queue'], others])
  const proxy = plainResource('AWS::RDS::DBProxy', 'proxy')
  const [first] = summarized('all', [...resources, proxy], stackingUpTo(2))
  expect(first?.members).not.toContainEqual(expect.objectContaining({ id: 'proxy' }))
  // There is no room for both.
  expect(typesOf(1)).toEqual([stores, others])
  expect(new Set(summarized('all', resources, stackingUpTo(3)).map(({ id }) => id)).size).toBe(3)
})

const buckets = (...names: readonly string[]) => names.map((name) => plainResource('AWS::S3::Bucket', name))
const unused = ({ id }: Resource) => id.startsWith('old')

const nodes = (resources: readonly Resource[], limit: number) =>
  nodesByType('shelf', resources, { ...stackingUpTo(limit), unused })

describe('unused resources of a type', () => {
  test('share one box after the others, even below the limit', () => {
    const boxes = nodes(buckets('logs', 'old-a', 'web', 'old-b', 'old-c'), Infinity)
    expect(labelsOf(boxes)).toEqual(['logs', 'web', '3 more buckets'])
    expect(boxes.at(-1)).toMatchObject({ form: 'stack', detail: 'no known relations' })
    expect(boxes.at(-1)?.members.map(({ id }) => id)).toEqual(['old-a', 'old-b', 'old-c'])
  })

  test('are called by what their names share, otherwise by their type, if there are no others', () => {
    expect(labelsOf(nodes(buckets('old-a', 'old-b'), Infinity))).toEqual(['2 × old-*'])
    expect(labelsOf(nodes(buckets('olda', 'oldb'), Infinity))).toEqual(['olda, oldb'])
    expect(labelsOf(nodes(buckets('olda', 'oldb', 'oldc'), Infinity))).toEqual(['3 buckets'])
  })

  test('of which there is one have a box of its own', () => {
    expect(labelsOf(nodes(buckets('logs', 'old-a'), Infinity))).toEqual(['logs', 'old-a'])
  })

  test('count toward the limit, and share the box of all at a limit of one', () => {
    expect(labelsOf(nodes(buckets('cart', 'logs', 'old-a', 'old-b', 'web'), 3))).toEqual([
      '3 buckets',
      '2 more buckets',
    ])
    expect(labelsOf(nodes(buckets('cart', 'logs', 'old-a', 'old-b'), 3))).toEqual(['cart', 'logs', '2 more buckets'])
    expect(labelsOf(nodes(buckets('cart', 'old-a', 'old-b'), 1))).toEqual(['3 buckets'])
  })
})

const entryOf = ({ id }: Resource) => (id.startsWith('entered') ? 'entered' : id.startsWith('public') ? 'public' : '')

test('resources of a type that requests or events lead to are never in one box with others, but in the rest', () => {
  const functions = ['entered-a', 'entered-b', 'helper-a', 'helper-b'].map(instance)
  const stacking = { ...stackingUpTo(1), entryOf }
  expect(labelsOf(nodesByType('vpc', functions, stacking))).toEqual(['2 × entered-*', '2 × helper-*'])
  const open = ['public-a', 'public-b'].map(instance)
  expect(labelsOf(nodesByType('vpc', [...functions, ...open], stacking))).toEqual([
    '2 × entered-*',
    '2 × helper-*',
    '2 × public-*',
  ])
  // Single boxes stay in their order.
  const ordered = ['a', 'entered', 'z'].map(instance)
  expect(labelsOf(nodesByType('vpc', ordered, { ...stacking, limit: 3 }))).toEqual(['a', 'entered', 'z'])
  const types = ['a', 'b', 'c'].map((type) => plainResource(type, `entered-${type}`))
  expect(labelsOf(summarized('vpc', [...functions, ...types], { ...stacking, limit: 2 }))).toEqual([
    '2 × helper-*',
    '5 more resources',
  ])
})

function singleOf(type: string, id: string) {
  return nodesByType('all', [plainResource(type, id)], stackingUpTo(1))
}

test('resources of several types share the box that they are given', () => {
  const resources = ['a', 'b', 'c'].map((type) => plainResource(type, `${type}-1`))
  const shared = new Map(resources.slice(1).map((resource) => [resourceKey(resource), 'types entered']))
  const [single, box, ...others] = nodesByType('shelf', resources, { ...stackingUpTo(3), shared })
  expect([single?.label, others]).toEqual(['a-1', []])
  expect(box).toMatchObject({ label: '2 more resources', detail: '1 b, 1 c', type: null })
  expect(box?.id).toBe('stack:shelf/types entered/rest')
  const ofOneType = buckets('a', 'b', 'c').slice(1)
  const alike = new Map(ofOneType.map((resource) => [resourceKey(resource), 'types']))
  const [, rest] = nodesByType('shelf', buckets('a', 'b', 'c'), { ...stackingUpTo(3), shared: alike })
  expect(rest).toMatchObject({ label: '2 more buckets', type: 'AWS::S3::Bucket' })
})

describe('the instances of an Auto Scaling group', () => {
  const instances = ['a-1', 'a-2', 'b-1', 'b-2', 'c', 'd'].map(instance)
  const scaledBy = (...names: readonly (string | null)[]) =>
    new Map(
      names.flatMap((name, index): readonly [string, string][] =>
        name === null ? [] : [[resourceKey(instances[index] as Resource), name]],
      ),
    )
  const boxes = (limit: number, ...names: readonly (string | null)[]) =>
    nodesByType('subnet', instances, stackingUpTo(limit), scaledBy(...names)).map(({ label, members }) => [
      label,
      members.length,
    ])

  test('share a box, beside instances without a group', () => {
    expect(boxes(5, 'web', 'web', 'api', 'api')).toEqual([
      ['2 × api', 2],
      ['2 × web', 2],
      ['c', 1],
      ['d', 1],
    ])
    expect(boxes(3, 'web', 'web', 'api', 'api').at(-1)).toEqual(['2 instances', 2])
  })

  test.each([
    [['web', 'web'], '2 × web'],
    [['web', 'web', 'api'], '3 × web-group'],
  ])('with the names %j are called %s, as a single one in another zone is', (names, label) => {
    const alike = names.map((name, index) => ({ ...instance(name), id: `i-${index}` }))
    const scaled = new Map(alike.map((each) => [resourceKey(each), 'web-group']))
    expect(labelsOf(nodesByType('subnet', alike, stackingUpTo(6), scaled))).toEqual([label])
  })

  test('are drawn as a single box if there is only one', () => {
    expect(boxes(6, 'web', null, 'api', null).map(([label]) => label)).toEqual(['a-1', 'a-2', 'b-1', 'b-2', 'c', 'd'])
  })

  test("don't share boxes if there are more groups than boxes", () => {
    expect(boxes(2, 'web', 'web', 'api', 'api')).toEqual([['6 instances', 6]])
    expect(boxes(2, 'web', 'web', 'web', 'web', 'api', 'api')).toEqual([
      ['2 × api', 2],
      ['4 × web', 4],
    ])
  })
})

describe('a summary', () => {
  const resources = ['a', 'b', 'c', 'd'].flatMap((letter, index) =>
    Array.from({ length: index + 2 }, (_, number) => plainResource(`AWS::Test::${letter}`, `${letter}-${number}`)),
  )

  test('has single boxes if they fit, otherwise one per type', () => {
    expect(summarized('all', resources, stackingUpTo(14))).toHaveLength(14)
    expect(labelsOf(summarized('all', resources, stackingUpTo(4)))).toEqual([
      '2 × a-*',
      '3 × b-*',
      '4 × c-*',
      '5 × d-*',
    ])
  })

  test('has as many boxes as there is room for, of the first types first', () => {
    const counts = (limit: number) =>
      summarized('all', named, stackingUpTo(limit)).map(({ members: [first, ...more] }) => [
        first?.type,
        more.length + 1,
      ])
    const named = ['a', 'b', 'c'].flatMap((type) =>
      ['left', 'right', 'upper', 'lower'].map((name) => plainResource(type, name)),
    )
    const boxesOf = (limit: number) =>
      ['a', 'b', 'c'].map((type) => counts(limit).filter(([ofType]) => ofType === type).length)
    expect(boxesOf(3)).toEqual([1, 1, 1])
    // Two boxes of a type don't say more than one.
    expect(boxesOf(4)).toEqual([1, 1, 1])
    expect(boxesOf(5)).toEqual([3, 1, 1])
    expect(boxesOf(8)).toEqual([4, 3, 1])
    expect(boxesOf(9)).toEqual([3, 3, 3])
    expect(boxesOf(10)).toEqual([4, 3, 3])
    expect(boxesOf(11)).toEqual([4, 4, 3])
    expect(boxesOf(12)).toEqual([4, 4, 4])
  })

  test('calls the rest by its type if it has only one', () => {
    const nodes = nodesByType('all', buckets('x', 'y', 'z'), stackingUpTo(3))
    expect(restNode('all', nodes)).toMatchObject({ label: '3 more buckets', detail: '', type: 'AWS::S3::Bucket' })
    expect(restNode('all', [])).toMatchObject({ label: '0 more resources', type: null })
  })

  test('names the types of the rest, most numerous first, if there is room for all', () => {
    const queue = singleOf('AWS::SQS::Queue', 'q')
    const functions = ['a', 'b'].flatMap((id) => singleOf('AWS::Lambda::Function', id))
    expect(restNode('all', [...queue, ...functions])).toMatchObject({ detail: '2 functions, 1 queue' })
    const machine = singleOf('AWS::StepFunctions::StateMachine', 's')
    expect(restNode('all', [...queue, ...functions, ...machine])).toMatchObject({ detail: 'of 3 types' })
  })

  test('keeps the most frequent types if there are too many, and counts the rest', () => {
    const nodes = summarized('all', resources, stackingUpTo(3))
    expect(nodes.map(({ members }) => members.length)).toEqual([5, 4, 5])
    expect(nodes.at(-1)).toMatchObject({ label: '5 more resources', detail: 'of 2 types', presence: 'read' })
    expect(nodes.at(-1)?.description.split('\n')).toHaveLength(3)
  })
})
