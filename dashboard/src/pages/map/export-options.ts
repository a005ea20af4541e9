/** The diagram options of an export that shows what the map shows. */
import type { MapAddress } from './map-address.ts'
import type { Layer } from './map-layers.ts'
import { requestOptions } from './map-query.ts'
import type { PlacedDiagram } from './placed-diagram.ts'

/** `beyond`: what the map hides and the export shows, because no option hides it. */
export function exportOptions(
  diagram: PlacedDiagram,
  layers: readonly Layer[],
  { options, base, collapsed, hidden }: Pick<MapAddress, 'options' | 'base' | 'collapsed' | 'hidden'>,
): { readonly options: Readonly<Record<string, string>>; readonly beyond: readonly string[] } {
  const level = collapsed.size === 0 || options['collapse'] !== undefined ? null : levelOf(diagram, collapsed)
  const beyond = layers.filter(({ id }) => hidden.has(id)).map(({ name }) => `“${name}”`)
  if (collapsed.size > 0 && level === null) beyond.push('collapsed groups')
  const shown = level === null ? options : { ...options, collapse: level }
  return { options: requestOptions({ options: shown, base }), beyond }
}

/** The level of detail that draws the same groups as one box each. */
function levelOf({ boxes }: PlacedDiagram, collapsed: ReadonlySet<string>): string | null {
  const isAll = (form: string) => {
    const groups = boxes.filter(({ element }) => element.kind === 'group' && element.form === form)
    return groups.length > 0 && groups.every(({ element }) => collapsed.has(element.id))
  }
  if (isAll('network')) return 'networks'
  return isAll('subnet') ? 'subnets' : null
}
