import { expect, test } from 'vitest'
import type { ResourceTypeName } from './all.ts'
import { isStopped, isGoneResource, unusualState } from './look-ups.ts'
import { type ResourceType, service, type TypeName } from './resource-type.ts'

const known = {
  names: ['DAX cluster', 'DAX clusters'],
  icon: ['architecture-service/AmazonDynamoDB', 'dynamodb'],
} as const

test("a type without a role in diagrams or a reason for none doesn't compile", () => {
  // @ts-expect-error: no picture
  service('DAX', { 'AWS::DAX::Cluster': known })
  // @ts-expect-error: a picture without a role
  service('DAX', { 'AWS::DAX::Cluster': { ...known, picture: {} } })
  // @ts-expect-error: words without a role
  service('DAX', { 'AWS::DAX::Cluster': { ...known, picture: { words: 'shown as arrows' } } })
  // @ts-expect-error: an unknown role
  service('DAX', { 'AWS::DAX::Cluster': { ...known, picture: { card: { tier: 'data' } } } })
  const described = service('DAX', {
    'AWS::DAX::Cluster': { ...known, picture: { box: { tier: 'data', within: 'VPC' } } },
  })
  expect(described['AWS::DAX::Cluster']).toMatchObject({ type: 'AWS::DAX::Cluster', service: 'DAX' })
})

test("a type that references a type without a descriptor doesn't compile", () => {
  const thing = 'AWS::Example::Thing'
  const part = service('DAX', {
    'AWS::DAX::Cluster': { ...known, picture: { none: 'not drawn' }, partOf: { whole: thing, drawn: 'never' } },
  })
  const shown = service('DAX', {
    'AWS::DAX::Cluster': {
      ...known,
      picture: { box: { tier: 'data', shownBy: { type: thing, by: ['own', 'uses'] } } },
    },
  })
  const used = service('DAX', {
    'AWS::DAX::Cluster': { ...known, picture: { box: { tier: 'data', everyAccountHas: { name: '', usedBy: thing } } } },
  })
  const toUndescribed: readonly Readonly<Record<string, ResourceType<TypeName, ResourceTypeName>>>[] = [
    // @ts-expect-error: part of it
    part,
    // @ts-expect-error: shown by it
    shown,
    // @ts-expect-error: used by it
    used,
  ]
  expect(JSON.stringify(toUndescribed).match(/AWS::Example::Thing/g)).toHaveLength(3)
})

test.each([
  ['AWS::EC2::VPCEndpoint', { state: 'failed' }, 'failed'],
  ['AWS::EC2::VPCEndpoint', { state: 'rejected' }, 'rejected'],
  ['AWS::EC2::VPCEndpointService', { state: 'Failed' }, 'failed'],
  ['AWS::EC2::VPCPeeringConnection', { status: 'rejected' }, 'rejected'],
  ['AWS::DirectConnect::VirtualInterface', { state: 'rejected' }, 'rejected'],
])('%s %o still exists, so that it has relations and a box', (type, properties, state) => {
  expect([isGoneResource({ type, properties }), unusualState({ type, properties })]).toEqual([false, state])
})

test.each([
  ['AWS::EC2::Instance', { state: 'stopped' }],
  ['AWS::ECS::Service', { status: 'DRAINING' }],
  ['AWS::ECS::Service', { status: 'ACTIVE', noTasksRunning: true }],
  ['AWS::ECS::Service', { status: 'ACTIVE', scaledToZero: true }],
  ['AWS::RDS::DBCluster', { status: 'stopped' }],
  ['AWS::RDS::DBInstance', { status: 'stopping' }],
  ['AWS::AmazonMQ::Broker', { state: 'CREATION_FAILED' }],
  ['AWS::EFS::FileSystem', { state: 'error' }],
  ['AWS::ElasticLoadBalancingV2::LoadBalancer', { state: 'failed' }],
  ['AWS::CloudFront::Distribution', { status: 'Deployed', enabled: false }],
  ['AWS::GlobalAccelerator::Accelerator', { status: 'DEPLOYED', enabled: false }],
])('nothing runs in %s %o', (type, properties) => {
  expect(isStopped({ type, properties })).toBe(true)
})

test.each([
  ['AWS::ECS::Service', { status: 'ACTIVE', noTasksRunning: false, scaledToZero: false }],
  ['AWS::RDS::DBInstance', { status: 'backing-up' }],
  ['AWS::AmazonMQ::Broker', { state: 'REBOOT_IN_PROGRESS' }],
  ['AWS::CloudFront::Distribution', { status: 'InProgress', enabled: true }],
])('something runs in %s %o', (type, properties) => {
  expect(isStopped({ type, properties })).toBe(false)
})
