import { expect, test } from 'vitest'
import { isApplicationPart, joinsApplicationParts } from './application-parts.ts'

test.each([
  ['AWS::Lambda::Function', true],
  ['AWS::ElasticLoadBalancingV2::LoadBalancer', true],
  ['AWS::CloudWatch::Alarm', false],
  ['AWS::EC2::InternetGateway', false],
  ['AWS::EC2::VPCEndpointService', false],
  ['AWS::EC2::VPCPeeringConnection', false],
])('%s is a part of applications: %s', (type, expected) => {
  expect(isApplicationPart(type)).toBe(expected)
})

test.each([
  ['AWS::Lambda::EventSourceMapping', true],
  ['AWS::EC2::VPCEndpoint', false],
  ['AWS::Lambda::Function', false],
])('%s joins parts of an application: %s', (type, expected) => {
  expect(joinsApplicationParts(type)).toBe(expected)
})
