import { describe, expect, test } from 'vitest'
import type { Resource } from '../../../graph/resource-graph.ts'
import { withoutCommonPrefix, withPrefix, withDistinctEnds } from './common-prefix.ts'
import type { DiagramNode } from '../../diagram.ts'
import { resourceNode, stackNode } from './resource-node.ts'

const resource = (name: string): Resource => ({
  type: 'AWS::Lambda::Function',
  id: name,
  arn: null,
  name,
  presence: 'read',
  tags: {},
  properties: {},
})
const short = (...names: readonly string[]) => {
  const { prefix, nodes } = withoutCommonPrefix(names.map((name) => resourceNode(resource(name))))
  return [prefix, ...nodes.map(({ label }) => label)]
}

test('removes the common prefix of all names, up to a separator', () => {
  expect(short('shop-prod-create', 'shop-prod-cancel', 'shop-prod-get')).toEqual([
    'shop-prod-',
    'create',
    'cancel',
    'get',
  ])
  expect(short('shop/a', 'shop/b', 'shop/c')[0]).toBe('shop/')
  expect(short('shop.a', 'shop.b', 'shop.c')[0]).toBe('shop.')
  expect(short('shop_a', 'shop_b', 'shop_c')[0]).toBe('shop_')
})

test('a name that all others begin with stays', () => {
  expect(short('shop-pay', 'shop-pay-charge', 'shop-pay-refund')).toEqual(['shop-pay-', 'shop-pay', 'charge', 'refund'])
  // Beside one other name, nothing is common.
  expect(short('shop-pay', 'shop-pay-charge', 'shop-pay')).toEqual(['shop-', 'pay', 'pay-charge', 'pay'])
  expect(short('shop-pay', 'shop-payer-a', 'shop-pay-b')).toEqual(['shop-', 'pay', 'payer-a', 'pay-b'])
  expect(short('shop-pay', 'shop-pay-a', 'shop-pay_b')).toEqual(['shop-', 'pay', 'pay-a', 'pay_b'])
})

test.each([
  ['two names only', ['shop-prod-a', 'shop-prod-b']],
  ['names that are one another', ['shop-prod-', 'shop-prod-a', 'shop-prod-b']],
  ['a short beginning', ['db-a', 'db-b', 'db-c']],
  ['a part of a word', ['shopper', 'shopping', 'shops']],
  ['numbers as the only rest', ['server-1', 'server-2', 'server-3']],
  ['nothing in common', ['orders-a', 'orders-b', 'mail-c']],
])('names stay as they are: %s', (_, names) => {
  expect(short(...names)).toEqual(['', ...names])
})

function within(frame: string, ...names: readonly string[]) {
  const { prefix, nodes } = withoutCommonPrefix(
    names.map((name) => resourceNode(resource(name))),
    [frame],
  )
  return [prefix, ...nodes.map(({ label }) => label)]
}

const called = (name: string) =>
  stackNode('group', name, [resource(`${name}1`), resource(`${name}2`)], { by: 'name', name })
const ofPart = (name: string) =>
  stackNode('group', name, [resource(`${name}-x`), resource('shop-y')], { by: 'part', name })
const texts = (...nodes: readonly DiagramNode[]) =>
  withoutCommonPrefix(nodes, ['shop']).nodes.map(({ label, detail }) => [label, detail])

describe('the name of the group', () => {
  test('is not repeated by the names that begin with it, beside others', () => {
    expect(within('shop-prod', 'shop-prod-a', 'default', 'shop-prod-b', 'shop-prod-c')).toEqual([
      '',
      'a',
      'default',
      'b',
      'c',
    ])
  })

  test('is not repeated after that of the group around it', () => {
    const names = ['shop-OrdersStack-create', 'shop-Orders-get', 'orders-list', 'shop-mail', 'Events']
    const nodes = names.map((name) => resourceNode(resource(name)))
    const { nodes: short } = withoutCommonPrefix(nodes, ['shop', 'OrdersStack', 'Orders'])
    expect(short.map(({ label }) => label)).toEqual(['create', 'get', 'list', 'mail', 'Events'])
  })

  test('is not repeated where names of a nested stack have only its beginning', () => {
    const names = ['shop-BillingNes-Table', 'shop-BillingN-Queue', 'BillingNes', 'shop-Billing-Api', 'shop-Bill-Page']
    const nodes = names.map((name) => resourceNode(resource(name)))
    const nested = 'BillingNestedStackBillingNestedStackResource8E346E1F'
    const { nodes: short } = withoutCommonPrefix(nodes, ['shop', nested, 'Billing'])
    expect(short.map(({ label }) => label)).toEqual(['Table', 'Queue', 'BillingNes', 'Api', 'Bill-Page'])
    const cut = withoutCommonPrefix([resourceNode(resource('BillingNes-Table'))], [nested, 'Billing'])
    expect(cut.nodes[0]?.label).toBe('BillingNes-Table')
  })

  test('of several words is not repeated in front of another word', () => {
    const names = ['ShopProdMailQueue', 'ShopProdSNSTopic', 'ShopProduct', 'ShopProdX', 'shopprodMail']
    expect(within('ShopProd', ...names)).toEqual(['', 'MailQueue', 'SNSTopic', ...names.slice(2)])
    expect(within('Shop', 'ShopMailQueue')).toEqual(['', 'ShopMailQueue'])
    expect(within('shopProD', 'shopProDX1a')).toEqual(['', 'shopProDX1a'])
  })

  test('is part of host names, which stay whole', () => {
    const names = ['staging.retail.example', 'staging.events', 'staging.jobs.fifo']
    expect(within('staging', ...names)).toEqual(['', 'staging.retail.example', 'staging.events', 'jobs.fifo'])
    const hosts = ['api.a.example', 'api.b.example', 'api.c.example']
    expect(short(...hosts)).toEqual(['', ...hosts])
  })

  test.each(['Shop', 'Retail-Store-Ecs-Prod-Cluster'])(
    'is not repeated by the details of what is in a cluster with this name: %s',
    (frame) => {
      const details = (...names: readonly string[]) =>
        withoutCommonPrefix(
          names.map((name) => resourceNode({ ...resource(`arn:service/${name}`), type: 'AWS::ECS::Service' })),
          [frame],
        ).nodes.map(({ detail }) => detail)
      const cluster = frame.toLowerCase()
      expect(details(`${cluster}/api`, 'mail/api')).toEqual(['service', 'service · in mail'])
      // Also if the names have a common prefix.
      expect(details(...['a', 'b', 'c'].map((end) => `${cluster}/web-${end}`))).toEqual(Array(3).fill('service'))
    },
  )

  test('is not repeated by a single name', () => {
    expect(within('shop-prod', 'shop-prod-api')).toEqual(['', 'api'])
  })

  test('is only left out if nothing more is common', () => {
    expect(within('shop', 'shop-prod-a', 'shop-prod-b', 'shop-prod-c')).toEqual(['shop-prod-', 'a', 'b', 'c'])
  })

  test('is left out instead of a shorter prefix if most names begin with it', () => {
    expect(within('media-core', 'media-events', 'media-core-thumbnails', 'media-core-moderation')).toEqual([
      '',
      'media-events',
      'thumbnails',
      'moderation',
    ])
    const [half, others] = [
      ['media-core-a', 'media-core-b'],
      ['media-x', 'media-y'],
    ]
    expect(within('media-core', ...half, ...others)).toEqual(['media-', 'core-a', 'core-b', 'x', 'y'])
  })

  test('stays if it is the whole name, even if others have a common prefix', () => {
    expect(within('playback-api', 'playback-api', 'playback-api-catalog', 'playback-admin-api')).toEqual([
      '',
      'playback-api',
      'catalog',
      'playback-admin-api',
    ])
    expect(within('playback-api', 'playback-api', 'playback-admin', 'playback-jobs')).toEqual([
      'playback-',
      'playback-api',
      'admin',
      'jobs',
    ])
  })

  test('stays in names that go on otherwise, or are nothing else', () => {
    expect(within('shop', 'shop', 'shop#x', 'shopper', 'shop-a', 'shop-b', 'shop-c', 'shop-d')).toEqual([
      '',
      'shop',
      'shop#x',
      'shopper',
      'a',
      'b',
      'c',
      'd',
    ])
  })

  test('is left out in any case, and in few of many names', () => {
    expect(within('Shop', 'shop-a', 'SHOP_b', 'mail-c', 'x-1', 'y-2')).toEqual(['', 'a', 'b', 'mail-c', 'x-1', 'y-2'])
  })

  test('stays in names that would be the same as others', () => {
    const names = ['orders-worker', 'worker', 'orders-api', 'orders-cron', 'orders_cron']
    expect(within('orders', ...names)).toEqual(['', 'orders-worker', 'worker', 'api', 'orders-cron', 'orders_cron'])
    // These were the same before.
    expect(within('orders', 'orders-api', 'orders-api', 'mail')).toEqual(['', 'api', 'api', 'mail'])
  })

  test('is left out in summary boxes', () => {
    expect(texts(ofPart('Shop'), ofPart('shop-a'), called('shop-worker'), called('shop'))).toEqual([
      ['2 functions', 'x, y'],
      ['2 functions of a', 'a-x, y'],
      ['2 × worker', 'functions'],
      ['2 × shop', 'functions'],
    ])
    const both = stackNode('group', '', [resource('shop-prod'), resource('shop-test')], { by: 'names' })
    expect(texts(both)).toEqual([['prod, test', 'functions']])
    // Nothing else is common to the names.
    expect(texts(called('shop-*'))).toEqual([['2 functions', '']])
    expect(texts(ofPart('shop'), called('shop-*')).map(([label]) => label)).toEqual([
      '2 functions of shop',
      '2 × shop-*',
    ])
  })

  test.each([
    ['it is short', 'qa', ['qa-a', 'qa-b', 'qa-c', 'default']],
    ['it is a part of a word', 'shop', ['shopper', 'shopping', 'shops', 'default']],
    ['only a number would be left', 'shop', ['shop-1', 'default']],
    ['nothing would be left', 'shop', ['shop-', 'shop']],
    ['there is none', '', ['-a', '-b', '-c', 'default']],
  ])('stays if %s', (_, frame, names) => {
    expect(within(frame, ...names)).toEqual(['', ...names])
  })
})

test('the description has the full name, and names beside summary boxes stay', () => {
  const names = ['shop-prod-a', 'shop-prod-b', 'shop-prod-c'].map(resource)
  const nodes = names.map((each) => resourceNode(each))
  expect(withoutCommonPrefix(nodes).nodes.map(({ id, description }) => [id, description.split('\n')[0]])).toEqual(
    names.map(({ type, id, name }) => [`${type}/${id}`, name]),
  )
  const stack = stackNode('group', '', [resource('x'), resource('y')], { by: 'type' })
  expect(withoutCommonPrefix([...nodes, stack]).prefix).toBe('')
  const stacks = ['a', 'b', 'c'].map((end) =>
    stackNode('group', end, [resource('x')], { by: 'name', name: `shop-prod-${end}` }),
  )
  expect(withoutCommonPrefix(stacks).prefix).toBe('')
})

test('a group shows the prefix, unless that is its name', () => {
  expect(withPrefix('shop-', { label: 'orders', detail: 'tag app' })).toBe('shop-… · tag app')
  expect(withPrefix('shop-', { label: 'orders', detail: '' })).toBe('shop-…')
  expect(withPrefix('Shop-', { label: 'shop', detail: 'tag app' })).toBe('tag app')
  expect(withPrefix('', { label: 'orders', detail: 'tag app' })).toBe('tag app')
})

const shownBeside = (others: readonly string[], ...names: readonly string[]) =>
  withDistinctEnds(
    names.map((name) => resourceNode(resource(name))),
    () => [...names, ...others],
  ).map(({ label }) => label)
const shown = (...names: readonly string[]) => shownBeside([], ...names)

test('names that are too long for a box are shown with the last words before they differ', () => {
  const long = 'payments-processing-production-application-server'
  expect(shown(`${long}-a0`, `${long}-a1`, `${long}-a2`)).toEqual([
    '…production-application-server-a0',
    '…production-application-server-a1',
    '…production-application-server-a2',
  ])
  expect(shown('shop-worker-a0', 'shop-worker-a1', 'shop-worker-a2')[0]).toBe('shop-worker-a0')
  expect(shown(`${long}-a0`, 'orders', 'carts')[0]).toBe(`${long}-a0`)
  expect(shown('orders', `${long}-a0`, `${long}-b0`, 'payments')).toEqual([
    'orders',
    '…production-application-server-a0',
    '…production-application-server-b0',
    'payments',
  ])
})

test('as many words stay before the difference as fit in all labels', () => {
  const long = 'payments-processing-production-application-server'
  expect(shown(`${long}-a`, `${long}-audit-of-all-nodes`)).toEqual(['…server-a', '…server-audit-of-all-nodes'])
  // 36 characters.
  expect(shown(`${long}-a123`, `${long}-b456`)[0]).toBe('…production-application-server-a123')
  expect(shown(`${long}-a1234`, `${long}-b4567`)[0]).toBe('…production-application-server-a1234')
  expect(shown(`${long}-a12345`, `${long}-b45678`)[0]).toBe('…application-server-a12345')
  const camelCase = 'payments-production-NotificationEngineOfTheBankInstance'
  expect(shown(`${camelCase}-a`, `${camelCase}-b`)[0]).toBe('…EngineOfTheBankInstance-a')
  const summaries = 'payments-processing-production-application-summaries-of-the-previous-year'
  expect(shown(`${long}-a`, summaries)).toEqual(['…server-a', '…summaries-of-the-previous-year'])
})

test('the first word in which other names differ stays, such as an environment', () => {
  const handlers = ['Api-SubmitHumanReviewDecision', 'Ingestion-ProcessDocumentPages']
  const staging = handlers.map((each) => `DocPipeline-Staging-${each}`)
  const prod = 'DocPipeline-Prod-Api-SubmitHumanReviewDecision'
  const without = ['…Api-SubmitHumanReviewDecision', '…Ingestion-ProcessDocumentPages']
  expect(shown(...staging)).toEqual(without)
  expect(shown(...staging, prod)).toEqual([
    '…Staging-Api-SubmitHumanReviewDecision',
    '…Staging-Ingestion-ProcessDocumentPages',
    prod,
  ])
  // Names that only begin with the same letters, with another word, or with all words before the difference.
  for (const other of ['DocPipelines', 'Doc-Prod-Api', 'DocPipeline-Staging']) {
    expect(shown(...staging, other).slice(0, 2)).toEqual(without)
  }
  const camelCase = ['Review', 'Retention'].map((each) => `DocPipelineStaging-Api-SubmitHuman${each}Decision`)
  expect(shown(...camelCase, 'DocPipelineProd-Api')[0]).toBe('…Staging-…SubmitHumanReviewDecision')
  const long = 'payments-staging-application-server-for-customers'
  expect(shown(`${long}-a`, `${long}-b`, 'payments-prod-orders')[0]).toBe('…staging-…server-for-customers-a')
})

test('names that fit in a box stay whole, whatever they have in common', () => {
  const names = ['shop-production-worker-for-orders-a0', 'shop-production-worker-for-orders-a1']
  expect(shown(...names)).toEqual(names)
})

test('two names, or one, are only shortened if they are too long for a box', () => {
  const long = 'payments-processing-production-application'
  const [create, cancel] = [`${long}-create-handler`, `${long}-cancel-handler`]
  expect(shown(create, cancel)).toEqual(['…application-create-handler', '…application-cancel-handler'])
  expect(shown(create)).toEqual([create])
  expect(shown(create, long)).toEqual([create, long])
})

test('a word stays in which names differ that are in summary boxes or other frames, an environment before others', () => {
  const long = 'acme-payments-test-application-server-for-customers'
  const names = [`${long}-a`, `${long}-b`]
  expect(shown(...names)[0]).toBe('…application-server-for-customers-a')
  expect(shownBeside(['prod-orders'], ...names)[0]).toBe('…application-server-for-customers-a')
  expect(shownBeside(['acme-orders'], ...names)[0]).toBe('…payments-…server-for-customers-a')
  expect(shownBeside(['acme-orders', 'acme-payments-prod'], ...names)[0]).toBe('…test-…server-for-customers-a')
  expect(shownBeside(['acme-orders', 'acme-payments-test-x'], ...names)[0]).toBe('…payments-…server-for-customers-a')
})

test('an environment that names begin with stays if others begin with another one', () => {
  const names = ['a', 'b'].map((end) => `test-payments-application-server-for-customers-${end}`)
  for (const other of ['orders-x', 'testers-x', 'tests'])
    expect(shownBeside([other], ...names)[0]).toBe('…application-server-for-customers-a')
  expect(shownBeside(['prod-orders'], ...names)[0]).toBe('test-…server-for-customers-a')
  // Nothing else is common.
  const words = ['alpha', 'omega'].map((end) => `test-paymentsapplicationserverforcustomers${end}`)
  expect(shown(...words)[0]).toBe('…paymentsapplicationserverforcustomersalpha')
  expect(shownBeside(['prod-orders'], ...words)).toEqual(words)
})
