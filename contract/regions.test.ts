import { expect, test } from 'vitest'
import { defaultRegion, partitionOf, regions } from './regions.ts'

test('each region has its partition', () => {
  expect(partitionOf(defaultRegion)).toBe('aws')
  expect(partitionOf('cn-north-1')).toBe('aws-cn')
  expect(partitionOf('us-gov-west-1')).toBe('aws-us-gov')
})

test('rejects pseudo-regions and names that only look like regions', () => {
  expect(regions.filter((region) => region.includes('global'))).toEqual([])
  for (const name of ['aws-global', 'aws-cn-global', 'us-east-9', 'us-east-1a', 'US-EAST-1', '', 'constructor']) {
    expect([name, partitionOf(name)]).toEqual([name, null])
  }
})
