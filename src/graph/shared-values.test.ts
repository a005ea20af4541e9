import { expect, test } from 'vitest'
import type { Relation, Resource } from './resource-graph.ts'
import { createSharedValues } from './shared-values.ts'

const text = `{
  "type": "AWS::EC2::Subnet", "id": "subnet-1", "arn": null, "name": "subnet-1", "presence": "read",
  "tags": { "team": "blue", "__proto__": "blue" },
  "properties": { "state": "blue", "count": 2, "main": true, "none": null, "zones": ["blue"], "nested": { "state": "blue" } }
}`

test('resources and relations stay the same', () => {
  const shared = createSharedValues()
  for (const id of ['vpc-1', 'vpc-2', 'vpc-1']) {
    const relation: Relation = {
      source: { type: 'AWS::EC2::Subnet', id: 'subnet-1' },
      verb: 'contained in',
      target: { type: 'AWS::EC2::VPC', id },
      evidence: 'ec2:DescribeSubnets Subnets[].VpcId',
    }
    expect(shared.relation({ ...relation })).toEqual(relation)
    expect(JSON.stringify(shared.resource(JSON.parse(text) as Resource))).toBe(JSON.stringify(JSON.parse(text)))
  }
})

test('references in relations are one object for each resource', () => {
  const shared = createSharedValues()
  const relation = (source: string, target: string) =>
    shared.relation({
      source: { type: 'AWS::EC2::SecurityGroup', id: source },
      verb: 'allows traffic from',
      target: { type: 'AWS::EC2::SecurityGroup', id: target },
      evidence: 'a:B C',
    })
  const [there, back] = [relation('sg-1', 'sg-2'), relation('sg-2', 'sg-1')]
  expect(there.source).toBe(back.target)
  expect(there.target).toBe(back.source)
  expect(there.source).not.toBe(there.target)
})
