/**
 * Settles the graph of a scan from the resources that were read, and stores the resources that only relations name. It
 * doesn't store the graph itself.
 */
import { inBatches } from '../collect/reading/in-batches.ts'
import { compareReferences, type ReadResource, resolveGraph } from '../graph/resolve-graph.ts'
import type { ResourceReference, TypeCoverage } from '../graph/resource-graph.ts'
import { versionOf } from '../graph/resource-version.ts'
import { chunksOf } from '../store/graph-chunks.ts'
import type { GraphOfVersions } from '../store/graphs.ts'
import type { ScanRecord } from '../store/scans.ts'
import type { Store } from '../store/store.ts'

/** The number of resources of one transaction, small enough for the statement timeout. */
const batchSize = 1_000

export async function settleGraph(parts: {
  readonly store: Pick<Store, 'tenant'>
  readonly scan: Pick<ScanRecord, 'organizationId' | 'accountNumber' | 'region'>
  readonly accountAlias: string
  readonly read: readonly ReadResource[]
  readonly coverage: readonly TypeCoverage[]
  readonly leftOut?: readonly ResourceReference[]
  readonly keepOf: Parameters<typeof resolveGraph>[0]['keepOf']
}): Promise<GraphOfVersions> {
  const { organizationId, accountNumber, region } = parts.scan
  const { read, unread, coverage } = resolveGraph(parts)
  const members = read.map(({ reference: { type, id }, version }) => ({ type, id, version }))
  for (const batch of inBatches(unread, batchSize)) {
    const versions = batch.map((resource) => versionOf({ resource, relations: [] }))
    await parts.store.tenant(organizationId, ({ graphs }) => graphs.keepVersions(versions))
    for (const { type, id, version } of versions) members.push({ type, id, version })
  }
  return {
    accountId: accountNumber,
    accountAlias: parts.accountAlias,
    region,
    chunks: chunksOf(members.sort(compareReferences)),
    coverage,
  }
}
