/** What of a view's resources the internet reaches, by the one definition of exposure. */
import type { Resource } from '../../../graph/resource-graph.ts'
import type { GraphIndex } from '../../../graph/graph-index.ts'
import type { Exposure, ExposureKind } from '../../../meaning/exposure/exposure.ts'
import { exposures, internetVerdicts } from '../../../meaning/exposure/exposures.ts'

/** An exposure to the internet of one resource; `unknown` ones, too: what was not read is not safe. */
export type ExposedResource = { readonly exposure: Exposure; readonly resource: Resource }

/** `whole`: all that was scanned, where a view shows only a part of it. */
export function exposedResources(index: GraphIndex, whole: GraphIndex): readonly ExposedResource[] {
  return exposures(whole).flatMap((exposure) => {
    const { type, id } = exposure.resource
    // What is behind a load balancer has its arrow from there.
    const isElsewhere = exposure.from === 'other accounts' || exposure.kind === 'target'
    const resource = id === null || isElsewhere ? null : index.find({ type, id })
    return resource === null ? [] : [{ exposure, resource }]
  })
}

/** Tells what the internet reaches from what it does not: these are never one box. What nobody can tell counts as the latter. */
export function reachedApart(whole: GraphIndex): (resource: Resource) => string {
  const verdictOf = internetVerdicts(whole)
  return (resource) => {
    const verdict = verdictOf(resource)
    return verdict === 'open' || verdict === 'conditional' ? verdict : ''
  }
}

/** Each once. */
export function exposedTo(index: GraphIndex, whole: GraphIndex, kind: ExposureKind): readonly Resource[] {
  const found = exposedResources(index, whole).filter(({ exposure }) => exposure.kind === kind)
  return [...new Set(found.map(({ resource }) => resource))]
}
