/** The diagram options of an export that shows what the map shows. */
import { diagramLayers } from '../../../../contract/diagram.ts'
import type { QueryParameters } from '../../http/query-string.ts'
import type { MapAddress } from './map-address.ts'
import { requestOptions } from './map-query.ts'

export function exportOptions({
  options,
  base,
  collapsed,
  hidden,
}: Pick<MapAddress, 'options' | 'base' | 'collapsed' | 'hidden'>): QueryParameters {
  return {
    ...requestOptions({ options, base }),
    hide: diagramLayers.filter((layer) => hidden.has(layer)),
    fold: [...collapsed],
  }
}
