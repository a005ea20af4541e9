import { describe, expect, test } from 'vitest'
import type { Diagram, DiagramElement } from '../../diagram.ts'
import { notDrawnLines } from '../../not-drawn-lines.ts'
import { elementStyle } from '../../renderers/element-style.ts'
import { addThreeTierNetwork, graphBuilder } from '../../testing/sample-graphs.ts'
import { light } from '../../themes/light.ts'
import { architectureView } from '../architecture/architecture.ts'
import { dataFlowView } from '../dataflow/dataflow.ts'
import { flattened } from '../boxes/group.ts'
import { inventoryView } from '../inventory/inventory.ts'
import { networkView } from '../network/network.ts'
import { securityView } from '../security/security.ts'

const apiType = 'AWS::ApiGatewayV2::Api'
const queueType = 'AWS::SQS::Queue'
const bucketType = 'AWS::S3::Bucket'
const functionType = 'AWS::Lambda::Function'
const distributionType = 'AWS::CloudFront::Distribution'
const balancer = { type: 'AWS::ElasticLoadBalancingV2::LoadBalancer', id: 'app/shop-web/50dc6c495c0c9188' }
const targetGroup = { type: 'AWS::ElasticLoadBalancingV2::TargetGroup', id: 'shop-0/73e2d6bc24d8a067' }
const zones = ['eu-west-1a', 'eu-west-1b']

function elementsOf(diagram: Diagram): readonly DiagramElement[] {
  return flattened(diagram.elements)
}

function arrows(diagram: Diagram): readonly string[] {
  return diagram.edges.map(({ form, source, target }) => `${form}: ${source} > ${target}`)
}

/** Labels of the bordered groups and ids of the bands around an element, innermost last. */
function pathTo(diagram: Diagram, id: string): readonly string[] {
  return elementsOf(diagram).flatMap((element) =>
    element.kind === 'group' && flattened(element.children).some((child) => child.id === id)
      ? [element.form === 'band' ? element.id : element.label]
      : [],
  )
}

function shop(): ReturnType<typeof graphBuilder> {
  const graph = graphBuilder()
  addThreeTierNetwork(graph, 'shop', { zones, webPerZone: 2, appPerZone: 1 })
  return graph
}

describe('requests', () => {
  test('go from the internet through a distribution to a load balancer and an API, and directly to an API with its own endpoint', () => {
    const graph = shop()
    const distribution = graph.add(distributionType, 'E1', 'shop.example')
    const off = { stages: ['$default'], defaultEndpointDisabled: true }
    const api = graph.add(apiType, 'a1', 'orders', off)
    graph.add('AWS::ApiGateway::DomainName', 'api.elsewhere.example', null, { mappings: [] })
    const open = graph.add(apiType, 'a2', 'partners')
    const handler = graph.add(functionType, 'handler', 'handler')
    graph.relate(distribution, 'routes to', balancer)
    graph.relate(distribution, 'routes to', api)
    for (const each of [api, open]) graph.relate(each, 'invokes', handler)
    const found = arrows(architectureView(graph.build()))
    expect(found).toEqual(
      expect.arrayContaining([
        `request: internet > ${distributionType}/E1`,
        `request: ${distributionType}/E1 > ${balancer.type}/${balancer.id}`,
        `request: ${distributionType}/E1 > ${apiType}/a1`,
        `request: internet > ${apiType}/a2`,
        `request: ${apiType}/a1 > ${functionType}/handler`,
      ]),
    )
    expect(found).not.toContain(`request: internet > ${apiType}/a1`)
  })

  test('reach a container service through its target group, between load balancers and Availability Zones', () => {
    const graph = shop()
    const service = graph.add('AWS::ECS::Service', 'arn:aws:ecs:eu-west-1:1:service/main/cart', 'cart')
    graph.relate(service, 'associated with', targetGroup)
    for (const letter of ['a', 'b'])
      graph.relate(service, 'attached to', { type: 'AWS::EC2::Subnet', id: `subnet-shop-app-${letter}` })
    const diagram = architectureView(graph.build())
    const id = 'AWS::ECS::Service/arn:aws:ecs:eu-west-1:1:service/main/cart'
    expect(arrows(diagram)).toContain(`request: ${balancer.type}/${balancer.id} > ${id}`)
    expect(pathTo(diagram, id).at(-1)).toBe('AWS::EC2::VPC/vpc-shop/requested')
    expect(elementsOf(diagram).find((element) => element.id === id)?.detail).toBe('service · in main')
  })

  test('in the data flow reach resources registered with a target group, but not its alarms', () => {
    const graph = shop()
    const service = graph.add('AWS::ECS::Service', 'cart', 'cart')
    graph.relate(service, 'associated with', targetGroup)
    graph.relate(graph.add('AWS::CloudWatch::Alarm', 'errors', null), 'associated with', targetGroup)
    const found = arrows(dataFlowView(graph.build()))
    expect(found).toContain(`request: ${balancer.type}/${balancer.id} > AWS::ECS::Service/cart`)
    expect(found.join()).not.toContain('AWS::CloudWatch::Alarm')
  })

  test('go through VPC links and listeners into VPCs, in both views', () => {
    const graph = shop()
    const [rest, http] = [graph.add('AWS::ApiGateway::RestApi', 'rest', null), graph.add(apiType, 'http', null)]
    const link = graph.add('AWS::ApiGateway::VpcLink', 'link', 'inward')
    const listener = graph.add('AWS::ElasticLoadBalancingV2::Listener', 'listener', null)
    graph.relate(rest, 'routes to', link)
    graph.relate(link, 'routes to', balancer)
    graph.relate(http, 'routes to', listener)
    graph.relate(listener, 'contained in', balancer)
    for (const view of [architectureView, dataFlowView]) {
      expect(arrows(view(graph.build()))).toEqual(
        expect.arrayContaining([
          `request: AWS::ApiGateway::RestApi/rest > ${balancer.type}/${balancer.id}`,
          `request: ${apiType}/http > ${balancer.type}/${balancer.id}`,
        ]),
      )
    }
  })

  test("go from an accelerator through its listener and endpoint group, which aren't in the data flow", () => {
    const graph = shop()
    const accelerator = graph.add('AWS::GlobalAccelerator::Accelerator', 'edge', null)
    const listener = graph.add('AWS::GlobalAccelerator::Listener', 'port-443', null)
    const endpoints = graph.add('AWS::GlobalAccelerator::EndpointGroup', 'region', null)
    graph.relate(listener, 'contained in', accelerator)
    graph.relate(endpoints, 'contained in', listener)
    graph.relate(endpoints, 'routes to', balancer)
    expect(arrows(architectureView(graph.build()))).toContain(
      `request: AWS::GlobalAccelerator::Accelerator/edge > ${balancer.type}/${balancer.id}`,
    )
    expect(dataFlowView(graph.build()).simplified).not.toContain('accelerator')
  })

  test('failures go from the function of a mapping, and from the topic of a subscription', () => {
    const graph = graphBuilder()
    const [source, failed] = [graph.add(queueType, 'source', null), graph.add(queueType, 'failed', null)]
    const handler = graph.add(functionType, 'handler', null)
    const topic = graph.add('AWS::SNS::Topic', 'topic', null)
    const mapping = graph.add('AWS::Lambda::EventSourceMapping', 'mapping', null)
    const subscription = graph.add('AWS::SNS::Subscription', 'subscription', null)
    graph.relate(mapping, 'subscribes to', source)
    graph.relate(subscription, 'subscribes to', topic)
    for (const each of [mapping, subscription]) {
      graph.relate(each, 'invokes', handler)
      graph.relate(each, 'routes to', failed)
    }
    expect(arrows(dataFlowView(graph.build()))).toEqual([
      `event: ${functionType}/handler > ${queueType}/failed`,
      `event: AWS::SNS::Topic/topic > ${functionType}/handler`,
      `event: AWS::SNS::Topic/topic > ${queueType}/failed`,
      `event: ${queueType}/source > ${functionType}/handler`,
    ])
    expect(arrows(architectureView(graph.build()))).toEqual(arrows(dataFlowView(graph.build())))
  })

  test('functions, queues, and tables outside VPCs are under the heading of their category', () => {
    const graph = shop()
    graph.add(queueType, 'jobs', 'jobs')
    graph.add('AWS::DynamoDB::Table', 'carts', 'carts')
    const labels = elementsOf(architectureView(graph.build())).map(({ label }) => label)
    expect(labels).toEqual(expect.arrayContaining(['SQS queues (1)', 'DynamoDB tables (1)']))
  })
})

/** Each of `count` functions subscribes to each of as many queues. */
function subscribed(count: number): Diagram {
  const graph = graphBuilder()
  const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].slice(0, count)
  const queues = letters.map((letter) => graph.add(queueType, `queue-${letter}`, `${letter} queue`))
  const workers = letters.map((letter) => graph.add(functionType, `worker-${letter}`, `${letter} worker`))
  for (const queue of queues) {
    for (const worker of workers) {
      const mapping = graph.add('AWS::Lambda::EventSourceMapping', `${queue.id} to ${worker.id}`, null)
      graph.relate(mapping, 'subscribes to', queue)
      graph.relate(mapping, 'invokes', worker)
    }
  }
  return architectureView(graph.build())
}

describe('events', () => {
  test('go from sources to subscribed functions', () => {
    expect(arrows(subscribed(1))).toEqual([`event: ${queueType}/queue-a > ${functionType}/worker-a`])
    expect(subscribed(4).edges).toHaveLength(16)
  })

  test('lead to groups if there are too many to boxes', () => {
    const { edges } = subscribed(8)
    expect(edges).toHaveLength(8)
    expect(new Set(edges.map(({ target }) => target))).toEqual(new Set(['category:Lambda functions']))
  })
})

describe('data', () => {
  test('a cache is in the VPC of its subnet group, without boxes for its nodes', () => {
    const graph = shop()
    const cache = graph.add('AWS::ElastiCache::ReplicationGroup', 'sessions', 'sessions')
    const group = graph.add('AWS::ElastiCache::SubnetGroup', 'caches', 'caches')
    graph.relate(group, 'contained in', { type: 'AWS::EC2::VPC', id: 'vpc-shop' })
    for (const number of [1, 2]) {
      const node = graph.add('AWS::ElastiCache::CacheCluster', `sessions-${number}`, `sessions-${number}`)
      graph.relate(node, 'contained in', cache)
      graph.relate(node, 'associated with', group)
    }
    const diagram = architectureView(graph.build())
    expect(pathTo(diagram, 'AWS::ElastiCache::ReplicationGroup/sessions').at(-1)).toBe(
      'AWS::EC2::VPC/vpc-shop/spanning',
    )
    expect(diagram.notDrawn).toContainEqual({
      what: 'ElastiCache clusters (shown as their replication groups)',
      count: 2,
    })
  })
})

test('the instances of an Auto Scaling group share a box in each subnet, even if they are few', () => {
  const graph = shop()
  const group = graph.add('AWS::AutoScaling::AutoScalingGroup', 'web-fleet', 'web-fleet')
  for (const letter of ['a', 'b']) {
    for (const number of [0, 1])
      graph.relate(group, 'associated with', { type: 'AWS::EC2::Instance', id: `i-shop-web-${letter}-${number}` })
  }
  const diagram = architectureView(graph.build())
  const stacks = elementsOf(diagram).filter(({ form }) => form === 'stack')
  expect(stacks.map(({ label, detail }) => `${label}: ${detail}`)).toEqual([
    '2 × web-fleet: Auto Scaling · t3.medium',
    '2 × web-fleet: Auto Scaling · t3.medium',
  ])
  expect(diagram.notDrawn).toContainEqual({ what: 'Auto Scaling group (shown as their instances)', count: 1 })
})

describe('gaps', () => {
  const gapsOf = (types: readonly string[]): readonly string[] => {
    const graph = graphBuilder()
    const coverage = types.map((type) => ({ ...denied, type }))
    return elementsOf(architectureView({ ...graph.build(), coverage }))
      .filter(({ form }) => form === 'gap')
      .map(({ label, detail }) => `${label}: ${detail}`)
  }
  const denied = {
    countKey: 'some',
    status: 'denied',
    count: null,
    calls: 1,
    retries: 0,
    durationMs: 1,
    reason: 'denied',
    action: 'service:List',
    deniedBy: null,
    statement: null,
  } as const

  test('up to eight have a box per type', () => {
    expect(gapsOf(['AWS::S3::Bucket', queueType])).toEqual(['S3 buckets: access denied', 'SQS queues: access denied'])
  })

  test('more have a box per service', () => {
    const types = ['VPC', 'Subnet', 'Instance', 'Volume', 'EIP', 'Image', 'KeyPair', 'RouteTable']
    expect(gapsOf([...types.map((type) => `AWS::EC2::${type}`), queueType])).toEqual([
      'VPC: 4 types, access denied',
      'EC2: 3 types, access denied',
      'EBS volumes: access denied',
      'SQS queues: access denied',
    ])
  })

  test('a completely denied account has a count', () => {
    const services = Array.from({ length: 40 }, (_, number) => `AWS::Service${number}`)
    const cards = gapsOf(services.flatMap((service) => [`${service}::First`, `${service}::Second`]))
    expect(cards).toHaveLength(8)
    expect(cards.at(-1)).toBe('33 more services: 66 types, access denied')
  })
})

const offered = (...unavailable: readonly string[]) => {
  const graph = graphBuilder()
  graph.add('AWS::EC2::VPC', 'vpc-1', 'shop')
  for (const type of unavailable) graph.deny(type, 'unavailable')
  return graph
}
const folded = (diagram: Diagram) => elementsOf(diagram).filter(({ id }) => id === 'unavailable')

describe("types that aren't available in the region", () => {
  test("share a gray box, separate from types that couldn't be read", () => {
    const graph = offered(bucketType, functionType)
    graph.deny('AWS::RDS::DBCluster', 'failed')
    graph.deny('AWS::RDS::DBInstance')
    const built = graph.build()
    for (const diagram of [architectureView(built), inventoryView(built)]) {
      const [box] = folded(diagram)
      expect(box).toMatchObject({
        form: 'unavailable',
        presence: 'read',
        label: '2 resource types',
        detail: 'not available in this region',
        description: '2 resource types: not available in this region\nLambda functions\nS3 buckets',
      })
      if (box === undefined) throw new Error('It is not drawn')
      expect(elementStyle(box, light)).toBe(light.groups.services)
      const gaps = elementsOf(diagram).filter(({ form }) => form === 'gap')
      expect(gaps.map(({ detail }) => detail).sort()).toEqual(['access denied', "couldn't be read"])
      for (const gap of gaps) expect(elementStyle(gap, light)).toBe(light.gap)
    }
    expect(elementsOf(architectureView(built)).find(({ id }) => id === 'category:gaps')?.label).toBe(
      'Not collected (4 types)',
    )
  })

  test('show the name of a single type, and no box without such types', () => {
    expect(folded(architectureView(offered(bucketType).build()))).toMatchObject([
      { label: 'S3 buckets', type: bucketType },
    ])
    expect(folded(architectureView(offered().build()))).toEqual([])
    expect(folded(inventoryView(offered().build()))).toEqual([])
  })

  test('are no gap in the other views', () => {
    const built = offered('AWS::EC2::NatGateway', 'AWS::EC2::SecurityGroup', functionType).build()
    for (const view of [networkView, securityView, dataFlowView]) {
      expect(elementsOf(view(built)).filter(({ form }) => form === 'gap' || form === 'unavailable')).toEqual([])
    }
  })
})

test("the most numerous types that aren't drawn are listed, the rest is summed up", () => {
  const many = Array.from({ length: 20 }, (_, number) => ({ what: `kind ${number}`, count: number + 1 }))
  const lines = notDrawnLines(many)
  expect(lines[0]).toBe('20 kind 19')
  expect(lines).toHaveLength(13)
  expect(lines.at(-1)).toBe('and 8 more types, 36 resources')
})
