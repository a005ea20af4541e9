/** What an answer depends on but no scan has read. */
import type { GraphIndex } from '../../graph/graph-index.ts'

export type Gap = {
  readonly type: string
  /** The denied IAM action, if known. */
  readonly action: string | null
  readonly account: string | null
  readonly region: string | null
  /** For people. */
  readonly reason: string
}

/** `null` if all resources of the type were read completely. */
export function gapOfType(index: GraphIndex, type: string): Gap | null {
  const { accountId: account, region } = index.graph
  const coverage = index.coverage(type)
  if (coverage?.status === 'collected') return null
  const reason = coverage?.reason ?? 'The scan did not read this type.'
  return { type, action: coverage?.action ?? null, account, region, reason }
}

/** For something that isn't modeled, or that the scan doesn't show. */
export function gapAt(index: GraphIndex, type: string, reason: string): Gap {
  return { type, action: null, account: index.graph.accountId, region: index.graph.region, reason }
}
