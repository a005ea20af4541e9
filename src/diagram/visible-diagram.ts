/**
 * Makes the texts of a diagram safe to show: isolates right-to-left names and shows invisible characters. IDs stay
 * unchanged.
 */
import { visibleText } from '../graph/visible-text.ts'
import type { Diagram, DiagramElement } from './diagram.ts'
import { isolated } from './typeface/writing-direction.ts'

/** Includes texts that aren't laid out: tooltips, descriptions, and text formats. */
export function visibleDiagram(diagram: Diagram): Diagram {
  return {
    ...diagram,
    title: ordered(diagram.title),
    accountAlias: ordered(diagram.accountAlias),
    simplified: ordered(diagram.simplified),
    elements: diagram.elements.map((element) => visibleElement(element)),
    edges: diagram.edges.map((edge) => ({
      ...edge,
      label: ordered(edge.label),
      description: ordered(edge.description),
    })),
    notDrawn: diagram.notDrawn.map(({ what, count }) => ({ what: ordered(what), count })),
  }
}

function visibleElement(element: DiagramElement): DiagramElement {
  const texts = {
    label: ordered(element.label),
    detail: ordered(element.detail),
    description: ordered(element.description),
  }
  return element.kind === 'node'
    ? { ...element, ...texts }
    : { ...element, ...texts, children: element.children.map((child) => visibleElement(child)) }
}

function ordered(text: string): string {
  return isolated(visibleText(text))
}
