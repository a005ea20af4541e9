/** What the cells of a draw.io page have in common. */
import type { Rectangle } from '../diagram.ts'
import { escapeXml, tag } from './xml.ts'

/** Of the layer that every cell without a container belongs to. */
export const layerId = '1'

export function geometry(place: Rectangle, container: Rectangle | null): string {
  return tag('mxGeometry', {
    x: place.x - (container?.x ?? 0),
    y: place.y - (container?.y ?? 0),
    width: place.width,
    height: place.height,
    as: 'geometry',
  })
}

/** draw.io reads labels, and tooltips too, as HTML: names are escaped for it here, and again as attributes. */
export function htmlLabel(label: string, detail: string, between = ''): string {
  const parts = [label === '' ? '' : `<b>${escapeXml(label)}</b>`, escapeXml(detail)]
  return parts.filter((part) => part !== '').join(between)
}
