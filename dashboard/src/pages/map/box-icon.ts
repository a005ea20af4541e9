/** The icon of a box as an address that an image can show. */
import { iconIndex, iconSources } from 'virtual:resource-icons'
import type { PlacedBox } from './placed-diagram.ts'

/** What the icon set draws in its dark plain colours has to be seen on a dark ground too. */
const plainColours = /#(?:242f3e|232f3d|232f3e)\b/giu

const addresses = new Map<string, string>()

/** `plainIcon`: the theme's colour in place of black. */
export function boxIcon({ element }: PlacedBox, plainIcon: string): string {
  const index = iconIndex[iconName(element)] ?? iconIndex['unknown'] ?? 0
  const key = `${index} ${plainIcon}`
  const known = addresses.get(key)
  if (known !== undefined) return known
  const source = (iconSources[index] ?? '').replaceAll(plainColours, plainIcon)
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
