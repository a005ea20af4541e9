/** A path of requests, events, or connections between two resources, before they have boxes. */
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import type { EdgeForm } from '../../diagram.ts'
import { type GraphIndex, displayName } from '../../../graph/graph-index.ts'
import { labelFrom } from './flow-labels.ts'

export type Flow = {
  readonly form: EdgeForm
  /** `null`: the internet. */
  readonly source: ResourceReference | null
  readonly target: ResourceReference
  /** A short label; `''` if unknown. */
  readonly label: string
  readonly description: string
}

/** `via`: the resource between the two that isn't drawn. */
export function flowTo(
  index: GraphIndex,
  form: EdgeForm,
  source: ResourceReference,
  target: ResourceReference,
  { via = '', label = '' }: { readonly via?: string; readonly label?: string } = {},
): Flow {
  const way = `${nameOf(index, source)} to ${nameOf(index, target)}`
  return {
    form,
    source,
    target,
    label: labelFrom(index, [source], label),
    description: via === '' ? way : `${way} through ${via}`,
  }
}

function nameOf(index: GraphIndex, reference: ResourceReference): string {
  const resource = index.find(reference)
  return resource === null ? reference.id : displayName(resource)
}
