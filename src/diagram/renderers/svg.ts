/** SVG: one self-contained file, with its icons and the glyphs of its font inside, that says to every reader what it shows. */
import type { EdgeForm, PlacedBox, PlacedDiagram, PlacedLegendEntry, PlacedText, Rectangle } from '../diagram.ts'
import type { BoxStyle, Theme } from '../themes/theme.ts'
import { embeddedFonts } from '../typeface/embedded-fonts.ts'
import { fontFamily } from '../typeface/inter.ts'
import type { Renderer } from './renderer.ts'
import { iconSymbols, iconUse } from './svg-icons.ts'
import { routeMarkup } from './svg-routes.ts'
import { escapeXml, tag } from './xml.ts'

/** After the embedded font come those that draw what it lacks, or stand in where a viewer ignores embedded fonts. */
const fontFamilies = `'${fontFamily}', Inter, 'Helvetica Neue', Arial, 'Liberation Sans', 'Noto Sans', sans-serif`
const hatchId = 'surveyor-hatch'

export const svg: Renderer = {
  mediaType: 'image/svg+xml',
  fileExtension: 'svg',
  needs: 'placed',
  async render(placed, { theme, stamp }) {
    const stampText = stamp === undefined ? '' : `Scanned ${stamp}`
    const texts = [
      ...placed.boxes.flatMap((box) => box.texts),
      ...placed.captions,
      ...placed.legend.map(({ text }) => text),
    ]
    const fonts = await embeddedFonts(texts, stampText)
    return new TextEncoder().encode(document(placed, theme, fonts, stampText))
  },
}

function document(placed: PlacedDiagram, theme: Theme, fonts: string, stamp: string): string {
  const { width, height, boxes } = placed
  const body = [
    `<title id="surveyor-title">${escapeXml(placed.title)}</title>`,
    `<desc id="surveyor-desc">${escapeXml(placed.description)}</desc>`,
    `<style>${fonts}</style>`,
    `<defs>\n${hatch(theme)}\n${iconSymbols(boxes, theme)}\n</defs>`,
    tag('rect', { width, height, fill: theme.background }),
    ...boxes.filter((box) => isGroup(box)).map((box) => boxMarkup(box, theme)),
    ...boxes.filter((box) => !isGroup(box)).map((box) => boxMarkup(box, theme)),
    ...placed.routes.map((route) => routeMarkup(route, theme)),
    ...placed.legend.map((entry) => legendMarkup(entry, theme)),
    ...placed.captions.map((text) => textMarkup(text, text.role === 'title' ? theme.text : theme.mutedText)),
    stamp === '' ? '' : stampMarkup(stamp, placed, theme),
  ].filter((line) => line !== '')
  return `${tag(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-labelledby': 'surveyor-title surveyor-desc',
      'font-family': fontFamilies,
      // Texts are measured without kerning and ligatures.
      style: 'font-kerning:none;font-variant-ligatures:none',
    },
    `\n${body.join('\n')}\n`,
  )}\n`
}

function hatch(theme: Theme): string {
  const line = tag('path', { d: 'M0 0V8', stroke: theme.hatch, 'stroke-width': 5 })
  return tag(
    'pattern',
    { id: hatchId, width: 8, height: 8, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    line,
  )
}

function isGroup(box: PlacedBox): boolean {
  return box.element.kind === 'group'
}

function isGap({ element }: PlacedBox): boolean {
  return element.presence === 'unknown'
}

function styleOf(box: PlacedBox, theme: Theme): BoxStyle | null {
  const { element } = box
  if (element.kind === 'group') {
    if (element.form === 'band') return null
    const style = element.exposure === null ? groupStyle(element.form, theme) : theme.subnets[element.exposure]
    return isGap(box) ? { ...style, stroke: theme.gap.stroke, dash: theme.gap.dash } : style
  }
  if (isGap(box)) return theme.gap
  return element.presence === 'external' && element.form !== 'internet' ? theme.external : theme.node
}

function groupStyle(form: keyof Theme['groups'] | 'subnet' | 'band', theme: Theme): BoxStyle {
  return form === 'subnet' || form === 'band' ? theme.node : theme.groups[form]
}

function boxMarkup(box: PlacedBox, theme: Theme): string {
  const style = styleOf(box, theme)
  if (style === null) return ''
  const { element } = box
  const radius = element.kind === 'node' ? 6 : 0
  const isStack = element.kind === 'node' && element.form === 'stack'
  const own = element.members.filter(({ type }) => type === element.type)
  const resourceId = isStack || own.length !== 1 ? null : (own[0]?.id ?? null)
  const layers = isStack ? [6, 3].map((offset) => rectangle(box, style, radius, offset)) : []
  const content = [
    `<title>${escapeXml(element.description)}</title>`,
    ...layers,
    rectangle(box, style, radius, 0),
    isGap(box) ? rectangle(box, { ...style, fill: `url(#${hatchId})` }, radius, 0) : '',
    iconUse(box),
    ...box.texts.map((text) =>
      textMarkup(text, text.role === 'detail' ? detailColour(box, style, theme) : style.label),
    ),
  ]
  return tag(
    'g',
    {
      'data-resource-type': element.type,
      'data-resource-id': resourceId,
      'data-resource-count': isStack ? element.members.length : null,
    },
    content.join(''),
  )
}

function detailColour(box: PlacedBox, style: BoxStyle, theme: Theme): string {
  return box.element.kind === 'group' || isGap(box) ? style.label : theme.mutedText
}

function rectangle(box: Rectangle, style: BoxStyle, radius: number, offset: number): string {
  return tag('rect', {
    x: box.x + offset,
    y: box.y + offset,
    width: box.width,
    height: box.height,
    rx: radius === 0 ? null : radius,
    fill: style.fill,
    stroke: style.stroke,
    'stroke-width': style.strokeWidth,
    'stroke-dasharray': style.dash === '' ? null : style.dash,
  })
}

function textMarkup(text: PlacedText, fill: string): string {
  return tag(
    'text',
    { x: text.x, y: text.y, 'font-size': text.sizePx, 'font-weight': text.weight === 400 ? null : text.weight, fill },
    escapeXml(text.text),
  )
}

function stampMarkup(stamp: string, { stampAt }: PlacedDiagram, theme: Theme): string {
  return tag('text', { ...stampAt, 'text-anchor': 'end', 'font-size': 11, fill: theme.mutedText }, escapeXml(stamp))
}

function legendMarkup({ sample, text, x, y, width, height }: PlacedLegendEntry, theme: Theme): string {
  return tag('g', {}, `${sampleMarkup({ sample, x, y, width, height }, theme)}${textMarkup(text, theme.mutedText)}`)
}

function sampleMarkup({ sample, x, y, width, height }: Omit<PlacedLegendEntry, 'text'>, theme: Theme): string {
  const box = (style: BoxStyle, offset = 0): string =>
    rectangle({ x, y: y + 2, width: width - 6, height: height - 6 }, style, 0, offset)
  const line = (form: EdgeForm): string => {
    const middle = y + height / 2
    const points = [
      { x, y: middle },
      { x: x + width, y: middle },
    ]
    return routeMarkup(
      {
        edge: { id: '', form, source: '', target: '', label: '', description: `Legend: ${form}` },
        points,
        label: null,
      },
      theme,
    )
  }
  const samples: Readonly<Record<PlacedLegendEntry['sample'], () => string>> = {
    request: () => line('request'),
    event: () => line('event'),
    egress: () => line('egress'),
    member: () => line('member'),
    link: () => line('link'),
    reach: () => line('reach'),
    public: () => box(theme.subnets.public),
    private: () => box(theme.subnets.private),
    isolated: () => box(theme.subnets.isolated),
    unknown: () => box(theme.subnets.unknown),
    gap: () => box(theme.gap) + box({ ...theme.gap, fill: `url(#${hatchId})` }),
    stack: () => box(theme.node, 3) + box(theme.node),
    outside: () => box(theme.external),
  }
  return samples[sample]()
}
