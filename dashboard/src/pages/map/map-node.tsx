/** Draws one box, as in exported diagrams. */
import type { Node, NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { boxIcon } from './box-icon.ts'
import { boxLook } from './box-style.ts'
import type { MapTheme } from './box-style.ts'
import { ChangeBadge } from './change-badge.tsx'
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

const farIconShare = 0.85
const maxFarGrowth = 3

/** Style sheets show the icon of a box in its middle, and larger, when the diagram is zoomed out. */
function farIcon({ x, y, width, height }: PlacedBox, icon: NonNullable<PlacedBox['icon']>): React.CSSProperties {
  const [left, top] = [icon.x - x + icon.sizePx / 2, icon.y - y + icon.sizePx / 2]
  const growth = Math.min(maxFarGrowth, (Math.min(width, height) * farIconShare) / icon.sizePx)
  const move = `translate(${width / 2 - left}px, ${height / 2 - top}px) scale(${growth})`
  return { transformOrigin: `${left}px ${top}px`, '--map-far-icon': move } as React.CSSProperties
}

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
    <svg
      className={`map-box map-box-${element.kind}${element.change === 'unchanged' ? ' map-unchanged' : ''}`}
      width={width}
      height={height}
      aria-hidden
    >
      {element.form === 'stack' && (
        <rect {...shape} x={stackOffset} y={stackOffset} fill={theme.node.fill} stroke={theme.node.stroke} />
      )}
      <rect {...shape} />
      {element.change === 'unknown' ? (
        <rect {...shape} fill="url(#map-change-hatch)" stroke="none" />
      ) : (
        element.form === 'gap' && <rect {...shape} fill="url(#map-hatch)" stroke="none" />
      )}
      {isSelected && (
        <rect className="map-selection" x={-4} y={-4} width={width + 8} height={height + 8} rx={look.radius + 4} />
      )}
      {icon !== null && (
        <image
          style={farIcon(box, icon)}
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
      <ChangeBadge change={element.change} x={width} y={0} theme={theme} />
      {isCollapsed && (
        <text x={width / 2} y={height / 2 + 12} textAnchor="middle" fontSize={14} fill={look.label}>
          {count} {count === 1 ? 'resource' : 'resources'}, collapsed
        </text>
      )}
    </svg>
  )
})
