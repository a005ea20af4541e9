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

test('the list that takes longest in large accounts starts before all others', () => {
  expect(position('AWS::Lambda::Function')).toBe(0)
})

test('what others are read for starts before what nothing follows', () => {
  expect(position('AWS::ECS::Cluster')).toBeLessThan(position('AWS::EC2::KeyPair'))
  expect(position('AWS::EKS::Cluster')).toBeLessThan(position('AWS::EC2::Subnet'))
})

test('what others have to know of, to tell what is worth asking, starts before what nothing waits for', () => {
  expect(position('AWS::Cognito::UserPool')).toBeLessThan(position('AWS::EC2::VPC'))
  expect(position('AWS::ElasticLoadBalancingV2::LoadBalancer')).toBeLessThan(position('AWS::EC2::KeyPair'))
})

test('the sources of everything else, asked one after the other, do not start last', () => {
  expect(position(otherType)).toBeLessThan(position('AWS::EC2::VPC'))
})
