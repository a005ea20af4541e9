import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { otherType } from '../other-resources.ts'
import { startOrder } from './start-order.ts'

const order = startOrder(catalogue)
const position = (type: string) => order.findIndex((collector) => collector.type === type)

test('every collector starts, once', () => {
  expect(order).toHaveLength(catalogue.length)
  expect(new Set(order)).toEqual(new Set(catalogue))
})

test('the slowest list of large accounts starts first', () => {
  expect(position('AWS::Lambda::Function')).toBe(0)
})

test('parent types start before types without dependents', () => {
  expect(position('AWS::ECS::Cluster')).toBeLessThan(position('AWS::EC2::KeyPair'))
  expect(position('AWS::EKS::Cluster')).toBeLessThan(position('AWS::EC2::Subnet'))
})

test('lookup sources start before types without dependents', () => {
  expect(position('AWS::Cognito::UserPool')).toBeLessThan(position('AWS::EC2::VPC'))
  expect(position('AWS::ElasticLoadBalancingV2::LoadBalancer')).toBeLessThan(position('AWS::EC2::KeyPair'))
})

test('the count of other resources, with its sequential sources, does not start last', () => {
  expect(position(otherType)).toBeLessThan(position('AWS::EC2::VPC'))
})
