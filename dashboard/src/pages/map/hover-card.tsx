/** A tooltip with details of the box under the pointer. The side panel and screen readers get the full text. */

export type Hovered = {
  readonly title: string
  readonly lines: readonly string[]
  /** Position in the window, in pixels. */
  readonly at: { readonly x: number; readonly y: number }
}

const maxLines = 8
const gapPx = 14
const widthPx = 340

export function HoverCard({ hovered: { title, lines, at } }: { readonly hovered: Hovered }) {
  const left = Math.max(8, Math.min(at.x + gapPx, globalThis.innerWidth - widthPx - gapPx))
  const isLow = at.y > globalThis.innerHeight * 0.65
  const place = isLow ? { bottom: globalThis.innerHeight - at.y + gapPx } : { top: at.y + gapPx }
  return (
    <div className="map-hover" style={{ left, ...place, maxWidth: widthPx }} aria-hidden>
      <strong>{title}</strong>
      {lines.slice(0, maxLines).map((line) => (
        <div key={line}>{line}</div>
      ))}
      {lines.length > maxLines && <div>and {lines.length - maxLines} more</div>}
    </div>
  )
}
