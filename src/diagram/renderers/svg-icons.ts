/** Icons of AWS's icon set, each embedded once per diagram as a symbol. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PlacedBox } from '../diagram.ts'
import { resourceIcon } from '../resource-kinds.ts'
import type { Theme } from '../themes/theme.ts'
import { decimal, tag } from './xml.ts'

const folder = join(dirname(fileURLToPath(import.meta.resolve('aws-icons/package.json'))), 'icons')

const groupIcons: Readonly<Record<string, string>> = {
  account: 'architecture-group/AWSAccount',
  region: 'architecture-group/Region',
  network: 'architecture-group/VirtualprivatecloudVPC',
}

/** Path in the icon set, without extension. `null` for boxes without an icon. */
export function iconOf(box: PlacedBox): string | null {
  const { element } = box
  if (box.icon === null) return null
  if (element.kind === 'group') {
    if (element.form !== 'subnet') return groupIcons[element.form] ?? null
    return element.exposure === 'public' ? 'architecture-group/Publicsubnet' : 'architecture-group/Privatesubnet'
  }
  return element.form === 'internet' ? 'resource/Internet' : resourceIcon(element.type, element.variant)
}

function symbolId(icon: string): string {
  return `icon-${icon.replaceAll(/[^A-Za-z0-9]+/gu, '-')}`
}

/** Definitions of all used icons, sorted. */
export function iconSymbols(boxes: readonly PlacedBox[], theme: Theme): string {
  const icons = [...new Set(boxes.map((box) => iconOf(box)).filter((icon) => icon !== null))].sort()
  return icons.map((icon) => symbol(icon, theme)).join('\n')
}

export function iconUse(box: PlacedBox): string {
  const icon = iconOf(box)
  if (icon === null || box.icon === null) return ''
  const { x, y, sizePx } = box.icon
  const place = { x, y, width: decimal(sizePx), height: decimal(sizePx) }
  return tag('use', {
    href: `#${symbolId(icon)}`,
    ...place,
    opacity: box.element.change === 'unchanged' ? '0.45' : null,
  })
}

/** The main color of an icon, ignoring white. */
export function iconColor(icon: string, theme: Theme): string {
  const { content } = colored(readIcon(icon), theme)
  return /#(?!f{3}\b|f{6}\b)[0-9a-f]{6}/iu.exec(content)?.[0] ?? theme.plainIcon
}

const files = new Map<string, Icon>()

function symbol(icon: string, theme: Theme): string {
  const { viewBox, content } = colored(readIcon(icon), theme)
  return tag('symbol', { id: symbolId(icon), viewBox }, content)
}

type Icon = { readonly viewBox: string; readonly content: string }

function colored({ viewBox, content }: Icon, theme: Theme): Icon {
  return { viewBox, content: content.replaceAll(/#(?:242f3e|232f3d|232f3e)\b/giu, theme.plainIcon) }
}

function readIcon(icon: string): Icon {
  const known = files.get(icon)
  if (known !== undefined) return known
  const text = readFileSync(join(folder, `${icon}.svg`), 'utf8')
  const viewBox = /\bviewBox="([^"]+)"/u.exec(text)?.[1]
  const content = /<svg[^>]*>([\s\S]*)<\/svg>/u.exec(text)?.[1]?.replaceAll(/<title>[\s\S]*?<\/title>/gu, '')
  if (viewBox === undefined || content === undefined) throw new Error(`The icon ${icon} is not an SVG with a viewBox`)
  const read = { viewBox, content }
  files.set(icon, read)
  return read
}
