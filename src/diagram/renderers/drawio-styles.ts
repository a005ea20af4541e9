/** Styles of boxes and edges in draw.io: AWS shapes in the colors of the theme. */
import type { EdgeForm, PlacedBox, PlacedLegendEntry, PlacedText } from '../diagram.ts'
import { offState } from '../off-state.ts'
import { drawioShape } from '../resource-kinds.ts'
import type { BoxStyle, Theme } from '../themes/theme.ts'
import { dimmed, edgeStyle, elementStyle, isHatched, type StyledEdge } from './element-style.ts'
import { iconColor, iconOf } from './svg-icons.ts'

const library = 'mxgraph.aws4'
const text = 'html=1;whiteSpace=wrap;overflow=hidden;fontFamily=Inter,Helvetica;'
const container = 'container=1;collapsible=0;recursiveResize=0;expand=0;pointerEvents=0;'
/** The sketch style, which is draw.io's only hatch pattern. */
const hatched = 'sketch=1;jiggle=0;fillStyle=hachure;hachureGap=6;fillWeight=2;curveFitting=1;'

const layered = 'shadow=1;double=1;'

const groupIcons: Readonly<Record<string, string>> = {
  account: 'group_account',
  region: 'group_region',
  network: 'group_vpc2',
  subnet: 'group_security_group',
}

/** `null` for groups that aren't drawn. */
export function boxStyle(box: PlacedBox, theme: Theme): string | null {
  const style = elementStyle(box.element, theme)
  if (style === null) return null
  const { element } = box
  const look = isHatched(element)
    ? `${painted({ ...style, fill: element.change === 'unknown' ? theme.changeHatch : theme.hatch })}${hatched}`
    : painted(style)
  const label = `${text}fontColor=${style.label};align=left;`
  if (element.kind === 'node') {
    const layers = element.form === 'stack' ? layered : ''
    const left = element.form === 'count' ? 34 : 52
    return `rounded=1;arcSize=10;${look}${layers}${label}verticalAlign=middle;spacingLeft=${left};fontSize=12;`
  }
  const icon = groupIcons[element.form]
  const frame =
    icon === undefined ? '' : `shape=${library}.group;grIcon=${library}.${icon};grStroke=1;outlineConnect=0;`
  const left = icon === undefined ? 8 : 34
  return `${frame}${look}${label}${container}verticalAlign=top;spacingLeft=${left};spacingTop=2;fontSize=12;`
}

/** `null` for boxes without an icon. */
export function iconStyle(box: PlacedBox, theme: Theme): string | null {
  const icon = iconOf(box)
  if (icon === null) return null
  const name = drawioShape(icon)
  const color = iconColor(icon, theme)
  const opacity = box.element.change === 'unchanged' ? 'opacity=45;' : ''
  const shape = icon.startsWith('architecture-service/')
    ? `shape=${library}.resourceIcon;resIcon=${library}.${name};fillColor=${color};strokeColor=#ffffff;`
    : `shape=${library}.${name};fillColor=${color};strokeColor=none;`
  return `${shape}${opacity}aspect=fixed;outlineConnect=0;sketch=0;gradientColor=none;part=1;`
}

export function lineStyle(edge: StyledEdge, theme: Theme): string {
  const { form, label } = edge
  const { stroke, dash, strokeWidth } = edgeStyle(edge, theme)
  const filled = offState(label) === '' ? 1 : 0
  const arrow = form === 'member' || form === 'link' ? 'endArrow=none;' : `endArrow=block;endFill=${filled};endSize=5;`
  return `edgeStyle=orthogonalEdgeStyle;rounded=1;jettySize=auto;orthogonalLoop=1;html=1;strokeColor=${stroke};strokeWidth=${strokeWidth};${dashed(dash)}${arrow}fontSize=11;fontColor=${theme.text};labelBackgroundColor=${theme.background};`
}

export function captionStyle({ sizePx, weight, role }: PlacedText, theme: Theme): string {
  const color = role === 'title' ? theme.text : theme.mutedText
  return `text;html=1;whiteSpace=nowrap;align=left;verticalAlign=middle;spacing=0;fontFamily=Inter,Helvetica;fontSize=${sizePx};fontStyle=${weight === 600 ? 1 : 0};fontColor=${color};`
}

/** A sample in the legend: a line in the style of an edge form, or a box. */
export function legendStyle(
  sample: PlacedLegendEntry['sample'],
  theme: Theme,
): { readonly kind: 'box' | 'line'; readonly style: string } {
  if (sample === 'off') return { kind: 'line', style: lineStyle({ form: 'request', label: '(disabled)' }, theme) }
  if (Object.hasOwn(theme.edges, sample))
    return { kind: 'line', style: lineStyle({ form: sample as EdgeForm, label: '' }, theme) }
  const boxes: Readonly<Record<Exclude<typeof sample, EdgeForm>, string>> = {
    public: painted(theme.subnets.public),
    private: painted(theme.subnets.private),
    isolated: painted(theme.subnets.isolated),
    unknown: painted(theme.subnets.unknown),
    gap: `${painted({ ...theme.gap, fill: theme.hatch })}${hatched}`,
    stack: `${painted(theme.node)}${layered}`,
    open: painted(theme.reached.open),
    conditional: painted(theme.reached.conditional),
    outside: painted(theme.external),
    added: painted(theme.changes.added),
    removed: painted(theme.changes.removed),
    changed: painted(theme.changes.changed),
    uncompared: `${painted({ ...theme.changes.unknown, fill: theme.changeHatch })}${hatched}`,
    unchanged: painted(dimmed(theme.node, theme)),
  }
  return { kind: 'box', style: boxes[sample as Exclude<typeof sample, EdgeForm>] }
}

function painted({ fill, stroke, strokeWidth, dash }: BoxStyle): string {
  return `fillColor=${fill};strokeColor=${stroke};strokeWidth=${strokeWidth};${dashed(dash)}`
}

function dashed(dash: string): string {
  return dash === '' ? 'dashed=0;' : `dashed=1;fixDash=1;dashPattern=${dash};`
}
