import { expect, test } from 'vitest'
import type { Resource } from '../../../graph/resource-graph.ts'
import { networkTexts } from './network-texts.ts'

function network(more: Partial<Resource>): Resource {
  return {
    type: 'AWS::EC2::VPC',
    id: 'vpc-1',
    arn: null,
    name: 'shop',
    presence: 'read',
    tags: {},
    properties: { cidrBlocks: ['10.0.0.0/16'] },
    ...more,
  }
}

test.each([
  { of: {}, texts: ['shop', '10.0.0.0/16', 'shop\nVPC vpc-1\n10.0.0.0/16'] },
  {
    of: { properties: { cidrBlocks: ['10.0.0.0/16', '10.1.0.0/16', 'fd00::/8'] } },
    texts: ['shop', '10.0.0.0/16 and 2 more', 'shop\nVPC vpc-1\n10.0.0.0/16, 10.1.0.0/16, fd00::/8'],
  },
  { of: { properties: {} }, texts: ['shop', '', 'shop\nVPC vpc-1'] },
  { of: { properties: { cidrBlocks: [1] } }, texts: ['shop', '', 'shop\nVPC vpc-1'] },
  { of: { name: null, properties: { isDefault: false } }, texts: ['vpc-1', '', 'vpc-1\nVPC vpc-1'] },
  { of: { name: null, properties: { isDefault: true } }, texts: ['Default VPC', '', 'Default VPC\nVPC vpc-1'] },
  { of: { properties: { isDefault: true } }, texts: ['shop', '', 'shop\nVPC vpc-1'] },
  { of: { presence: 'external', properties: {} }, texts: ['shop', 'outside this scan', 'shop\nVPC vpc-1'] },
  { of: { presence: 'unknown', properties: {} }, texts: ['shop', "couldn't be read", 'shop\nVPC vpc-1'] },
] as const)('a VPC has its name and addresses: $of', ({ of, texts: [label, detail, description] }) => {
  expect(networkTexts(network(of), false)).toEqual({ label, detail, description })
})

test('an unknown VPC differs from one that is not selected', () => {
  expect(networkTexts(null, false)).toEqual({
    label: 'Unknown VPC',
    detail: "its subnets couldn't be read",
    description: 'Unknown VPC',
  })
  expect(networkTexts(null, true)).toEqual({
    label: 'VPCs not selected',
    detail: 'outside this selection',
    description: 'VPCs not selected',
  })
})
