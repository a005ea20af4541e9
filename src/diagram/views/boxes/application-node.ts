/** Makes the box of an application that has no room for a frame. */
import { compareReferences } from '../../../graph/graph-index.ts'
import { rolesOf } from '../../../resource-types/look-ups.ts'
import type { DiagramNode } from '../../diagram.ts'
import { countedKind, countedShort } from '../../resource-kinds.ts'
import type { PurposeGroup } from './application-groups.ts'
import { countedStates, resourceNode } from './resource-node.ts'

/**
 * All of an application as one box: states other than the normal ones, then its types, first what connects it with others,
 * then the most numerous one. It opens the page of the application. A single resource keeps its box.
 */
export function applicationNode({ name, label, detail, resources }: PurposeGroup): readonly DiagramNode[] {
  const [first, ...others] = resources
  if (first === undefined) return []
  if (others.length === 0) return [resourceNode(first)]
  const byType = [...Map.groupBy(resources, ({ type }) => type).values()].toSorted(
    (left, right) => connecting(right) - connecting(left) || right.length - left.length,
  )
  const states = countedStates(resources)
  return [
    {
      kind: 'node',
      id: `category:${name}`,
      form: 'stack',
      type: byType.length === 1 ? first.type : null,
      members: resources.map(({ type, id }) => ({ type, id })).toSorted(compareReferences),
      presence: resources.every(({ presence }) => presence === 'read') ? 'read' : 'unknown',
      variant: '',
      label,
      detail: [
        ...states,
        ...byType.flatMap(([one, ...more]) => (one === undefined ? [] : countedShort([one, ...more]))),
      ].join(', '),
      description: [label, detail, ...byType.map(countedKind), ...states].filter(Boolean).join('\n'),
      opens: null,
    },
  ]
}

/** 1 for types that connect applications. */
export function connecting([first]: readonly { readonly type: string }[]): number {
  return first !== undefined && rolesOf(first.type).connects === true ? 1 : 0
}
