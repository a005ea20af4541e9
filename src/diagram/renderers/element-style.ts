/** The style of an element, for all formats. */
import type { DiagramGroup, DiagramNode } from '../diagram.ts'
import type { BoxStyle, Theme } from '../themes/theme.ts'

/** `null` for groups that only arrange their content. */
export function elementStyle(element: DiagramNode | Omit<DiagramGroup, 'children'>, theme: Theme): BoxStyle | null {
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
  if (element.form === 'unavailable') return theme.groups.services
  return element.presence === 'external' && element.form !== 'internet' ? theme.external : theme.node
}
