/** What an answer would need and no scan has read. */
import type { GraphIndex } from '../../graph/graph-index.ts'

export type Gap = {
  readonly type: string
  /** The IAM action that was denied, as far as it is known. */
  readonly action: string | null
  readonly account: string | null
  readonly region: string | null
  /** For people. */
  readonly reason: string
}

/** `null` where all resources of the type were read, each in full. */
export function gapOfType(index: GraphIndex, type: string): Gap | null {
  const { accountId: account, region } = index.graph
  const coverage = index.coverage(type)
  if (coverage?.status === 'collected') return null
  const reason = coverage?.reason ?? 'The scan did not read this type.'
  return { type, action: coverage?.action ?? null, account, region, reason }
}

/** Of something that is not modeled, or that the scan does not tell. */
export function gapAt(index: GraphIndex, type: string, reason: string): Gap {
  return { type, action: null, account: index.graph.accountId, region: index.graph.region, reason }
}
