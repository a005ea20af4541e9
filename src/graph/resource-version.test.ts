import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json, Relation, Resource } from './resource-graph.ts'
import { canonicalReading, type ResourceReading, versionOf } from './resource-version.ts'

const resource: Resource = {
  type: 'AWS::EC2::VPC',
  id: 'vpc-1',
  arn: null,
  name: 'main',
  presence: 'read',
  tags: { team: 'orders', env: 'production' },
  properties: { cidrBlocks: ['10.0.0.0/16', '10.1.0.0/16'], nested: { b: 1, a: null } },
}

const relation = (id: string, evidence = 'ec2:DescribeVpcs Vpcs[].DhcpOptionsId'): Relation => ({
  source: { type: resource.type, id: resource.id },
  verb: 'associated with',
  target: { type: 'AWS::EC2::DHCPOptions', id },
  evidence,
})

const version = (reading: ResourceReading) => versionOf(reading).version

test("the order of keys and relations, and duplicate relations, don't change the version", () => {
  const reading = { resource, relations: [relation('a'), relation('b', 'x:Y A')] }
  const again = {
    resource: {
      ...resource,
      tags: { env: 'production', team: 'orders' },
      properties: { nested: { a: null, b: 1 }, cidrBlocks: ['10.0.0.0/16', '10.1.0.0/16'] },
    },
    relations: [relation('b', 'x:Y B'), relation('a'), relation('b', 'x:Y A')],
  }
  expect(versionOf(again)).toEqual(versionOf(reading))
  expect(JSON.stringify(canonicalReading(again))).toBe(JSON.stringify(canonicalReading(reading)))
})

test('a tag named like a property that every object has is kept', () => {
  const tags = JSON.parse('{ "__proto__": "blue", "team": "orders" }') as Readonly<Record<string, string>>
  const kept = canonicalReading({ resource: { ...resource, tags }, relations: [] })
  expect(JSON.parse(JSON.stringify(kept)).resource.tags).toEqual(tags)
  expect(version({ resource: { ...resource, tags }, relations: [] })).not.toBe(
    version({ resource: { ...resource, tags: { team: 'orders' } }, relations: [] }),
  )
})

test('a permission and a setting with the same target are both kept, and change the version', () => {
  const permission: Relation = { ...relation('a'), basis: 'permitted' }
  const both = versionOf({ resource, relations: [permission, relation('a'), permission] })
  expect(JSON.parse(both.row)).toMatchObject({
    relations: [
      ['associated with', 'AWS::EC2::DHCPOptions', 'a', 'ec2:DescribeVpcs Vpcs[].DhcpOptionsId'],
      ['associated with', 'AWS::EC2::DHCPOptions', 'a', 'ec2:DescribeVpcs Vpcs[].DhcpOptionsId', 'permitted'],
    ],
  })
  expect(version({ resource, relations: [permission] })).not.toBe(version({ resource, relations: [relation('a')] }))
})

test.for<[string, ResourceReading]>([
  ['id', { resource: { ...resource, id: 'vpc-2' }, relations: [] }],
  ['arn', { resource: { ...resource, arn: 'arn' }, relations: [] }],
  ['name', { resource: { ...resource, name: null }, relations: [] }],
  ['presence', { resource: { ...resource, presence: 'external' }, relations: [] }],
  ['part of it that was read', { resource: { ...resource, partial: true }, relations: [] }],
  ['tags', { resource: { ...resource, tags: { ...resource.tags, new: '' } }, relations: [] }],
  [
    'order of a list',
    {
      resource: { ...resource, properties: { ...resource.properties, cidrBlocks: ['10.1.0.0/16', '10.0.0.0/16'] } },
      relations: [],
    },
  ],
  ['relations', { resource, relations: [relation('a')] }],
])('another %s is another version', ([, changed]) => {
  expect(version(changed)).not.toBe(version({ resource, relations: [] }))
})

test('the canonical form is stable, and JSON preserves its bytes', () => {
  const text = fc.string({ unit: 'binary' })
  const properties = fc.dictionary(text, fc.jsonValue() as fc.Arbitrary<Json>)
  fc.assert(
    fc.property(text, fc.dictionary(text, text), properties, (id, tags, properties) => {
      const reading: ResourceReading = {
        resource: { ...resource, id, ...(id.length % 2 === 0 && { partial: true }), tags, properties },
        relations: [relation(id)],
      }
      const canonical = canonicalReading(reading)
      const stored = JSON.parse(JSON.stringify(canonical)) as ResourceReading
      expect(JSON.stringify(canonicalReading(stored))).toBe(JSON.stringify(canonical))
      expect(version(stored)).toBe(version(reading))
    }),
  )
})
