/** Makes groups, with defaults for the fields that most groups leave empty. */

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

/** A group without a border that only arranges its children. `null` without children. */
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

/** Replaces a flow that has nothing to draw. */
export function emptyFlow(words: string): DiagramGroup {
  return group({ id: 'nothing', form: 'category', arrangement: 'grid', label: words, description: words, children: [] })
}

/** The number of elements that count for the limit: boxes and subnets. */
export function elementCount(elements: readonly DiagramElement[]): number {
  return flattened(elements).filter(({ kind, form }) => kind === 'node' || form === 'subnet').length
}

/** All elements of a tree. Parents come before their children. */
export function flattened(elements: readonly DiagramElement[]): readonly DiagramElement[] {
  return elements.flatMap((element) => [element, ...(element.kind === 'group' ? flattened(element.children) : [])])
}
