/** Draws one box, as in exported diagrams. */
import type { Node, NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { boxIcon } from './box-icon.ts'
import { boxLook } from './box-style.ts'
import type { MapTheme } from './box-style.ts'
import type { PlacedBox } from './placed-diagram.ts'

export type MapNodeData = {
  readonly box: PlacedBox
  readonly theme: MapTheme
  readonly isCollapsed: boolean
  /** Number of resources in a group; 0 for other boxes. */
  readonly count: number
  readonly isSelected: boolean
}

export type MapNodeType = Node<MapNodeData, 'box'>

const stackOffset = 4

export const MapNode = memo(function MapNode({ data }: NodeProps<MapNodeType>) {
  const { box, theme, isCollapsed, count, isSelected } = data
  const { x, y, width, height, element, icon, texts } = box
  const look = boxLook(box, theme)
  const isCovered = isCollapsed && look.fill === 'none'
  const shape = {
    rx: look.radius,
    width,
    height,
    fill: isCovered ? theme.background : look.fill,
    stroke: look.stroke,
    strokeWidth: look.strokeWidth,
    strokeDasharray: look.dash === '' ? undefined : look.dash,
  }
  return (
    <svg className="map-box" width={width} height={height} aria-hidden>
      {element.form === 'stack' && (
        <rect {...shape} x={stackOffset} y={stackOffset} fill={theme.node.fill} stroke={theme.node.stroke} />
      )}
      <rect {...shape} />
      {element.form === 'gap' && <rect {...shape} fill="url(#map-hatch)" stroke="none" />}
      {isSelected && (
        <rect className="map-selection" x={-4} y={-4} width={width + 8} height={height + 8} rx={look.radius + 4} />
      )}
      {icon !== null && (
        <image
          href={boxIcon(box, theme.plainIcon)}
          x={icon.x - x}
          y={icon.y - y}
          width={icon.sizePx}
          height={icon.sizePx}
        />
      )}
      {texts.map((text) => (
        <text
          key={`${text.y} ${text.text}`}
          className={text.role === 'detail' ? 'map-detail' : undefined}
          x={text.x - x}
          y={text.y - y}
          fontSize={text.sizePx}
          fontWeight={text.weight}
          fill={text.role === 'detail' && element.kind === 'node' ? theme.mutedText : look.label}
        >
          {text.text}
        </text>
      ))}
      {isCollapsed && (
        <text x={width / 2} y={height / 2 + 12} textAnchor="middle" fontSize={14} fill={look.label}>
          {count} {count === 1 ? 'resource' : 'resources'}, collapsed
        </text>
      )}
    </svg>
  )
})
