import { expect, test } from 'vitest'
import type { ResourceReading } from '../../graph/resource-version.ts'
import { createCuts, mostOf } from './cut-reading.ts'
import { cutText } from './cut-text.ts'

const reading: ResourceReading = {
  resource: {
    type: 'AWS::EC2::VPC',
    id: 'vpc-1',
    arn: 'arn:aws:ec2:us-east-1:123456789012:vpc/vpc-1',
    name: 'main',
    presence: 'read',
    tags: { Name: 'main' },
    properties: {
      state: 'available',
      blocks: [{ cidr: '10.0.0.0/16' }],
      isDefault: false,
      dhcp: null,
      ipv6: undefined,
    },
  },
  relations: [
    {
      source: { type: 'AWS::EC2::VPC', id: 'vpc-1' },
      verb: 'uses',
      target: { type: 'AWS::EC2::DHCPOptions', id: 'dopt-1' },
      evidence: 'ec2:DescribeVpcs DhcpOptionsId',
    },
  ],
}

function withPart(part: Partial<ResourceReading['resource']>): ResourceReading {
  return { ...reading, resource: { ...reading.resource, ...part } }
}

test('returns the same object without a note if nothing is too long', () => {
  const cuts = createCuts()
  for (const same of [
    reading,
    withPart({ id: 'x'.repeat(mostOf.identifier), arn: 'x'.repeat(mostOf.identifier), name: 'x'.repeat(mostOf.name) }),
    withPart({ arn: null, name: null }),
    withPart({ tags: { ['k'.repeat(mostOf.name)]: 'x'.repeat(mostOf.tag) } }),
    withPart({ properties: { policy: 'x'.repeat(mostOf.property), ['k'.repeat(mostOf.name)]: [] } }),
  ]) {
    expect(cuts.apply(same)).toBe(same)
  }
  expect(cuts.note()).toBeNull()
})

const long = 'x'.repeat(20_000)

test.each<[string, Partial<ResourceReading['resource']>, unknown, number]>([
  ['id', { id: long }, { id: cutText(long, 2048) }, 1],
  ['arn', { arn: long }, { arn: cutText(long, 2048) }, 1],
  ['name', { name: long }, { name: cutText(long, 1024) }, 1],
  ['tag', { tags: { Name: long } }, { tags: { Name: cutText(long, 1024) } }, 1],
  ['key of a tag', { tags: { [long]: 'a' } }, { tags: { [cutText(long, 1024)]: 'a' } }, 1],
  ['property', { properties: { policy: long } }, { properties: { policy: cutText(long, 16_384) } }, 1],
  ['key of a property', { properties: { [long]: 1 } }, { properties: { [cutText(long, 1024)]: 1 } }, 1],
  [
    'property within lists and records',
    { properties: { a: [{ b: [1, null, long] }, long], c: undefined, d: true } },
    { properties: { a: [{ b: [1, null, cutText(long, 16_384)] }, cutText(long, 16_384)], c: undefined, d: true } },
    2,
  ],
])('an overlong %s is cut and noted', (_, part, expected, count) => {
  const cuts = createCuts()
  const { resource } = cuts.apply(withPart(part))
  expect(resource).toStrictEqual({ ...reading.resource, ...(expected as object) })
  const texts = count === 1 ? '1 text was' : `${count} texts were`
  expect(cuts.note()).toBe(
    `${texts} cut to the maximum length: names and tags 1024, identifiers 2048, other values 16384.`,
  )
})

test('keeps the mark of the region', () => {
  const { inRegion } = createCuts().apply({ ...withPart({ name: long }), inRegion: true })
  expect(inRegion).toBe(true)
})

test('cuts identifiers in relations like those of their targets', () => {
  const target = { type: 'AWS::EC2::DHCPOptions', id: long }
  const source = { type: 'AWS::EC2::VPC', id: long }
  const [relation] = reading.relations.map((known) => ({ ...known, source, target }))
  if (relation === undefined) throw new Error('The reading has no relation')
  const id = cutText(long, mostOf.identifier)
  expect(createCuts().apply({ ...reading, relations: [relation] }).relations).toStrictEqual([
    { ...relation, source: { type: 'AWS::EC2::VPC', id }, target: { type: 'AWS::EC2::DHCPOptions', id } },
  ])
})

test.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdef', 5, 'abcd…'],
  ['abc🐘d', 5, 'abc…'],
  ['ab🐘de', 5, 'ab🐘…'],
  ['', 5, ''],
])('%j is cut at %i units to %j, never within a character', (text, most, expected) => {
  expect(cutText(text, most)).toBe(expected)
})
