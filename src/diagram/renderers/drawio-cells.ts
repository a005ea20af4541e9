/** Common parts of the cells of a draw.io page. */
import type { Rectangle } from '../diagram.ts'
import { escapeXml, tag } from './xml.ts'

/** The layer of all cells without a container. */
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

/** draw.io interprets labels and tooltips as HTML. Names are escaped here for HTML, and later for attributes. */
export function htmlLabel(label: string, detail: string, between = ''): string {
  const parts = [label === '' ? '' : `<b>${escapeXml(label)}</b>`, escapeXml(detail)]
  return parts.filter((part) => part !== '').join(between)
}
