import { expect, test } from 'vitest'
import { type RelationRule, relationReader, ruleTypes } from './relation-rule.ts'

type Item = { readonly subnets?: readonly (string | null)[]; readonly key?: string }

const place = { region: 'eu-central-1', accountNumber: '123456789012' }
const source = { type: 'AWS::ECS::Service', id: 'orders' }

const rules: readonly RelationRule<Item, typeof place>[] = [
  // The SDK's types don't show that lists may have gaps.
  {
    verb: 'attached to',
    type: 'AWS::EC2::Subnet',
    field: 'services[].subnets[]',
    targets: ({ subnets }) => subnets as string[] | undefined,
  },
  { verb: 'uses', types: ['AWS::KMS::Key'], field: 'kms:Describe Key', arns: ({ key }) => key },
]
const read = relationReader(rules, 'ecs:DescribeServices')

test('each rule creates a relation for each target, with its evidence field', () => {
  const key = 'arn:aws:kms:eu-central-1:123456789012:key/1'
  expect(read({ subnets: ['subnet-1', 'subnet-2'], key }, place, source)).toEqual([
    {
      source,
      verb: 'attached to',
      target: { type: 'AWS::EC2::Subnet', id: 'subnet-1' },
      evidence: 'ecs:DescribeServices services[].subnets[]',
    },
    {
      source,
      verb: 'attached to',
      target: { type: 'AWS::EC2::Subnet', id: 'subnet-2' },
      evidence: 'ecs:DescribeServices services[].subnets[]',
    },
    { source, verb: 'uses', target: { type: 'AWS::KMS::Key', id: '1' }, evidence: 'kms:Describe Key' },
  ])
})

test('creates no relation for missing, empty, or null values and other types', () => {
  expect(read({}, place, source)).toEqual([])
  const subnets = [null, '', 'subnet-1']
  const key = 'arn:aws:s3:::a-bucket'
  expect(read({ subnets, key }, place, source).map(({ target }) => target.id)).toEqual(['subnet-1'])
})

test('a rule with an undescribed type does not compile', () => {
  const toUndescribed: readonly RelationRule<Item>[] = [
    // @ts-expect-error: no descriptor
    { verb: 'uses', type: 'AWS::Example::Thing', field: 'key', targets: ({ key }) => key },
    // @ts-expect-error: no descriptor of the second
    { verb: 'uses', types: ['AWS::KMS::Key', 'AWS::Example::Thing'], field: 'key', arns: ({ key }) => key },
  ]
  expect(toUndescribed.flatMap(ruleTypes)).toEqual(['AWS::Example::Thing', 'AWS::KMS::Key', 'AWS::Example::Thing'])
})
