/** The nesting of boxes, and the boxes that a collapsed group hides. */
import type { PlacedBox, PlacedDiagram, ResourceReference } from './placed-diagram.ts'

export type BoxTree = {
  readonly box: ReadonlyMap<string, PlacedBox>
  /** Nesting depth of each box; 0 for boxes outside any group. */
  readonly depth: ReadonlyMap<string, number>
  /** Number of resources in each group, including nested groups. */
  readonly resourceCount: ReadonlyMap<string, number>
  /** The box of a resource, by `resourceKey`. */
  readonly ofResource: ReadonlyMap<string, string>
}

export function resourceKey({ type, id }: ResourceReference): string {
  return `${type}~${id}`
}

/** The inverse of `resourceKey`; `null` for another text. */
export function referenceOf(key: string): ResourceReference | null {
  const at = key.indexOf('~')
  return at === -1 ? null : { type: key.slice(0, at), id: key.slice(at + 1) }
}

export function boxTree({ boxes }: Pick<PlacedDiagram, 'boxes'>): BoxTree {
  const box = new Map(boxes.map((item) => [item.element.id, item]))
  const depth = new Map<string, number>()
  const resourceCount = new Map<string, number>()
  const ofResource = new Map<string, string>()
  for (const { element, parentId } of boxes) {
    depth.set(element.id, parentId === null ? 0 : (depth.get(parentId) ?? 0) + 1)
    for (const member of element.members) {
      const key = resourceKey(member)
      if (!ofResource.has(key) || element.members.length === 1) ofResource.set(key, element.id)
    }
    if (element.kind !== 'node') continue
    for (let above = parentId; above !== null; above = box.get(above)?.parentId ?? null) {
      resourceCount.set(above, (resourceCount.get(above) ?? 0) + element.members.length)
    }
  }
  return { box, depth, resourceCount, ofResource }
}

/** Groups that contain a box, innermost first. */
export function groupsAround(tree: BoxTree, id: string): readonly string[] {
  const around: string[] = []
  for (let above = tree.box.get(id)?.parentId ?? null; above !== null; above = tree.box.get(above)?.parentId ?? null) {
    around.push(above)
  }
  return around
}

/** Boxes in a collapsed group. */
export function hiddenBoxes(boxes: readonly PlacedBox[], collapsed: ReadonlySet<string>): ReadonlySet<string> {
  const hidden = new Set<string>()
  for (const { element, parentId } of boxes) {
    if (parentId !== null && (collapsed.has(parentId) || hidden.has(parentId))) hidden.add(element.id)
  }
  return hidden
}

/** Groups that only arrange boxes are not drawn. */
export function isDrawn({ element, texts }: PlacedBox): boolean {
  return element.kind === 'node' || texts.length > 0 || (element.form !== 'band' && element.form !== 'services')
}
