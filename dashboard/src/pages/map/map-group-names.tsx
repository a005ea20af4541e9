/** Draws the names of groups above all boxes when the diagram is zoomed out. */
import { useStore } from '@xyflow/react'
import { memo, useMemo } from 'react'
import { boxLook } from './box-style.ts'
import type { MapTheme } from './box-style.ts'
import { groupNames, zoomLevel } from './group-names.ts'
import type { BoxTree } from './box-tree.ts'
import type { PlacedBox } from './placed-diagram.ts'

export const MapGroupNames = memo(function MapGroupNames({
  boxes,
  tree,
  theme,
}: {
  readonly boxes: readonly PlacedBox[]
  readonly tree: BoxTree
  readonly theme: MapTheme
}) {
  const zoom = useStore(({ transform }) => zoomLevel(transform[2]))
  const names = useMemo(() => groupNames(boxes, zoom), [boxes, zoom])
  return names.map(({ id, text, x, y, width, height, sizePx }) => {
    const box = tree.box.get(id)
    if (box === undefined) return null
    const { fill, label } = boxLook(box, theme)
    return (
      <div
        key={id}
        className="map-group-name"
        style={{
          transform: `translate(${x}px, ${y}px)`,
          maxWidth: width,
          height,
          lineHeight: `${height}px`,
          fontSize: sizePx,
          color: label,
          background: fill === 'none' ? theme.background : fill,
        }}
        aria-hidden
      >
        {text}
      </div>
    )
  })
})
