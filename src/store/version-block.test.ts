import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../graph/resource-graph.ts'
import { type ResourceContent, type StoredRow, versionOf } from '../graph/resource-version.ts'
import { createVersionBlock } from './version-block.ts'

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '"', '\\', '\n', '\u2028', '🌍', ',"tags":{}'))
const contents = fc
  .record({
    id: text,
    arn: fc.option(text),
    name: fc.option(text),
    tags: fc.dictionary(text, text),
    properties: fc.dictionary(text, fc.jsonValue() as fc.Arbitrary<Json>),
    targets: fc.array(text),
  })
  .map(({ targets, ...resource }): ResourceContent =>
    versionOf({
      resource: { type: 'AWS::EC2::VPC', presence: 'read', ...resource },
      relations: targets.map((id) => ({
        source: { type: 'AWS::EC2::VPC', id: resource.id },
        verb: 'attached to',
        target: { type: 'AWS::EC2::Subnet', id },
        evidence: 'ec2:DescribeVpcs Vpcs[].Id',
      })),
    }),
  )

/** The rows as the store reads them. */
function rowsIn(json: Buffer): unknown {
  return JSON.parse(json.toString())
}

function rowOf({ version, row }: ResourceContent): unknown {
  return { version, ...(JSON.parse(row) as StoredRow) }
}

test('a block is a JSON array of its rows, whatever their texts', () => {
  fc.assert(
    fc.property(fc.uniqueArray(contents, { selector: ({ version }) => version }), (rows) => {
      const block = createVersionBlock(rows)
      expect(rowsIn(block.take(new Set(block.keys())))).toEqual(rows.map(rowOf))
    }),
  )
})

test('of a block only the rows asked for are taken, each once, and its memory serves other rows', () => {
  const block = createVersionBlock()
  fc.assert(
    fc.property(fc.array(contents), fc.infiniteStream(fc.boolean()), (rows, choices) => {
      block.clear()
      for (const row of [...rows, ...rows]) block.add(row)
      const wanted = new Set(block.keys().filter(() => choices.next().value))
      const first = new Map(rows.toReversed().map((row) => [row.version, row]))
      const expected = rows.filter((row) => wanted.has(row.version) && first.get(row.version) === row).map(rowOf)
      expect(rowsIn(block.take(wanted))).toEqual(expected)
    }),
  )
})

test('a block grows for what is larger than all before', () => {
  const content = versionOf({
    resource: {
      type: 'AWS::EC2::VPC',
      id: 'vpc-1',
      arn: null,
      name: null,
      presence: 'read',
      tags: {},
      properties: { policy: 'ü'.repeat(300_000) },
    },
    relations: [],
  })
  const block = createVersionBlock([content, content])
  expect(block.size).toBe(2)
  expect(block.byteLength).toBeGreaterThan(1_200_000)
  expect(rowsIn(block.take(new Set(block.keys())))).toEqual([rowOf(content)])
})
