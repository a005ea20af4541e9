/** Finds the boxes of a diagram that were added, removed, moved, resized, or renamed, from the SVG before and after. */
import { DOMParser, type Element } from '@xmldom/xmldom'

export type PictureBox = {
  readonly id: string
  readonly label: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type BoxChange = {
  readonly kind: 'added' | 'removed' | 'moved' | 'resized' | 'renamed'
  readonly before: PictureBox | null
  readonly after: PictureBox | null
}

/** In the order of the new diagram. Removed boxes come last. */
export function changedBoxes(before: string, after: string): readonly BoxChange[] {
  const was = boxesById(before)
  const is = boxesById(after)
  const changes = [...is.values()].flatMap((box): BoxChange[] => {
    const old = was.get(box.id) ?? null
    const kind = old === null ? 'added' : changeOf(old, box)
    return kind === null ? [] : [{ kind, before: old, after: box }]
  })
  const removed = [...was.values()].filter(({ id }) => !is.has(id))
  return [...changes, ...removed.map((box): BoxChange => ({ kind: 'removed', before: box, after: null }))]
}

function changeOf(old: PictureBox, box: PictureBox): BoxChange['kind'] | null {
  if (old.width !== box.width || old.height !== box.height) return 'resized'
  if (old.x !== box.x || old.y !== box.y) return 'moved'
  return old.label === box.label ? null : 'renamed'
}

function boxesById(svg: string): ReadonlyMap<string, PictureBox> {
  const root = new DOMParser({ onError: () => undefined }).parseFromString(svg, 'image/svg+xml').documentElement
  const boxes = root === null ? [] : [...root.getElementsByTagName('g')].flatMap((group) => boxOf(group) ?? [])
  return new Map(boxes.map((box) => [box.id, box]))
}

function boxOf(group: Element): PictureBox | null {
  const id = group.getAttribute('data-element-id')
  const [shape] = [...group.getElementsByTagName('rect')]
  if (id === null || shape === undefined) return null
  const [x = 0, y = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((name) =>
    Number(shape.getAttribute(name) ?? 0),
  )
  return { id, label: group.getAttribute('aria-label') ?? '', x, y, width, height }
}
