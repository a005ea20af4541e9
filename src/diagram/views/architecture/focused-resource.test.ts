/** Tests what a page around one resource draws. */
import { expect, test } from 'vitest'
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import { indexGraph, resourceKey } from '../../../graph/graph-index.ts'
import { flowDiagram } from '../../testing/flow-diagrams.ts'
import { plainNode } from '../../testing/plain-elements.ts'
import { type GraphBuilder, graphBuilder } from '../../testing/sample-graphs.ts'
import { arrowsNear, arrowsTo, relationFlows, withoutUnlinked } from './focused-resource.ts'

const arrow = (way: string) => {
  const [source = '', target = ''] = way.split('>')
  return { source, target, way }
}
const arrows = ['internet>web', 'web>app', 'app>db', 'app>queue', 'queue>worker', 'worker>db'].map(arrow)
const ways = (found: ReadonlySet<object>) => arrows.filter((each) => found.has(each)).map(({ way }) => way)

test('arrows near boxes are at them, and at what one arrow more reaches for each further step', () => {
  expect(ways(arrowsNear(arrows, new Set(['web']), 1))).toEqual(['internet>web', 'web>app'])
  expect(ways(arrowsNear(arrows, new Set(['web']), 2))).toEqual(['internet>web', 'web>app', 'app>db', 'app>queue'])
  expect(ways(arrowsNear(arrows, new Set(['web', 'worker']), 1))).toEqual([
    'internet>web',
    'web>app',
    'queue>worker',
    'worker>db',
  ])
})

test('arrows to boxes are those on all ways to them, also in a circle', () => {
  expect(ways(arrowsTo(arrows, new Set(['queue'])))).toEqual(['internet>web', 'web>app', 'app>queue'])
  expect(arrowsTo([arrow('a>b'), arrow('b>a')], new Set(['a'])).size).toBe(2)
  expect(arrowsTo(arrows, new Set(['internet'])).size).toBe(0)
})

const add = (graph: GraphBuilder, type: string, id: string) => graph.add(`AWS::${type}`, id, id)

/** Of the user pool `pool`. Functions, services, and load balancers are drawn. */
function flowsOf(graph: GraphBuilder, pool: ResourceReference): readonly string[] {
  const index = indexGraph(graph.build())
  const resource = index.find(pool)
  if (resource === null) throw new Error('It was added')
  const drawn = new Set(['AWS::Lambda::Function', 'AWS::ECS::Service', 'AWS::ElasticLoadBalancingV2::LoadBalancer'])
  return relationFlows(index, resource, ({ type }) => drawn.has(type)).map(({ form, source, target, label }) =>
    `${source?.id} ${form} ${target.id} ${label}`.trim(),
  )
}

test('relations to drawn resources are arrows in their direction, and parts belong to their whole', () => {
  const graph = graphBuilder()
  const [pool, user, called, whole, part] = [
    add(graph, 'Cognito::UserPool', 'pool'),
    add(graph, 'Lambda::Function', 'user'),
    add(graph, 'Lambda::Function', 'called'),
    add(graph, 'Lambda::Function', 'whole'),
    add(graph, 'Lambda::Function', 'part'),
  ]
  graph.relate(user, 'uses', pool)
  graph.relate(pool, 'invokes', called)
  graph.relate(pool, 'attached to', whole)
  graph.relate(part, 'contained in', pool)
  graph.relate(pool, 'uses', add(graph, 'KMS::Key', 'key'))
  graph.relate(user, 'invokes', called)
  expect(flowsOf(graph, pool).toSorted()).toEqual([
    'pool member part',
    'pool request called invokes',
    'user request pool uses',
    'whole member pool',
  ])
})

test('what has no box uses it for the resource that uses it or contains it', () => {
  const graph = graphBuilder()
  const [pool, definition, service, rule, listener, balancer] = [
    add(graph, 'Cognito::UserPool', 'pool'),
    add(graph, 'ECS::TaskDefinition', 'definition'),
    add(graph, 'ECS::Service', 'service'),
    add(graph, 'ElasticLoadBalancingV2::ListenerRule', 'rule'),
    add(graph, 'ElasticLoadBalancingV2::Listener', 'listener'),
    add(graph, 'ElasticLoadBalancingV2::LoadBalancer', 'balancer'),
  ]
  graph.relate(service, 'uses', definition)
  graph.relate(definition, 'uses', pool)
  graph.relate(definition, 'uses', add(graph, 'Lambda::Function', 'other'))
  graph.relate(listener, 'contained in', balancer)
  graph.relate(rule, 'contained in', listener)
  graph.relate(rule, 'uses', pool)
  // A security group of another VPC, which doesn't use it.
  const group = add(graph, 'EC2::SecurityGroup', 'group')
  graph.relate(group, 'allows traffic to', pool)
  graph.relate(group, 'contained in', add(graph, 'ECS::Service', 'whole'))
  // Two secrets that use each other, and what is further away than that.
  const [one, two, far] = ['one', 'two', 'three'].map((id) => add(graph, 'SecretsManager::Secret', id))
  if (one === undefined || two === undefined || far === undefined) throw new Error('There are three')
  graph.relate(one, 'uses', pool)
  graph.relate(two, 'uses', one)
  graph.relate(one, 'uses', two)
  graph.relate(far, 'uses', two)
  graph.relate(add(graph, 'ECS::Service', 'farther'), 'uses', far)
  expect([...new Set(flowsOf(graph, pool))].toSorted()).toEqual([
    'balancer request pool uses',
    'service request pool uses',
  ])
})

const boxOf = (reference: ResourceReference) => plainNode(reference.id, { members: [reference] })

test('what only a second round shows as unlinked is left out as well: the group of instances that are left out', () => {
  const graph = graphBuilder()
  const table = add(graph, 'DynamoDB::Table', 'table')
  const instance = add(graph, 'EC2::Instance', 'i-1')
  const fleet = add(graph, 'AutoScaling::AutoScalingGroup', 'fleet')
  const drawWithout = (except: ReadonlySet<string>) => {
    const isLeftOut = (each: ResourceReference) => except.has(resourceKey(each))
    // The group has a box as soon as its instance has none.
    const others = isLeftOut(instance) ? [fleet] : [instance]
    const elements = [table, ...others].filter((each) => !isLeftOut(each)).map(boxOf)
    return { ...flowDiagram({ boxes: 0, lines: [] }), elements }
  }
  const drawn = withoutUnlinked(drawWithout(new Set()), graph.build(), [table], drawWithout)
  expect(drawn.elements.map(({ id }) => id)).toEqual(['table'])
})
