/** Boxes with their sizes and places, from the inside to the outside. */
import type { DiagramElement, DiagramGroup, Rectangle } from '../diagram.ts'
import { card, groupDimensions } from './dimensions.ts'

/** An element with its size, and its children at offsets from its own top left corner. */
export type Arranged = {
  readonly element: DiagramElement
  readonly width: number
  readonly height: number
  readonly children: readonly ArrangedChild[]
}

export type ArrangedChild = { readonly x: number; readonly y: number; readonly box: Arranged }

/** Adds header and padding of the group around its content, which has coordinates relative to the content area. */
export function enclose(element: DiagramGroup, children: readonly ArrangedChild[], minWidth = 0): Arranged {
  const { header, padding } = groupDimensions[element.form]
  const contentWidth = Math.max(0, ...children.map(({ x, box }) => x + box.width))
  const contentHeight = Math.max(0, ...children.map(({ y, box }) => y + box.height))
  const empty = children.length === 0
  const narrowest = element.form === 'band' ? 0 : card.width
  return {
    element,
    width: Math.max(contentWidth, narrowest, minWidth - 2 * padding) + 2 * padding,
    height: empty ? header + (element.form === 'subnet' ? 8 : padding) : header + contentHeight + padding,
    children: children.map(({ x, y, box }) => ({ x: x + padding, y: y + header, box })),
  }
}

/** Absolute rectangles of an arranged tree. Parents come before their children. */
export function positioned(
  arranged: Arranged,
  x: number,
  y: number,
  parentId: string | null,
): readonly { readonly element: DiagramElement; readonly parentId: string | null; readonly rectangle: Rectangle }[] {
  const { element, width, height, children } = arranged
  return [
    { element, parentId, rectangle: { x, y, width, height } },
    ...children.flatMap((child) => positioned(child.box, x + child.x, y + child.y, element.id)),
  ]
}
