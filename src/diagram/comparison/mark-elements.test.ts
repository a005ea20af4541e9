import { describe, expect, test } from 'vitest'
import type { ResourceGraph } from '../../graph/resource-graph.ts'
import { overviewOptions } from '../draw-page.ts'
import { graphBuilder } from '../testing/sample-graphs.ts'
import { flattened } from '../views/boxes/group.ts'
import { comparisonOf } from './draw-comparison.ts'

/** Web servers that share a box, because there are too many for a page, and those of the numbers with another size. */
function fleet(count: number, larger: readonly number[] = []): ResourceGraph {
  const graph = graphBuilder()
  const subnet = graph.add('AWS::EC2::Subnet', 'subnet-1', 'web', { availabilityZone: 'eu-west-1a' })
  graph.relate(subnet, 'contained in', graph.add('AWS::EC2::VPC', 'vpc-1', 'shop'))
  for (let number = 1; number <= count; number++) {
    const instanceType = larger.includes(number) ? 'm5.xlarge' : 'm5.large'
    graph.relate(
      graph.add('AWS::EC2::Instance', `i-${number}`, `web-${number}`, { instanceType }),
      'contained in',
      subnet,
    )
  }
  return graph.build()
}

function changesIn(before: ResourceGraph, after: ResourceGraph): readonly string[] {
  const page = comparisonOf(before, after)('architecture', overviewOptions)
  if (page.kind !== 'drawn') throw new Error(page.message)
  const box = flattened(page.diagram.elements).find(({ form }) => form === 'stack')
  return (box?.description ?? '').split('\n').filter((line) => /→|removed|more change/u.test(line))
}

describe('the description of a box of several resources', () => {
  test('says the same change of three and more once, by the first and the last name', () => {
    expect(changesIn(fleet(100), fleet(100, [2, 9, 10, 30]))).toEqual([
      'web-2 … web-30 (4): Instance type m5.large → m5.xlarge',
    ])
    expect(changesIn(fleet(100), fleet(97))).toEqual(['EC2 instance web-98 … web-100 (3) was removed'])
  })

  test('says the same change of two by each name', () => {
    expect(changesIn(fleet(100), fleet(100, [2, 10]))).toEqual([
      'web-2: Instance type m5.large → m5.xlarge',
      'web-10: Instance type m5.large → m5.xlarge',
    ])
  })

  test('keeps different changes apart', () => {
    expect(changesIn(fleet(100, [1, 2, 3]), fleet(100, [4, 5, 6]))).toEqual([
      'web-1 … web-3 (3): Instance type m5.xlarge → m5.large',
      'web-4 … web-6 (3): Instance type m5.large → m5.xlarge',
    ])
  })
})
