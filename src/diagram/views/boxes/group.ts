/** Makes groups: the fields that most of them leave empty are filled in here. */

import type { DiagramElement, DiagramGroup } from '../../diagram.ts'

type GivenFields = Pick<DiagramGroup, 'id' | 'form' | 'arrangement' | 'children'>

export function group(given: GivenFields & Partial<DiagramGroup>): DiagramGroup {
  return {
    kind: 'group',
    type: null,
    members: [],
    presence: 'read',
    exposure: null,
    row: 0,
    label: '',
    detail: '',
    description: '',
    opens: null,
    ...given,
  }
}

/** A group without a border of its own that only orders its children; `null` when there are none. */
export function band(
  id: string,
  arrangement: DiagramGroup['arrangement'],
  children: readonly DiagramElement[],
): DiagramGroup | null {
  return children.length === 0 ? null : group({ id, form: 'band', arrangement, children })
}

export function present<Value>(values: readonly (Value | null)[]): readonly Value[] {
  return values.filter((value) => value !== null)
}

/** In the place of a flow that has nothing to draw. */
export function emptyFlow(words: string): DiagramGroup {
  return group({ id: 'nothing', form: 'category', arrangement: 'grid', label: words, description: words, children: [] })
}

/** What the limit of elements counts: boxes, and subnets. */
export function elementCount(elements: readonly DiagramElement[]): number {
  return flattened(elements).filter(({ kind, form }) => kind === 'node' || form === 'subnet').length
}

/** Every element of a tree, parents before their children. */
export function flattened(elements: readonly DiagramElement[]): readonly DiagramElement[] {
  return elements.flatMap((element) => [element, ...(element.kind === 'group' ? flattened(element.children) : [])])
}
