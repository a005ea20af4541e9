/** Adds a note to a diagram if no resources match the selection, or if the focused one isn't drawn. */
import type { Resource, ResourceReference } from '../../graph/resource-graph.ts'
import { typePlaying } from '../../resource-types/look-ups.ts'
import { resourceKey } from '../../graph/graph-index.ts'
import type { Diagram } from '../diagram.ts'
import { resourceKind } from '../resource-kinds.ts'
import { emptyFlow, flattened } from '../views/boxes/group.ts'
import { shownName } from '../views/boxes/resource-node.ts'

export type Selection = { readonly focus: string; readonly tags: string; readonly types: string }

/** Types that couldn't be read stay, because matching resources may be among them. */
export function noteEmptySelection(diagram: Diagram, { focus, tags, types }: Selection): Diagram {
  const asked = [
    ...(focus === '' ? [] : [`focus ${focus}`]),
    ...(tags === '' ? [] : [`tags ${tags}`]),
    ...(types === '' ? [] : [`types ${types}`]),
  ]
  const elements = flattened(diagram.elements)
  if (asked.length === 0 || elements.some(({ members }) => members.length > 0)) return diagram
  const hasGaps = elements.some(({ form }) => form === 'gap')
  return {
    ...diagram,
    elements: [
      emptyFlow('No resources match this selection'),
      ...(hasGaps ? diagram.elements.filter(({ id }) => id !== emptyFlow('').id) : []),
    ],
    edges: [],
    simplified: `This view shows no resources that match ${asked.join(' and ')}.`,
  }
}

/** The architecture has a box for every focused resource. `groups`: the security groups whose boxes it is in. */
export function noteUndrawnFocus(
  diagram: Diagram,
  resource: ResourceReference,
  title: string,
  groups: readonly Resource[],
): Diagram {
  const key = resourceKey(resource)
  const isDrawn = flattened(diagram.elements).some(({ members }) => members.some((each) => resourceKey(each) === key))
  const kind = resourceKind(typePlaying('security group'))
  const names = groups.map((group) => shownName(group)).join(', ')
  const note =
    groups.length === 0
      ? `${title} has no box in this view. The architecture shows it.`
      : `${title} is shown by its ${groups.length === 1 ? kind.singular : kind.plural} ${names}.`
  return isDrawn ? diagram : { ...diagram, simplified: [diagram.simplified, note].filter(Boolean).join(' ') }
}
