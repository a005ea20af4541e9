/** Elements and edges without anything special, for the tests of formats. */
import type { DiagramEdge, DiagramElement, DiagramGroup, DiagramNode } from '../diagram.ts'

export function plainNode(id: string, changes: Partial<DiagramNode> = {}): DiagramNode {
  return {
    kind: 'node',
    id,
    form: 'resource',
    type: null,
    members: [],
    presence: 'read',
    variant: '',
    label: id,
    detail: '',
    description: '',
    opens: null,
    ...changes,
  }
}

export function plainGroup(
  id: string,
  children: readonly DiagramElement[],
  changes: Partial<DiagramGroup> = {},
): DiagramGroup {
  return {
    kind: 'group',
    id,
    form: 'category',
    arrangement: 'grid',
    type: null,
    members: [],
    presence: 'read',
    exposure: null,
    row: 0,
    label: id,
    detail: '',
    description: '',
    opens: null,
    children,
    ...changes,
  }
}

export function plainEdge(source: string, target: string, changes: Partial<DiagramEdge> = {}): DiagramEdge {
  return { id: `${source} ${target}`, form: 'request', source, target, label: '', description: '', ...changes }
}
