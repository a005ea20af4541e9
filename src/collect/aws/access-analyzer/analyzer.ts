import type { AnalyzerSummary, FindingSummary } from '@aws-sdk/client-accessanalyzer'
import { defineService } from '../../../cloud/service.ts'
import type { Json } from '../../../graph/resource-graph.ts'
import { defineCollector } from '../../collector.ts'
import { wordsOfCondition } from '../../properties/policy-conditions.ts'
import { inStableOrder } from '../../properties/stable-order.ts'
import type { Place } from '../../references/arn.ts'
import { resourceOfArn } from '../../references/resource-of-arn.ts'

export const accessAnalyzer = defineService(
  'access-analyzer',
  () => import('@aws-sdk/client-accessanalyzer'),
  (sdk) => sdk.AccessAnalyzerClient,
)

type ReadAnalyzer = { readonly analyzer: AnalyzerSummary; readonly findings?: readonly FindingSummary[] }

/**
 * Collects analyzers, with the external access findings of one. That of the account comes first: for one of an
 * organization, access from its other accounts is no finding.
 */
export const analyzer = defineCollector({
  type: 'AWS::AccessAnalyzer::Analyzer',
  count: 'accessAnalyzers',
  scope: 'regional',
  permissions: ['access-analyzer:ListAnalyzers', 'access-analyzer:ListFindings'],
  service: accessAnalyzer,
  // AWS documents no maximum page size.
  async *pages({ sdk, client }) {
    const pages = await Array.fromAsync(sdk.paginateListAnalyzers({ client, pageSize: 100 }, {}))
    yield pages.flatMap(({ analyzers = [] }) => analyzers)
  },
  async items(analyzers, { sdk, client, each, accountNumber }): Promise<readonly ReadAnalyzer[]> {
    const told = preferredAnalyzer(analyzers)
    const filter = { status: { eq: ['ACTIVE', 'ARCHIVED'] }, resourceOwnerAccount: { eq: [accountNumber] } }
    const read = await each(
      told === undefined ? [] : [told],
      async (analyzer): Promise<ReadAnalyzer> => {
        const list = { analyzerArn: analyzer.arn, filter }
        const pages = await Array.fromAsync(sdk.paginateListFindings({ client, pageSize: 100 }, list))
        return { analyzer, findings: pages.flatMap(({ findings = [] }) => findings) }
      },
      { listed: (analyzer): ReadAnalyzer => ({ analyzer }), listIsEnough: true },
    )
    return [...read, ...analyzers.filter((analyzer) => analyzer !== told).map((analyzer) => ({ analyzer }))]
  },
  resource: ({ analyzer, findings }, place) => ({
    id: analyzer.name,
    arn: analyzer.arn,
    name: analyzer.name,
    tags: analyzer.tags ?? {},
    properties: {
      analyzerType: analyzer.type,
      status: analyzer.status,
      findings: findings && inStableOrder(findings.flatMap((finding) => findingProperties(finding, place))),
    },
  }),
})

function preferredAnalyzer(analyzers: readonly AnalyzerSummary[]): AnalyzerSummary | undefined {
  const active = analyzers.filter(({ status }) => status === 'ACTIVE')
  return active.find(({ type }) => type === 'ACCOUNT') ?? active.find(({ type }) => type === 'ORGANIZATION')
}

/** None of a resource that the analyzer couldn't analyze. */
function findingProperties(finding: FindingSummary, place: Place): readonly Readonly<Record<string, Json>>[] {
  const { resource, resourceType, isPublic, principal = {}, action = [], condition, status, error } = finding
  if (resource === undefined || resourceType === undefined || error !== undefined) return []
  const { type, id } = resourceOfArn(resource, place) ?? { type: resourceType, id: resource }
  const conditions = Object.entries(condition ?? {}).flatMap(([key, value]) => wordsOfCondition(key, value) ?? [])
  const restriction =
    finding.resourceControlPolicyRestriction === 'APPLICABLE' ? ['only as far as a resource control policy allows'] : []
  return [
    {
      type,
      id,
      arn: resource,
      public: isPublic === true,
      principals: Object.values(principal).toSorted(),
      actions: action.toSorted(),
      condition: [...conditions, ...restriction].toSorted().join(' and ') || null,
      archived: status === 'ARCHIVED',
    },
  ]
}
