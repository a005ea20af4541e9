/** What holds for applications whatever tags and relations say, in whatever order. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { graphBuilder } from '../../diagram/testing/sample-graphs.ts'
import { indexGraph, resourceKey } from '../../graph/graph-index.ts'
import type { ResourceGraph, Verb } from '../../graph/resource-graph.ts'
import { applicationsOf } from './applications.ts'

const types = [
  'AWS::Lambda::Function',
  'AWS::DynamoDB::Table',
  'AWS::Lambda::EventSourceMapping',
  'AWS::EC2::Subnet',
  'AWS::KMS::Key',
  'AWS::ECS::Cluster',
  'AWS::CloudFormation::Stack',
]

const keys = [
  'app',
  'App',
  'team',
  'constructor',
  'awsApplication',
  'aws:cloudformation:stack-name',
  'kubernetes.io/cluster/a',
  'aws:servicecatalog:provisionedProductArn',
]

const values = ['a', 'A', ' ', '//', '__proto__', 'x'.repeat(255), 'שלום\u202Etxt', '0', '1', 'owned']

const place = fc.nat({ max: 9 })
const tags = fc.dictionary(fc.constantFrom(...keys), fc.constantFrom(...values), { maxKeys: 3, noNullPrototype: true })

const graph: fc.Arbitrary<ResourceGraph> = fc
  .record({
    resources: fc.array(fc.record({ type: fc.constantFrom(...types), tags }), { minLength: 1, maxLength: 10 }),
    lines: fc.array(fc.tuple(place, fc.constantFrom<Verb>('uses', 'contained in', 'invokes', 'subscribes to'), place), {
      maxLength: 15,
    }),
  })
  .map(({ resources, lines }) => {
    const builder = graphBuilder()
    const added = resources.map((each, number) => builder.add(each.type, String(number), null, {}, each.tags))
    for (const [from, verb, to] of lines) {
      const [source, target] = [added[from], added[to]]
      if (source !== undefined && target !== undefined) builder.relate(source, verb, target)
    }
    return builder.build()
  })

test('each member belongs to the one application that lists it, and all that are named exist', () => {
  fc.assert(
    fc.property(graph, (any) => {
      const found = applicationsOf(indexGraph(any))
      const { all } = found
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      const listed = new Map(all.flatMap(({ id, members }) => members.map((member) => [resourceKey(member), id])))
      for (const { name, because, members } of all) {
        expect(name.trim()).not.toBe('')
        expect(because).not.toBe('')
        expect(members.length).toBeGreaterThan(0)
      }
      for (const resource of any.resources) {
        const { applications = [] } = found.of(resource) ?? {}
        for (const id of applications) expect(all.map((each) => each.id)).toContain(id)
        expect(listed.get(resourceKey(resource))).toBe(applications.length === 1 ? applications[0] : undefined)
        expect(resource.type === 'AWS::EC2::Subnet' && applications.length > 0).toBe(false)
      }
    }),
  )
})

test('the order of resources, relations, and tags changes nothing', () => {
  fc.assert(
    fc.property(graph, (any) => {
      const reversed = {
        ...any,
        resources: any.resources
          .map((each) => ({ ...each, tags: Object.fromEntries(Object.entries(each.tags).toReversed()) }))
          .toReversed(),
        relations: any.relations.toReversed(),
      }
      expect(applicationsOf(indexGraph(reversed)).all).toEqual(applicationsOf(indexGraph(any)).all)
    }),
  )
})
