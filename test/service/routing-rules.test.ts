/** Tests which APIs custom domain names of API Gateway lead to: by mappings, by routing rules, or by both. */
import type { DomainName } from '@aws-sdk/client-api-gateway'
import type { RoutingRule } from '@aws-sdk/client-apigatewayv2'
import { beforeAll, describe, expect, test } from 'vitest'
import { scanSimulatedRegion } from '../../scripts/scan-simulated-region.ts'
import type { Resource, ResourceGraph } from '../../src/graph/resource-graph.ts'
import { indexGraph } from '../../src/graph/graph-index.ts'
import { exposures } from '../../src/meaning/exposure/exposures.ts'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'

const region = 'eu-west-1'
const type = 'AWS::ApiGateway::DomainName'

const domain = (domainName: string, routingMode?: DomainName['routingMode'], more: DomainName = {}): DomainName => ({
  domainName,
  endpointConfiguration: { types: ['REGIONAL'] },
  domainNameStatus: 'AVAILABLE',
  ...(routingMode && { routingMode }),
  ...more,
})

const rule = (Priority: number, ApiId: string, Conditions: RoutingRule['Conditions'] = []): RoutingRule => ({
  RoutingRuleId: `rule-${Priority}`,
  Priority,
  Conditions,
  Actions: [{ InvokeApi: { ApiId, Stage: 'prod' } }],
})

const domainNames = [
  domain('usual.example'),
  domain('mapped.example', 'BASE_PATH_MAPPING_ONLY'),
  domain('ruled.example', 'ROUTING_RULE_ONLY'),
  domain('both.example', 'ROUTING_RULE_THEN_BASE_PATH_MAPPING'),
  domain('inner.example', 'ROUTING_RULE_ONLY', {
    domainNameId: 'abc123',
    endpointConfiguration: { types: ['PRIVATE'] },
  }),
]

const rules = [
  rule(20, 'by-rule'),
  rule(10, 'first', [
    { MatchBasePaths: { AnyOf: ['b', 'a'] } },
    {
      MatchHeaders: {
        AnyOf: [
          { Header: 'X-Version', ValueGlob: 'never-kept' },
          { Header: 'X-Canary', ValueGlob: 'never-kept' },
        ],
      },
    },
  ]),
]

async function scan(denied: readonly string[] = []) {
  const mapping = { ApiMappingKey: '', ApiId: 'by-mapping', Stage: 'prod' }
  const names = domainNames.map(({ domainName = '' }) => ({ DomainName: domainName }))
  const cloud = await startSimulatedCloud({
    world: {
      accounts: [
        {
          accountId: '444455556666',
          roleName: 'surveyor',
          optedInRegions: [],
          denials: denied.length === 0 ? [] : [{ actions: denied, by: 'identity-based policy', explicit: false }],
          regions: {
            [region]: {
              apiGateway: {
                domainNames,
                restApis: ['by-mapping', 'by-rule', 'first', 'by-nothing'].map((id) => ({
                  id,
                  name: id,
                  endpointConfiguration: { types: ['REGIONAL'] },
                  disableExecuteApiEndpoint: true,
                })),
                stages: { 'by-mapping': [{ stageName: 'prod' }], 'by-rule': [{ stageName: 'prod' }] },
                resources: {},
              },
              apiGatewayV2: {
                domainNames: names,
                ruledDomainNames: names,
                apiMappings: Object.fromEntries(domainNames.map(({ domainName }) => [domainName, [mapping]])),
                routingRules: Object.fromEntries(domainNames.map(({ domainName }) => [domainName, rules])),
              },
            },
          },
          global: {},
        },
      ],
    },
  })
  try {
    const graph = await scanSimulatedRegion(cloud, { region, onError: () => undefined })
    return { graph, asked: cloud.calls.filter(({ operation }) => operation === 'ListRoutingRules').length }
  } finally {
    await cloud.close()
  }
}

const named = ({ resources }: ResourceGraph) => resources.filter((resource) => resource.type === type)

const targetsOf = ({ resources, relations }: ResourceGraph) =>
  Object.fromEntries(
    named({ resources } as ResourceGraph).map(({ id, name }: Resource) => [
      name,
      relations.flatMap(({ source, target }) => (source.id === id ? target.id : [])).toSorted(),
    ]),
  )

describe('with all permissions', () => {
  let graph: ResourceGraph
  let asked: number
  beforeAll(async () => {
    const found = await scan()
    graph = found.graph
    asked = found.asked
  })

  test('the mode decides whether mappings and rules count', () => {
    expect(targetsOf(graph)).toEqual({
      'usual.example': ['by-mapping'],
      'mapped.example': ['by-mapping'],
      'ruled.example': ['by-rule', 'first'],
      'both.example': ['by-mapping', 'by-rule', 'first'],
      'inner.example': ['by-rule', 'first'],
    })
  })

  test('rules are read only where the mode uses them', () => {
    expect(asked).toBe(3)
  })

  test('rules are in the order of their priorities, without values of headers', () => {
    const both = named(graph).find(({ name }) => name === 'both.example')
    expect(both?.properties['routingRules']).toEqual([
      { priority: 10, api: 'first', stage: 'prod', basePaths: ['a', 'b'], headers: ['X-Canary', 'X-Version'] },
      { priority: 20, api: 'by-rule', stage: 'prod', basePaths: [], headers: [] },
    ])
    expect(JSON.stringify(graph)).not.toContain('never-kept')
  })

  test('an API that only a rule invokes is exposed through its domain name', () => {
    const found = exposures(indexGraph(graph)).map(({ resource: { id }, by, verdict }) => `${verdict} ${id} by ${by}`)
    expect(found).toEqual(['open by-mapping by custom domain', 'open by-rule by custom domain'])
  })
})

test('without permission for rules, mappings are kept, and APIs without another way are unknown', async () => {
  const { graph } = await scan(['apigateway:ListRoutingRules'])
  expect(targetsOf(graph)).toMatchObject({ 'usual.example': ['by-mapping'], 'both.example': ['by-mapping'] })
  expect(named(graph).map(({ name, partial = false }) => `${name} ${partial}`)).toEqual([
    'both.example true',
    'inner.example true',
    'mapped.example false',
    'ruled.example true',
    'usual.example false',
  ])
  const coverage = graph.coverage.find((entry) => entry.type === type)
  expect(coverage).toMatchObject({ status: 'collected', count: 5 })
  expect(coverage?.reason).toContain('apigateway:ListRoutingRules')
  const found = exposures(indexGraph(graph)).flatMap(({ resource, verdict, unknownBecause }) =>
    resource.type === 'AWS::ApiGateway::RestApi'
      ? [[verdict, resource.id, ...unknownBecause.map(({ action }) => action)].join(' ')]
      : [],
  )
  expect(found).toEqual(['open by-mapping', 'unknown by-rule apigateway:ListRoutingRules'])
})
