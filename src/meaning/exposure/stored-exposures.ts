/** The exposures of a scan as they are stored with it, so that a comparison need not compute them from the whole graph. */
import { configuredPart } from '../../graph/configured-part.ts'
import { indexGraph } from '../../graph/graph-index.ts'
import type { ResourceGraph } from '../../graph/resource-graph.ts'
import type { Exposure } from './exposure.ts'
import { exposures } from './exposures.ts'

/**
 * Raise it when the same graph gets other exposures than before. Stored lists of another version are computed again:
 * otherwise a comparison with an earlier scan would show the difference of the versions as a change of the account.
 */
export const exposuresVersion = 5

export type StoredExposures = { readonly version: number; readonly exposures: readonly Exposure[] }

export function storedExposures(graph: ResourceGraph): StoredExposures {
  return { version: exposuresVersion, exposures: exposures(indexGraph(configuredPart(graph))) }
}

/** `content`: a stored list, or `null`. Returns `null` for another version. */
export function currentExposures(content: unknown): readonly Exposure[] | null {
  const stored = content as StoredExposures | null
  return stored?.version === exposuresVersion ? stored.exposures : null
}
