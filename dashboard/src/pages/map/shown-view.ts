/** What a map shows, as a saved view keeps it. */
import { diagramLayers } from '../../../../contract/diagram.ts'
import type { CreateViewRequest, ViewOptions } from '../../../../contract/saved-view.ts'
import { hiddenText } from '../../http/visible-text.ts'
import type { MapAddress } from './map-address.ts'

export type ShownView = Pick<CreateViewRequest, 'diagramId' | 'options' | 'place'>

export function shownView(
  diagramId: string,
  { options, base, collapsed, hidden, at }: Pick<MapAddress, 'options' | 'base' | 'collapsed' | 'hidden' | 'at'>,
): ShownView {
  const { depth, direction, ...texts } = options
  const hide = diagramLayers.filter((layer) => hidden.has(layer))
  const drawn: ViewOptions = {
    ...Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, hiddenText(value)])),
    ...(depth !== undefined && { depth: Number(depth) }),
    ...((direction === 'down' || direction === 'right') && { direction }),
    ...(hide.length > 0 && { hide }),
    ...(collapsed.size > 0 && { fold: [...collapsed].map(hiddenText) }),
    ...(base !== null && { compare: base }),
  }
  return { diagramId, options: drawn, ...(at !== null && { place: at }) }
}
