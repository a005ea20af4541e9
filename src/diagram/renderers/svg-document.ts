/** One SVG element with a whole diagram, alone in its file or with others on a page. */
import type { PlacedDiagram } from '../diagram.ts'
import type { Theme } from '../themes/theme.ts'
import { fontFamily } from '../typeface/inter.ts'
import { boxMarkup } from './svg-boxes.ts'
import { boxBadge, routeBadge } from './svg-changes.ts'
import { iconSymbols } from './svg-icons.ts'
import { legendMarkup } from './svg-legend.ts'
import { routesMarkup } from './svg-routes.ts'
import { changeHatchId, hatchId, textMarkup } from './svg-shapes.ts'
import { escapeXml, tag } from './xml.ts'

/** The fonts after the embedded one supply missing characters, also in viewers that ignore embedded fonts. */
const fontFamilies = `'${fontFamily}', Inter, 'Helvetica Neue', Arial, 'Liberation Sans', 'Noto Sans', sans-serif`

export type SvgSurroundings = {
  readonly theme: Theme
  /** Text of the stamp. Empty for none. */
  readonly stamp: string
  /**
   * The URL of the page that `focus` selects, `null` if it doesn't exist. The function is `null` in diagrams without
   * links.
   */
  readonly hrefOf: ((focus: string) => string | null) | null
  /** Style rules with embedded fonts. `null` if the surrounding page has fonts and definitions. */
  readonly fonts: string | null
  /** Makes IDs unique if a page has several diagrams. Empty for a single diagram. */
  readonly idSuffix: string
}

export function svgDocument(placed: PlacedDiagram, surroundings: SvgSurroundings): string {
  const { theme, stamp, hrefOf, fonts, idSuffix } = surroundings
  const { width, height, boxes, region } = placed
  const [titleId, descriptionId] = [`surveyor-title${idSuffix}`, `surveyor-desc${idSuffix}`]
  const body = [
    `<title id="${titleId}">${escapeXml(placed.title)}</title>`,
    `<desc id="${descriptionId}">${escapeXml(placed.description)}</desc>`,
    fonts === null ? '' : `<style>${fonts}</style>\n${svgDefinitions([placed], theme)}`,
    tag('rect', { width, height, fill: theme.background }),
    // In reading order, so that keyboard focus moves from a group to its content.
    ...boxes.map((box) => boxMarkup(box, theme, { region, hrefOf })),
    ...routesMarkup(placed.routes, theme),
    ...placed.routes.map((route) => routeBadge(route, theme)),
    ...boxes.map((box) => boxBadge(box, theme)),
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
      role: 'graphics-document document',
      'aria-labelledby': titleId,
      'aria-describedby': descriptionId,
      'font-family': fontFamilies,
      // Otherwise some browsers round the width of each letter to whole pixels.
      'text-rendering': 'geometricPrecision',
      // Texts are measured without kerning and ligatures.
      style: fonts === null ? null : 'font-kerning:none;font-variant-ligatures:none',
    },
    `\n${body.join('\n')}\n`,
  )}\n`
}

/** The icons and patterns of all diagrams, each once. */
export function svgDefinitions(pictures: readonly PlacedDiagram[], theme: Theme): string {
  const boxes = pictures.flatMap((placed) => placed.boxes)
  const parts = [
    hatchPattern(hatchId, theme.hatch),
    ...(boxes.some(({ element }) => element.change === 'unknown')
      ? [hatchPattern(changeHatchId, theme.changeHatch)]
      : []),
    iconSymbols(boxes, theme),
  ]
  return `<defs>\n${parts.join('\n')}\n</defs>`
}

function hatchPattern(id: string, stroke: string): string {
  const line = tag('path', { d: 'M0 0V8', stroke, 'stroke-width': 5 })
  return tag(
    'pattern',
    { id, width: 8, height: 8, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    line,
  )
}

function stampMarkup(stamp: string, { stampAt }: PlacedDiagram, theme: Theme): string {
  return tag('text', { ...stampAt, 'text-anchor': 'end', 'font-size': 11, fill: theme.mutedText }, escapeXml(stamp))
}
