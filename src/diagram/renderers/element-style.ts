/** The styles of elements and edges, for all formats. */
import type { DiagramEdge, DiagramGroup, DiagramNode } from '../diagram.ts'
import { offState } from '../off-state.ts'
import type { BoxStyle, Theme } from '../themes/theme.ts'

type Element = DiagramNode | Omit<DiagramGroup, 'children'>

/** `null` for groups that only arrange their content. */
export function elementStyle(element: Element, theme: Theme): BoxStyle | null {
  const style = plainStyle(element, theme)
  if (style === null || element.change === undefined) return style
  if (element.change === 'unchanged') return dimmed(style, theme)
  const changed = theme.changes[element.change]
  if (element.kind === 'node') return changed
  // The content of a group has its own state, so only the border shows that of the group.
  return { ...style, stroke: changed.stroke, strokeWidth: changed.strokeWidth, dash: changed.dash }
}

function plainStyle(element: Element, theme: Theme): BoxStyle | null {
  const isGap = element.presence === 'unknown'
  if (element.kind === 'group') {
    if (element.form === 'band') return null
    const form = element.form === 'subnet' ? null : theme.groups[element.form]
    const style = element.exposure === null ? (form ?? theme.node) : theme.subnets[element.exposure]
    return isGap ? { ...style, stroke: theme.gap.stroke, dash: theme.gap.dash } : style
  }
  if (isGap) return theme.gap
  if (element.reached !== undefined) return theme.reached[element.reached]
  if (element.form === 'count' && element.presence === 'read') return theme.count
  return element.presence === 'external' && element.form !== 'internet' ? theme.external : theme.node
}

/** Whether a box is hatched: it couldn't be read, or not in one of two compared scans. */
export function isHatched({ presence, change }: Element): boolean {
  return presence === 'unknown' || change === 'unknown'
}

export type EdgeStyle = { readonly stroke: string; readonly dash: string; readonly strokeWidth: number }

export type StyledEdge = Pick<DiagramEdge, 'form' | 'label' | 'change'>

/** Arrows that aren't in use look alike, whatever their form. */
export function edgeStyle({ form, label, change }: StyledEdge, theme: Theme): EdgeStyle {
  const { stroke, dash } = offState(label) === '' ? theme.edges[form] : theme.edgeOff
  if (change === undefined) return { stroke, dash, strokeWidth: 1.5 }
  if (change === 'unchanged') return { stroke: mixed(stroke, theme.background, 0.55), dash, strokeWidth: 1.5 }
  const changed = theme.changes[change]
  return { stroke: changed.stroke, dash: changed.dash, strokeWidth: changed.strokeWidth }
}

/** The color of secondary text on a box. */
export function detailColor(element: Element, style: BoxStyle, theme: Theme): string {
  if (element.kind === 'group' || isHatched(element)) return style.label
  return element.change === 'unchanged' ? dimmedText(theme.mutedText, theme) : theme.mutedText
}

/** Unchanged boxes stay readable, but changed ones are seen first. */
export function dimmed(style: BoxStyle, theme: Theme): BoxStyle {
  return {
    ...style,
    fill: style.fill === 'none' ? style.fill : mixed(style.fill, theme.background, 0.55),
    stroke: mixed(style.stroke, theme.background, 0.55),
    label: dimmedText(style.label, theme),
  }
}

export function dimmedText(color: string, theme: Theme): string {
  return mixed(color, theme.background, 0.3)
}

/** `share`: of the second color, from 0 to 1. */
function mixed(color: string, other: string, share: number): string {
  const others = channelsOf(other)
  const mix = channelsOf(color).map((value, position) => Math.round(value + ((others[position] ?? 0) - value) * share))
  return `#${mix.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function channelsOf(color: string): readonly number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}
