/** Texts around the boxes of a draw.io page: title, legend, what isn't drawn, and the stamp. */
import { changeSigns } from '../comparison/change-texts.ts'
import type { PlacedDiagram, PlacedLegendEntry, PlacedText } from '../diagram.ts'
import type { Theme } from '../themes/theme.ts'
import { geometry, htmlLabel, layerId } from './drawio-cells.ts'
import { captionStyle, legendStyle } from './drawio-styles.ts'
import type { RenderOptions } from './renderer.ts'
import { stampText } from './svg.ts'
import { tag } from './xml.ts'

export function legendCells(
  { sample, text, ...place }: PlacedLegendEntry,
  id: string,
  theme: Theme,
): readonly string[] {
  const style = legendStyle(sample, theme)
  const middle = place.y + place.height / 2
  const ends = [
    tag('mxPoint', { x: place.x, y: middle, as: 'sourcePoint' }),
    tag('mxPoint', { x: place.x + place.width, y: middle, as: 'targetPoint' }),
  ]
  const shown =
    style.kind === 'box'
      ? tag(
          'mxCell',
          { id, value: signOf(sample), style: style.style, vertex: 1, parent: layerId },
          geometry(place, null),
        )
      : tag(
          'mxCell',
          { id, style: style.style, edge: 1, parent: layerId },
          tag('mxGeometry', { relative: 1, as: 'geometry' }, ends.join('')),
        )
  return [shown, textCell(text, `${id}-text`, theme)]
}

function signOf(sample: PlacedLegendEntry['sample']): string | null {
  if (sample === 'uncompared') return changeSigns.unknown
  return sample === 'added' || sample === 'removed' || sample === 'changed' ? changeSigns[sample] : null
}

export function textCell(text: PlacedText, id: string, theme: Theme): string {
  const place = { x: text.x, y: text.y - text.sizePx, width: text.widthPx + 20, height: text.sizePx * 1.4 }
  const attributes = {
    id,
    value: htmlLabel('', text.text),
    style: captionStyle(text, theme),
    vertex: 1,
    parent: layerId,
  }
  return tag('mxCell', attributes, geometry(place, null))
}

export function stampCell({ stampAt }: PlacedDiagram, options: RenderOptions): readonly string[] {
  const text = stampText(options)
  if (text === '') return []
  const widthPx = 200
  const place = { x: stampAt.x - widthPx, y: stampAt.y, widthPx, sizePx: 11 }
  return [textCell({ ...place, text, weight: 400, role: 'detail' }, 'stamp', options.theme)]
}
