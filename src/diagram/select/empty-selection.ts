/** Adds a note to a diagram if no resources match the selection. */
import type { Diagram } from '../diagram.ts'
import { emptyFlow, flattened } from '../views/boxes/group.ts'

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
