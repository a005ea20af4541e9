/** A placed box with icon and texts. */
import type { DiagramElement, PlacedBox, Rectangle } from '../diagram.ts'
import type { Measure } from '../typeface/inter.ts'
import { boxContent } from './box-texts.ts'

export function placedBox(
  element: DiagramElement,
  parentId: string | null,
  rectangle: Rectangle,
  measure: Measure,
): PlacedBox {
  return { ...rectangle, element: withoutChildren(element), parentId, ...boxContent(element, rectangle, measure) }
}

function withoutChildren(element: DiagramElement): PlacedBox['element'] {
  if (element.kind === 'node') return element
  const { children: _, ...rest } = element
  return rest
}
