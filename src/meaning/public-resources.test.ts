import { describe, expect, test } from 'vitest'
import { graphBuilder } from '../diagram/testing/sample-graphs.ts'
import { indexGraph } from '../graph/graph-index.ts'
import type { Json } from '../graph/resource-graph.ts'
import { everyResourceType, typesWith } from '../resource-types/look-ups.ts'
import type { ExposureRule } from '../resource-types/resource-type.ts'
import { entryPoints, hasPublicAddress, openToInternet, publicResources } from './public-resources.ts'

type Properties = Readonly<Record<string, Json>>

/** What each function says of a resource by itself. */
function verdictsOf(type: string, properties: Properties) {
  const graph = graphBuilder()
  graph.add(type, 'it', null, properties)
  const index = indexGraph(graph.build())
  return {
    open: openToInternet(index).length === 1,
    entry: entryPoints(index).length === 1,
    public: publicResources(index).length === 1,
  }
}

const closed = { open: false, entry: false, public: false }
const entry = { open: false, entry: true, public: true }
const open = { open: true, entry: true, public: true }

type Case = readonly [Properties, typeof closed]

/** By rule of the descriptors: properties, and what becomes of every type of that rule. */
const verdicts: Readonly<Record<ExposureRule, readonly [Case, ...Case[]]>> = {
  always: [[{}, open]],
  'API endpoint': [
    [{}, open],
    [{ endpointTypes: ['REGIONAL'], visibility: 'GLOBAL' }, open],
    [{ endpointTypes: 'PRIVATE' }, open],
    [{ endpointTypes: ['PRIVATE'] }, closed],
    [{ visibility: 'PRIVATE' }, closed],
  ],
  'resource policy': [
    [{ publicByPolicy: true }, entry],
    [{ publicByPolicy: false }, closed],
    [{}, closed],
  ],
  'public setting': [
    [{ publiclyAccessible: true }, entry],
    [{ publiclyAccessible: false }, closed],
    [{}, closed],
  ],
  'cluster endpoint': [
    [{ publicEndpoint: true, publicAccessCidrs: ['198.51.100.0/24', '0.0.0.0/0'] }, entry],
    [{ publicEndpoint: true, publicAccessCidrs: [] }, entry],
    [{ publicEndpoint: true }, entry],
    [{ publicEndpoint: true, publicAccessCidrs: ['198.51.100.0/24'] }, closed],
    [{ publicEndpoint: false, publicAccessCidrs: ['0.0.0.0/0'] }, closed],
    [{ publicAccessCidrs: ['0.0.0.0/0'] }, closed],
  ],
}

describe.each(Object.entries(verdicts))('the rule %s', (rule, cases) => {
  const types = everyResourceType.flatMap(({ type, exposedBy }) => (exposedBy === rule ? [type] : []))

  test.each(cases)('of types that have it, with %o: %o', (properties, verdict) => {
    expect(types).not.toEqual([])
    for (const type of types) expect([type, verdictsOf(type, properties)]).toEqual([type, verdict])
  })
})

test.each(Object.entries(verdicts))('what the rule %s opens, no security group protects', (rule, [[properties]]) => {
  for (const { type, exposedBy } of everyResourceType) {
    if (exposedBy !== rule) continue
    const graph = graphBuilder()
    const it = graph.add(type, 'it', null, properties)
    graph.relate(it, 'associated with', graph.add('AWS::EC2::SecurityGroup', 'sg-1', null))
    expect([type, entryPoints(indexGraph(graph.build())).map(({ id }) => id)]).toEqual([type, ['it']])
  }
})

test('a type without a rule is opened by no property of a rule but a public address', () => {
  const properties = { publicByPolicy: true, publicEndpoint: true, visibility: 'GLOBAL', endpointTypes: ['REGIONAL'] }
  expect(verdictsOf('AWS::RDS::DBInstance', properties)).toEqual(closed)
})

test.each<[properties: Properties, isPublic: boolean]>([
  [{ scheme: 'internet-facing' }, true],
  [{ scheme: 'internal' }, false],
  [{ publicIpAddress: '203.0.113.7' }, true],
  [{ publicIpAddress: null }, false],
  [{ publiclyAccessible: true }, true],
  [{ publiclyAccessible: false }, false],
  [{ publicAccess: 'SERVICE_PROVIDED_EIPS' }, true],
  [{ publicAccess: 'DISABLED' }, false],
  [{}, false],
])('a public address with %o: %s', (properties, isPublic) => {
  const graph = graphBuilder()
  graph.add('AWS::EC2::Instance', 'it', null, properties)
  expect(graph.build().resources.map(hasPublicAddress)).toEqual([isPublic])
})

const idsOf = (resources: readonly { readonly id: string }[]) => resources.map(({ id }) => id)

describe('a public address', () => {
  const graph = graphBuilder()
  const address = { publicIpAddress: '203.0.113.7' }
  const group = graph.add('AWS::EC2::SecurityGroup', 'sg-1', null)
  const [bare, guarded] = ['bare', 'guarded'].map((id) => graph.add('AWS::EC2::Instance', id, null, address))
  if (bare === undefined || guarded === undefined) throw new Error('There are two')
  graph.relate(guarded, 'associated with', group)
  graph.add('AWS::EC2::NetworkInterface', 'eni-1', null, address)
  const built = graph.build()
  const index = indexGraph(built)

  test('is an entry point where no security group protects it', () => {
    expect(idsOf(entryPoints(index))).toEqual(['bare'])
  })

  test('is public with a security group too, but for interfaces: what they are attached to is listed', () => {
    expect(idsOf(publicResources(index))).toEqual(['bare', 'guarded'])
  })

  test('stays protected by a security group that a selection leaves out', () => {
    const part = indexGraph({ ...built, relations: [], resources: built.resources.filter(({ id }) => id !== group.id) })
    expect(idsOf(entryPoints(part, index))).toEqual(['bare'])
    expect(idsOf(entryPoints(part))).toEqual(['bare', 'guarded'])
  })
})

test('nothing that was not read is called open or public', () => {
  const graph = graphBuilder()
  for (const { type } of everyResourceType)
    for (const presence of ['external', 'unknown'] as const) graph.addUnread(type, presence, presence)
  // Only what was read has properties; these came from elsewhere.
  const built = graph.build()
  const properties = { publicIpAddress: '203.0.113.7', publicByPolicy: true, publicEndpoint: true }
  const index = indexGraph({ ...built, resources: built.resources.map((resource) => ({ ...resource, properties })) })
  expect(openToInternet(index)).toEqual([])
  expect(publicResources(index)).toEqual([])
})

test('an API behind an edge is reached through the edge, not from the internet', () => {
  const edges = typesWith('box').flatMap(({ type, role }) => (role.tier === 'edge' ? [type] : []))
  expect(edges).toContain('AWS::CloudFront::Distribution')
  for (const edge of edges) {
    const graph = graphBuilder()
    const api = graph.add('AWS::ApiGatewayV2::Api', 'orders', null)
    graph.relate(graph.add(edge, 'edge', null), 'routes to', api)
    const ids = openToInternet(indexGraph(graph.build())).map(({ id }) => id)
    expect([edge, ids]).toEqual([edge, ids.filter((id) => id !== 'orders')])
  }
})
