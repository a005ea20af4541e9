/** The style of a box in a theme, the same as in exported diagrams. */
import { diagramThemes } from 'virtual:diagram-themes'
import type { PlacedBox } from './placed-diagram.ts'

export type MapTheme = (typeof diagramThemes)['light']
export type BoxLook = {
  readonly fill: string
  readonly stroke: string
  readonly strokeWidth: number
  readonly dash: string
  readonly label: string
  readonly radius: number
}

const nothing = { fill: 'none', stroke: 'none', strokeWidth: 0, dash: '', label: 'inherit' }

export function mapTheme(mode: 'light' | 'dark'): MapTheme {
  return diagramThemes[mode]
}

export function boxLook({ element }: PlacedBox, theme: MapTheme): BoxLook {
  const isGroup = element.kind === 'group'
  const style = boxStyle(element, theme)
  const radius = isGroup ? 3 : 6
  const { change } = element
  if (change === undefined || change === 'unchanged') return { ...style, radius }
  const { stroke, strokeWidth, dash, ...changed } = theme.changes[change]
  // The content of a group has its own state.
  return isGroup ? { ...style, stroke, strokeWidth, dash, radius } : { ...changed, stroke, strokeWidth, dash, radius }
}

function boxStyle(element: PlacedBox['element'], theme: MapTheme): Omit<BoxLook, 'radius'> {
  if (element.kind === 'node') {
    if (element.form === 'gap') return theme.gap
    if (element.reached !== undefined) return theme.reached[element.reached] ?? nothing
    if (element.form === 'count' && element.presence === 'read') return theme.count
    return element.presence === 'read' ? theme.node : theme.external
  }
  if (element.form === 'subnet') return theme.subnets[element.exposure ?? 'unknown'] ?? nothing
  return theme.groups[element.form] ?? nothing
}
