/** The icon of a box as a data URL. */
import { iconIndex, iconSources } from 'virtual:resource-icons'
import type { PlacedBox } from './placed-diagram.ts'

/** Dark neutral colors of the icon set, which are replaced so that icons are visible on a dark background. */
const plainColors = /#(?:242f3e|232f3d|232f3e)\b/giu

const addresses = new Map<string, string>()

/** `plainIcon`: color of the theme that replaces them. */
export function boxIcon({ element }: PlacedBox, plainIcon: string): string {
  const index = iconIndex[iconName(element)] ?? iconIndex['unknown'] ?? 0
  const key = `${index} ${plainIcon}`
  const known = addresses.get(key)
  if (known !== undefined) return known
  const source = (iconSources[index] ?? '').replaceAll(plainColors, plainIcon)
  const address = `data:image/svg+xml,${encodeURIComponent(source)}`
  addresses.set(key, address)
  return address
}

function iconName({ kind, form, type, variant, exposure }: PlacedBox['element']): string {
  if (kind === 'group') return form === 'subnet' ? (exposure === 'public' ? 'public-subnet' : 'subnet') : form
  if (form === 'internet') return 'internet'
  if (type === null) return 'unknown'
  const exact = `${type}/${variant ?? ''}`
  return Object.hasOwn(iconIndex, exact) ? exact : type
}
