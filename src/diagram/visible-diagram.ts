/** Replaces characters that change the direction of writing in whatever a diagram says; what names things stays as it is. */
import { visibleText } from '../graph/visible-text.ts'
import type { Diagram, DiagramElement } from './diagram.ts'

/** Also what is not laid out: tooltips, descriptions and the formats that are text. */
export function visibleDiagram(diagram: Diagram): Diagram {
  return {
    ...diagram,
    title: visibleText(diagram.title),
    accountAlias: visibleText(diagram.accountAlias),
    simplified: visibleText(diagram.simplified),
    elements: diagram.elements.map((element) => visibleElement(element)),
    edges: diagram.edges.map((edge) => ({
      ...edge,
      label: visibleText(edge.label),
      description: visibleText(edge.description),
    })),
    notDrawn: diagram.notDrawn.map(({ what, count }) => ({ what: visibleText(what), count })),
  }
}

function visibleElement(element: DiagramElement): DiagramElement {
  const texts = {
    label: visibleText(element.label),
    detail: visibleText(element.detail),
    description: visibleText(element.description),
  }
  return element.kind === 'node'
    ? { ...element, ...texts }
    : { ...element, ...texts, children: element.children.map((child) => visibleElement(child)) }
}
