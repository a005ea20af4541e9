/** Boxes of an SVG diagram: their appearance, their description for assistive technology, and their links. */
import type { PlacedBox, PlacedText, Rectangle } from '../diagram.ts'
import type { Theme } from '../themes/theme.ts'
import { consoleUrl } from './console-links.ts'
import { changeWords } from '../comparison/change-texts.ts'
import { detailColor, elementStyle, isHatched } from './element-style.ts'
import { iconUse } from './svg-icons.ts'
import { changeHatchId, hatchId, rectangle, textMarkup } from './svg-shapes.ts'
import { escapeXml, tag } from './xml.ts'

export type BoxLinks = {
  readonly region: string
  /**
   * The URL of the page that `focus` selects, `null` if it doesn't exist. The function is `null` in diagrams without
   * links.
   */
  readonly hrefOf: ((focus: string) => string | null) | null
}

export function boxMarkup(box: PlacedBox, theme: Theme, links: BoxLinks): string {
  const style = elementStyle(box.element, theme)
  if (style === null) return ''
  const { element } = box
  const isGroup = element.kind === 'group'
  const radius = isGroup ? 0 : 6
  const isStack = element.kind === 'node' && element.form === 'stack'
  const layer = { ...style, dash: '', ...(element.change !== undefined && { strokeWidth: 1 }) }
  const shape = [
    // Dashes this close to each other would look like the hatching of what couldn't be read.
    ...(isStack ? [6, 3].map((offset) => rectangle(box, layer, radius, offset)) : []),
    rectangle(box, style, radius),
    isHatched(element) ? rectangle(box, { ...style, fill: `url(#${hatchOf(element)})` }, radius) : '',
  ].join('')
  const texts = box.texts
    .map((text) => textMarkup(text, text.role === 'detail' ? detailColor(element, style, theme) : style.label))
    .join('')
  const resource = oneResource(box)
  const page = element.opens === null ? null : (links.hrefOf?.(element.opens) ?? null)
  const inConsole =
    resource === null || links.hrefOf === null || element.presence !== 'read'
      ? null
      : consoleUrl(links.region, resource)
  const state = element.change === undefined ? '' : changeWords[element.change]
  const name = [element.label, element.detail, state].filter((part) => part !== '').join(', ')
  // A link around a whole group would take every click on its content.
  const inLink = isGroup ? `${ground(box.texts)}${texts}` : `${shape}${texts}`
  const main = page ?? inConsole
  const icon = iconUse(box)
  const ownIcon = page !== null && inConsole !== null && icon !== ''
  const content = [
    `<title>${escapeXml(element.description)}</title>`,
    isGroup ? shape : '',
    main === null ? `${inLink}${icon}` : link(main, name, ownIcon || icon === '' ? inLink : `${inLink}${icon}`),
    ownIcon ? link(inConsole, `${name}: open in the AWS console`, icon) : '',
  ]
  return tag(
    'g',
    {
      role: 'graphics-object group',
      'aria-label': name,
      tabindex: main === null ? 0 : null,
      'data-element-id': element.id,
      'data-kind': element.kind,
      'data-resource-type': element.type,
      'data-resource-id': resource?.id ?? null,
      'data-resource-count': isStack ? element.members.length : null,
      'data-change': element.change ?? null,
    },
    content.join(''),
  )
}

function hatchOf({ change }: PlacedBox['element']): string {
  return change === 'unknown' ? changeHatchId : hatchId
}

/** Also takes clicks between letters and lines. */
function ground(texts: readonly PlacedText[]): string {
  const extent = extentOf(texts)
  return extent === null ? '' : tag('rect', { ...extent, fill: 'none', 'pointer-events': 'all' })
}

/** The area of all texts. `null` without texts. */
export function extentOf(texts: readonly PlacedText[]): Rectangle | null {
  if (texts.length === 0) return null
  const x = Math.min(...texts.map((text) => text.x))
  const y = Math.min(...texts.map((text) => text.y - text.sizePx))
  const right = Math.max(...texts.map((text) => text.x + text.widthPx))
  const bottom = Math.max(...texts.map((text) => text.y + 4))
  return { x, y, width: right - x, height: bottom - y }
}

function link(href: string, label: string, content: string): string {
  return tag('a', { href, 'aria-label': label }, content)
}

/** The only resource of a box. `null` if it has none or several. */
export function oneResource({ element }: PlacedBox): PlacedBox['element']['members'][number] | null {
  const own = element.members.filter(({ type }) => type === element.type)
  return (element.kind === 'node' && element.form === 'stack') || own.length !== 1 ? null : (own[0] ?? null)
}
