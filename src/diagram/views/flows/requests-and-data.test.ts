import { describe, expect, test } from 'vitest'
import type { Diagram, DiagramElement } from '../../diagram.ts'
import { notDrawnLines } from '../../not-drawn-lines.ts'
import { addThreeTierNetwork, graphBuilder } from '../../testing/sample-graphs.ts'
import { architectureView } from '../architecture/architecture.ts'
import { dataFlowView } from '../dataflow/dataflow.ts'
import { flattened } from '../boxes/group.ts'
import { inventoryView } from '../inventory/inventory.ts'
import { networkView } from '../network/network.ts'
import { overviewView } from '../overview/overview.ts'
import { securityView } from '../security/security.ts'

const apiType = 'AWS::ApiGatewayV2::Api'
const queueType = 'AWS::SQS::Queue'
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

  test('reach what has the network interfaces of registered addresses, if no service registers them, in both views', () => {
    const graph = shop()
    const id = 'AWS::EC2::Instance/i-node'
    const node = graph.add('AWS::EC2::Instance', 'i-node', 'node')
    graph.relate(node, 'attached to', { type: 'AWS::EC2::Subnet', id: 'subnet-shop-app-a' })
    for (const pod of ['eni-1', 'eni-2']) {
      const address = graph.add('AWS::EC2::NetworkInterface', pod, null)
      graph.relate(address, 'attached to', node)
      graph.relate(targetGroup, 'routes to', address)
    }
    for (const view of [architectureView, dataFlowView]) {
      const found = arrows(view(graph.build()))
      expect(found.filter((arrow) => arrow.includes(id))).toEqual([`request: ${balancer.type}/${balancer.id} > ${id}`])
    }
    graph.relate(graph.add('AWS::CloudWatch::Alarm', 'errors', null), 'associated with', targetGroup)
    expect(arrows(dataFlowView(graph.build())).join()).toContain(id)
    graph.relate(graph.add('AWS::ECS::Service', 'cart', 'cart'), 'associated with', targetGroup)
    for (const view of [architectureView, dataFlowView]) expect(arrows(view(graph.build())).join()).not.toContain(id)
  })

  test('in the data flow reach resources registered with a target group, but not its alarms and those of the load balancer', () => {
    const graph = shop()
    const service = graph.add('AWS::ECS::Service', 'cart', 'cart')
    graph.relate(service, 'associated with', targetGroup)
    const alarm = graph.add('AWS::CloudWatch::Alarm', 'errors', null)
    for (const monitored of [targetGroup, balancer]) graph.relate(alarm, 'associated with', monitored)
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

test("types that aren't available in the region are not drawn", () => {
  const graph = graphBuilder()
  graph.add('AWS::EC2::VPC', 'vpc-1', 'shop')
  const built = graph.build()
  for (const type of ['AWS::EC2::NatGateway', 'AWS::EC2::SecurityGroup', functionType]) graph.deny(type, 'unavailable')
  for (const view of [overviewView, architectureView, networkView, securityView, dataFlowView, inventoryView])
    expect(view(graph.build())).toEqual(view(built))
})

test("the most numerous types that aren't drawn are listed, the rest is summed up", () => {
  const many = Array.from({ length: 20 }, (_, number) => ({ what: `kind ${number}`, count: number + 1 }))
  const lines = notDrawnLines(many)
  expect(lines[0]).toBe('20 kind 19')
  expect(lines).toHaveLength(13)
  expect(lines.at(-1)).toBe('and 8 more types, 36 resources')
})
