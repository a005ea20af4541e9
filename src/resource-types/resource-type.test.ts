import { expect, test } from 'vitest'
import { service } from './resource-type.ts'

const known = {
  names: ['DAX cluster', 'DAX clusters'],
  icon: ['architecture-service/AmazonDynamoDB', 'dynamodb'],
} as const

test('a type says which part it has in diagrams, or why it has none: without that it does not compile', () => {
  // @ts-expect-error: no picture
  service('DAX', { 'AWS::DAX::Cluster': known })
  // @ts-expect-error: a picture without a part
  service('DAX', { 'AWS::DAX::Cluster': { ...known, picture: {} } })
  // @ts-expect-error: words for what has no part
  service('DAX', { 'AWS::DAX::Cluster': { ...known, picture: { words: 'shown as arrows' } } })
  // @ts-expect-error: a part that no view has
  service('DAX', { 'AWS::DAX::Cluster': { ...known, picture: { card: { tier: 'data' } } } })
  const described = service('DAX', {
    'AWS::DAX::Cluster': { ...known, picture: { box: { tier: 'data', within: 'VPC' } } },
  })
  expect(described['AWS::DAX::Cluster']).toMatchObject({ type: 'AWS::DAX::Cluster', service: 'DAX' })
})
