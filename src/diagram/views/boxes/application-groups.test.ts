import { describe, expect, test } from 'vitest'
import { indexGraph } from '../../../graph/graph-index.ts'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import { applicationsFor, byPurpose, mostTelling, largestAlike } from './application-groups.ts'

/** Functions with these values of the tag `app`; `''`: without one. */
function functions(...apps: readonly string[]) {
  const graph = graphBuilder()
  apps.forEach((app, number) =>
    graph.add('AWS::Lambda::Function', `f${number}`, null, {}, app === '' ? { team: `t${number % 2}` } : { app }),
  )
  return graph
}

function grouped(graph: ReturnType<typeof graphBuilder>, groupBy: string | null = null) {
  const built = graph.build()
  const index = indexGraph(built)
  const { groups, rest } = byPurpose(
    built.resources,
    applicationsFor(index, { scanned: null, permitted: null }),
    groupBy,
  )
  return {
    groups: groups.map(({ label, detail, resources }) => [label, detail, resources.length]),
    rest: rest.map(({ id }) => id),
  }
}

describe('resources', () => {
  test('are grouped by application, with shared ones in the middle and the rest separate', () => {
    const graph = functions('b', 'a', 'c', 'a')
    const topic = graph.add('AWS::SNS::Topic', 'topic', null)
    for (const id of ['f0', 'f1']) graph.relate({ type: 'AWS::Lambda::Function', id }, 'uses', topic)
    graph.add('AWS::S3::Bucket', 'alone', null)
    expect(grouped(graph)).toEqual({
      groups: [
        ['a', 'tag app', 2],
        ['b', 'tag app', 1],
        ['Shared', 'of several applications', 1],
        ['c', 'tag app', 1],
      ],
      rest: ['alone'],
    })
  })

  test('of one application are grouped beside what it shares with another', () => {
    const graph = functions('a', 'b')
    const topic = graph.add('AWS::SNS::Topic', 'topic', null)
    for (const id of ['f0', 'f1']) graph.relate({ type: 'AWS::Lambda::Function', id }, 'uses', topic)
    const built = graph.build()
    const applications = applicationsFor(indexGraph(built), { scanned: null, permitted: null })
    const here = built.resources.filter(({ id }) => id !== 'f1')
    const { groups, rest } = byPurpose(here, applications, null)
    expect([groups.map(({ label }) => label), rest]).toEqual([['a', 'Shared'], []])
    const common = built.resources.filter(({ id }) => id === 'topic')
    expect(byPurpose(common, applications, null)).toMatchObject({ groups: [], rest: common, only: null })
  })

  test('of a stack say how many others are with them, which only use it or have a tag of its name', () => {
    const graph = graphBuilder()
    const add = (id: string, tags: Readonly<Record<string, string>>) =>
      graph.add('AWS::Lambda::Function', id, null, {}, tags)
    const stack = { 'aws:cloudformation:stack-name': 'shop' }
    add('a', stack)
    const details = () => grouped(graph).groups.map(([label, detail, count]) => `${label} ${count}: ${detail}`)
    add('of-mail', { app: 'mail' })
    expect(details()).toEqual(['mail 1: tag app', 'shop 1: CloudFormation stack'])
    add('b', { app: 'shop' })
    expect(details()).toEqual(['mail 1: tag app', 'shop 2: CloudFormation stack, 1 outside it'])
    graph.relate(add('c', {}), 'uses', { type: 'AWS::Lambda::Function', id: 'a' })
    expect(details()).toEqual(['mail 1: tag app', 'shop 3: CloudFormation stack, 2 outside it'])
  })

  test('say the same on a page that shows some of them, and count only what applications consist of', () => {
    const graph = graphBuilder()
    graph.add('AWS::Lambda::Function', 'own', null, {}, { 'aws:cloudformation:stack-name': 'shop' })
    for (const type of ['AWS::SQS::Queue', 'AWS::IAM::Role']) graph.add(type, 'other', null, {}, { app: 'shop' })
    const built = graph.build()
    const applications = applicationsFor(indexGraph(built), { scanned: null, permitted: null })
    const here = built.resources.filter(({ id }) => id === 'own')
    expect(byPurpose(here, applications, null).only?.detail).toBe('CloudFormation stack, 1 outside it')
  })

  test('of a nested stack say the root stack, which names in the group leave out too', () => {
    const graph = graphBuilder()
    const type = 'AWS::CloudFormation::Stack'
    const child = graph.add(type, 'shop-OrdersStack-Z9X8C7V6B5N4', null)
    graph.relate(child, 'contained in', graph.add(type, 'shop', null))
    for (const [id, stack] of [
      ['a', child.id],
      ['b', child.id],
      ['c', 'shop'],
    ] as const)
      graph.add('AWS::Lambda::Function', id, null, {}, { 'aws:cloudformation:stack-name': stack })
    const built = graph.build()
    const applications = applicationsFor(indexGraph(built), { scanned: null, permitted: null })
    const { groups } = byPurpose(indexGraph(built).ofType('AWS::Lambda::Function'), applications, null)
    expect(groups.map(({ label, detail, beginnings }) => [label, detail, beginnings])).toEqual([
      ['shop', 'CloudFormation stack', ['shop']],
      ['Orders', 'nested stack of shop', ['shop', 'OrdersStack', 'Orders']],
    ])
  })

  test("of a single application aren't grouped, unless there are others", () => {
    const one = functions('a', 'a')
    one.add('AWS::EC2::Instance', 'i', null)
    const built = one.build()
    const lambdas = built.resources.slice(0, 2)
    const applications = applicationsFor(indexGraph(built), { scanned: null, permitted: null })
    expect(byPurpose(lambdas, applications, null)).toMatchObject({
      groups: [],
      rest: lambdas,
      only: { label: 'a', resources: lambdas },
    })
    const { groups, only } = byPurpose(built.resources, applications, null)
    expect([groups.map(({ label }) => label), only]).toEqual([['a'], null])
  })

  test('are grouped by the requested tag instead', () => {
    expect(grouped(functions('b', 'a', ''), 'app')).toEqual({
      groups: [
        ['app: a', '', 1],
        ['app: b', '', 1],
        ['without app', '', 1],
      ],
      rest: [],
    })
  })

  test('of a part of the scan belong to the applications of the whole scan', () => {
    const whole = functions('a', 'b').build()
    const part = { ...whole, resources: whole.resources.map((each) => ({ ...each, tags: {} })) }
    const of = (options: Parameters<typeof applicationsFor>[1]) =>
      applicationsFor(indexGraph(part), options).all.map(({ name }) => name)
    expect(of({ scanned: null, permitted: null })).toEqual([])
    expect(of({ scanned: whole, permitted: null })).toEqual(['a', 'b'])
    expect(of({ scanned: null, permitted: whole })).toEqual(['a', 'b'])
  })
})

test('the largest groups and those that the internet reaches stay in their order', () => {
  const groups = [1, 3, 2, 3].map((count, position) => ({
    name: String(position),
    label: '',
    detail: '',
    beginnings: [],
    resources: functions(...Array.from({ length: count }, () => 'a')).build().resources,
  }))
  const kept = (count: number, open: readonly string[] = [], conditional: readonly string[] = []) =>
    mostTelling(groups, count, ({ name }) =>
      open.includes(name) ? 'open' : conditional.includes(name) ? 'conditional' : '',
    ).map(({ name }) => name)
  expect(kept(2)).toEqual(['1', '3'])
  expect(kept(3)).toEqual(['1', '2', '3'])
  expect(kept(2, ['0'])).toEqual(['0', '1'])
  expect(kept(2, ['0', '2'])).toEqual(['0', '2'])
  expect(kept(1, ['0', '2'])).toEqual(['2'])
  expect(kept(1, ['0'], ['1'])).toEqual(['0'])
  expect(kept(2, ['0'], ['2'])).toEqual(['0', '2'])
})

const groupOf = (label: string, count: number) => ({
  name: label,
  label,
  detail: '',
  beginnings: [],
  resources: functions(...Array.from({ length: count }, () => 'a')).build().resources,
})

test('the largest groups have their counterparts of other environments with them', () => {
  const groups = [
    groupOf('shop-prod-api', 5),
    groupOf('shop-prod-web', 4),
    groupOf('shop-test-api', 2),
    groupOf('shop-test-web', 2),
    groupOf('latest-news', 1),
  ]
  const kept = (count: number) => largestAlike(groups, count).map(({ name }) => name)
  expect(kept(2)).toEqual(['shop-prod-api', 'shop-test-api'])
  expect(kept(3)).toEqual(['shop-prod-api', 'shop-test-api', 'latest-news'])
  expect(kept(4)).toEqual(['shop-prod-api', 'shop-prod-web', 'shop-test-api', 'shop-test-web'])
})
