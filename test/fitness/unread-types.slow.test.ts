/**
 * Tests that no answer contradicts the complete data if one type couldn't be read: exposures, reach, and impact of rich
 * accounts, with each type denied in turn.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { scanGoldenAccount } from '../../scripts/goldens/golden-accounts.ts'
import { type GraphIndex, indexGraph, resourceKey } from '../../src/graph/graph-index.ts'
import type { ResourceGraph } from '../../src/graph/resource-graph.ts'
import { analyzerFinding } from '../../src/meaning/exposure/analyzer-findings.ts'
import type { Exposure } from '../../src/meaning/exposure/exposure.ts'
import { exposures } from '../../src/meaning/exposure/exposures.ts'
import { impactOf } from '../../src/meaning/impact/impact.ts'
import { reach } from '../../src/meaning/reach/reach.ts'
import { withoutType } from '../support/without-type.ts'

const accounts = [
  { world: 'full', region: 'us-east-1' },
  { world: 'demo', region: 'us-east-1' },
  { world: 'demo', region: 'us-west-2' },
  { world: 'exposure-traps', region: 'us-east-1' },
] as const

const lineOf = ({ resource: { type, id }, from, accounts: named, by, protocol, ports, verdict, condition }: Exposure) =>
  JSON.stringify([type, id, from, named, by, protocol, ports, verdict, condition])

function contradictedExposures(whole: readonly Exposure[], part: readonly Exposure[]): readonly string[] {
  const [ofWhole, ofPart] = [new Set(whole.map(lineOf)), new Set(part.map(lineOf))]
  const unknown = part.filter(({ verdict }) => verdict === 'unknown')
  const isUnknown = ({ resource: { type, id }, by }: Exposure) =>
    unknown.some(
      ({ resource, by: unread }) =>
        (resource.type === type && (resource.id === null || resource.id === id)) ||
        (by === analyzerFinding && unread === by),
    )
  // Findings show what the scan itself couldn't.
  const isKnown = ({ resource, from, by }: Exposure) =>
    by === analyzerFinding && whole.some((each) => each.resource.id === resource.id && each.from === from)
  return [
    ...whole.filter((each) => !ofPart.has(lineOf(each)) && !isUnknown(each)).map((each) => `hidden: ${lineOf(each)}`),
    ...part
      .filter((each) => each.verdict !== 'unknown' && !ofWhole.has(lineOf(each)) && !isKnown(each))
      .map((each) => `wrong: ${lineOf(each)}`),
  ]
}

const endTypes = [
  'AWS::EC2::Instance',
  'AWS::EC2::NetworkInterface',
  'AWS::ElasticLoadBalancingV2::LoadBalancer',
  'AWS::ElasticLoadBalancing::LoadBalancer',
  'AWS::RDS::DBInstance',
  'AWS::EC2::NatGateway',
  'AWS::Lambda::Function',
]

/** The first of each type, the internet, and one of its addresses. */
function endsOf({ resources }: ResourceGraph): readonly string[] {
  const named = endTypes.flatMap((type) =>
    resources.filter((each) => each.type === type && each.presence === 'read').slice(0, 1),
  )
  return ['internet', '203.0.113.9', ...named.map(({ type, id }) => `${type}/${id}`)]
}

const ports = [443, 5432]

/** Of networks, and of what is reached in them. */
const decidingReach = /^AWS::(?:EC2|ElasticLoadBalancing(?:V2)?|RDS|Lambda)::/u

function verdictsOf(index: GraphIndex, ends: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    ends.flatMap((from) =>
      ends.flatMap((to) =>
        from === to
          ? []
          : ports.map((port) => {
              const answer = reach([index], { from, to, protocol: 'tcp', port })
              // An unread resource can't be found.
              return [`${from} to ${to}, ${port}`, 'problem' in answer ? 'unknown' : answer.verdict] as const
            }),
      ),
    ),
  )
}

describe.each(accounts)('$world in $region, with one type unread', ({ world, region }) => {
  let graph: ResourceGraph
  let index: GraphIndex
  let types: readonly string[]
  beforeAll(async () => {
    graph = await scanGoldenAccount({ name: world, world, alias: world, region })
    index = indexGraph(graph)
    types = [...new Set(graph.resources.flatMap(({ type, presence }) => (presence === 'read' ? type : [])))]
  })

  test('no exposure is hidden or wrong', () => {
    const whole = exposures(index)
    expect(whole.length).toBeGreaterThan(3)
    expect(
      types.flatMap((type) =>
        contradictedExposures(whole, exposures(indexGraph(withoutType(graph, type)))).map(
          (each) => `without ${type}, ${each}`,
        ),
      ),
    ).toEqual([])
  })

  test('no connection is called blocked or reachable that is not', () => {
    const ends = endsOf(graph)
    const whole = verdictsOf(index, ends)
    const known = [...whole.values()]
    expect(known.filter((verdict) => verdict === 'blocked').length).toBeGreaterThan(10)
    expect(
      types
        .filter((type) => decidingReach.test(type))
        .flatMap((type) => {
          const part = verdictsOf(indexGraph(withoutType(graph, type)), ends)
          return [...part].flatMap(([what, verdict]) =>
            verdict === 'unknown' || verdict === whole.get(what)
              ? []
              : `without ${type}, ${what} is ${verdict}, not ${whole.get(what)}`,
          )
        }),
    ).toEqual([])
  })

  test('no dependent is missing without a word', () => {
    const some = graph.resources.filter(({ presence }, place) => presence === 'read' && place % 7 === 0)
    const whole = some.map((of) => impactOf(index, of).dependents.map(({ resource }) => resourceKey(resource)))
    const silent = types.flatMap((type) => {
      const partly = indexGraph(withoutType(graph, type))
      return some.flatMap((of, place) => {
        if (of.type === type) return []
        const { dependents, unknownBecause } = impactOf(partly, of)
        const left = new Set(dependents.map(({ resource }) => resourceKey(resource)))
        const isTold = unknownBecause.some((gap) => gap.type === type)
        return isTold || (whole[place] ?? []).every((key) => left.has(key)) ? [] : `${of.type} ${of.id} without ${type}`
      })
    })
    expect(silent).toEqual([])
  })
})
