import { describe, expect, test } from 'vitest'
import { indexGraph } from '../../../graph/graph-index.ts'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import { alikeApplications } from './alike-applications.ts'

type Builder = ReturnType<typeof graphBuilder>

const queue = (name: string) => ({ type: 'AWS::SQS::Queue', id: `${name}-queue` })

/** Applications with a queue, a function, and a table, to which a topic of another application sends. */
function tenants(...names: readonly string[]): Builder {
  const graph = graphBuilder()
  const topic = graph.add('AWS::SNS::Topic', 'topic', null, {}, { app: 'core' })
  for (const app of names) {
    for (const [type, name] of [
      ['SQS::Queue', 'queue'],
      ['Lambda::Function', 'function'],
      ['DynamoDB::Table', 'table'],
    ])
      graph.add(`AWS::${type}`, `${app}-${name}`, null, {}, { app })
    graph.relate(topic, 'routes to', queue(app))
  }
  return graph
}

const four = ['tenant-acme', 'tenant-bluth', 'tenant-duff', 'tenant-zorg']

function sets(graph: Builder) {
  const found = alikeApplications(indexGraph(graph.build()), { scanned: null, permitted: null })
  return [...Map.groupBy(found, ([, { id }]) => id)].map(
    ([id, ofSet]) => `${id}: ${ofSet.map(([application]) => application.split(/[:-]/u).at(-1)).join(' ')}`,
  )
}

describe('applications are alike', () => {
  test('with the same arrows, about the same types, and names that differ in one part', () => {
    const graph = tenants(...four, 'other')
    graph.add('AWS::S3::Bucket', 'files', null, {}, { app: 'tenant-duff' })
    expect(sets(graph)).toEqual(['alike:tenant-*: acme bluth duff zorg'])
  })

  test.each([
    { common: 0, more: 2, isAlike: false },
    { common: 3, more: 2, isAlike: true },
    { common: 6, more: 3, isAlike: false },
  ])(
    'with at most two others, and two fifths of its own: $more more than $common and 3',
    ({ common, more, isAlike }) => {
      const graph = tenants(...four)
      for (const app of four)
        for (let number = 0; number < common + (app === 'tenant-duff' ? more : 0); number++)
          graph.add('AWS::S3::Bucket', `${app}-${number}`, null, {}, { app })
      expect(sets(graph)).toEqual([`alike:tenant-*: acme bluth ${isAlike ? 'duff ' : ''}zorg`])
    },
  )

  test('if they are at least three', () => {
    expect(sets(tenants('tenant-acme', 'tenant-bluth'))).toEqual([])
    expect(sets(tenants('acme', 'bluth', 'duff'))).toEqual([])
  })

  test('but not if one has another arrow', () => {
    const graph = tenants(...four)
    graph.relate({ type: 'AWS::Lambda::Function', id: 'tenant-zorg-function' }, 'invokes', {
      type: 'AWS::SNS::Topic',
      id: 'topic',
    })
    expect(sets(graph)).toEqual(['alike:tenant-*: acme bluth duff'])
  })

  test('but not in several states', () => {
    const graph = tenants(...four)
    graph.add('AWS::DynamoDB::Table', 'old', null, { status: 'ARCHIVED' }, { app: 'tenant-zorg' })
    expect(sets(graph)).toEqual(['alike:tenant-*: acme bluth duff'])
  })

  test('but not if something within one is switched off', () => {
    const graph = tenants(...four)
    for (const app of four) {
      const target = { type: 'AWS::Lambda::Function', id: `${app}-function` }
      const state = app === 'tenant-zorg' ? 'Disabled' : 'Enabled'
      const line = graph.add('AWS::Lambda::EventSourceMapping', app, null, { state })
      graph.relate(line, 'subscribes to', queue(app))
      graph.relate(line, 'invokes', target)
    }
    expect(sets(graph)).toEqual(['alike:tenant-*: acme bluth duff'])
  })

  test('but not if the internet reaches some', () => {
    const graph = tenants(...four)
    graph.add('AWS::S3::Bucket', 'open', null, { publicByPolicy: true }, { app: 'tenant-zorg' })
    graph.add('AWS::S3::AccountPublicAccessBlock', '1', null, { restrictPublicBuckets: false, ignorePublicAcls: false })
    expect(sets(graph)).toEqual(['alike:tenant-*: acme bluth duff'])
  })

  test('but not in several environments', () => {
    const names = ['dev', 'prod'].flatMap((environment) => four.map((name) => `${environment}-${name}`))
    expect(sets(tenants(...names))).toEqual([
      'alike:prod-tenant-*: acme bluth duff zorg',
      'alike:dev-tenant-*: acme bluth duff zorg',
    ])
    expect(sets(tenants('shop-dev', 'shop-prod', 'shop-staging'))).toEqual([])
  })
})

test('sets with the same pattern are numbered, the largest first', () => {
  const large = ['tenant-x', 'tenant-y', 'tenant-z', 'tenant-w']
  const graph = tenants('tenant-a', 'tenant-b', 'tenant-c', ...large)
  for (const name of ['a', 'b', 'c'])
    graph.relate({ type: 'AWS::Lambda::Function', id: `tenant-${name}-function` }, 'invokes', {
      type: 'AWS::SNS::Topic',
      id: 'topic',
    })
  expect(sets(graph)).toEqual(['alike:tenant-*: w x y z', 'alike:tenant-* 2: a b c'])
})

test('of one pattern and the same arrows, those of one shape are alike', () => {
  const graph = tenants('tenant-a', 'tenant-b', 'tenant-c', 'tenant-d', 'tenant-x', 'tenant-y', 'tenant-z')
  for (const name of ['x', 'y', 'z'])
    for (const bucket of [1, 2, 3])
      graph.add('AWS::S3::Bucket', `${name}-${bucket}`, null, {}, { app: `tenant-${name}` })
  expect(sets(graph)).toEqual(['alike:tenant-*: a b c d', 'alike:tenant-* 2: x y z'])
})

test('nested stacks of one root can be alike', () => {
  const graph = graphBuilder()
  for (const [root, tenants] of [
    ['shop', ['Acme', 'Bluth', 'Duff']],
    ['store', ['Hooli', 'Zorg']],
  ] as const) {
    const parent = graph.add('AWS::CloudFormation::Stack', root, root)
    for (const tenant of tenants) {
      const name = `${root}-Tenant${tenant}-ABCDEFGHIJKL`
      graph.relate(graph.add('AWS::CloudFormation::Stack', name, name), 'contained in', parent)
      for (const id of ['one', 'other'])
        graph.add('AWS::SQS::Queue', `${tenant}-${id}`, null, {}, { 'aws:cloudformation:stack-name': name })
    }
  }
  expect(sets(graph)).toEqual(['alike:Tenant*: shop/tenantacme shop/tenantbluth shop/tenantduff'])
})
