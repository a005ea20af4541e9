/** The VPCs of a region: the largest are drawn with their content, others are cards, and the rest is counted. */
import { typePlaying } from '../../../resource-types/look-ups.ts'
import type { DiagramElement, DiagramGroup, DiagramNode } from '../../diagram.ts'
import type { DetailLevel } from '../boxes/detail-level.ts'
import { compareReferences } from '../../../graph/graph-index.ts'
import { band, present } from '../boxes/group.ts'
import type { PlacedNetwork } from './placement.ts'

export type NetworkDrawing = {
  readonly draw: (placed: PlacedNetwork) => DiagramGroup
  readonly card: (placed: PlacedNetwork) => DiagramNode
  readonly isEmpty: (placed: PlacedNetwork) => boolean
  /** Decides which VPCs are drawn with their content. If the first numbers are equal, the second ones are compared. */
  readonly sizeOf: (placed: PlacedNetwork) => readonly [number, number]
}

export function vpcRows(
  networks: readonly PlacedNetwork[],
  level: DetailLevel,
  { draw, card, isEmpty, sizeOf }: NetworkDrawing,
): DiagramElement | null {
  const asCard = (placed: PlacedNetwork): boolean =>
    isEmpty(placed) && (level.emptyNetworksAsCards === 'all' || placed.network?.properties['isDefault'] === true)
  const bySize = networks
    .filter((placed) => !asCard(placed))
    .map((placed) => ({ placed, size: sizeOf(placed) }))
    .sort((left, right) => right.size[0] - left.size[0] || right.size[1] - left.size[1])
    .map(({ placed }) => placed)
  const open = new Set(bySize.slice(0, level.openNetworks))
  const closed = networks.filter((placed) => !open.has(placed))
  const cards = closed.slice(0, closed.length > level.networkCards ? level.networkCards - 1 : level.networkCards)
  const rest = closed.slice(cards.length)
  return band(
    'networks',
    'column',
    present([
      band(
        'open networks',
        'shelves',
        networks.filter((placed) => open.has(placed)).map((placed) => draw(placed)),
      ),
      band('network cards', 'grid', [
        ...cards.map((placed) => card(placed)),
        ...(rest.length === 0 ? [] : [restOfNetworks(rest.map((placed) => card(placed)))]),
      ]),
    ]),
  )
}

function restOfNetworks(cards: readonly DiagramNode[]): DiagramNode {
  return {
    kind: 'node',
    id: 'stack:networks',
    form: 'stack',
    type: typePlaying('VPC'),
    members: cards.flatMap(({ members }) => members).sort((left, right) => compareReferences(left, right)),
    presence: 'read',
    variant: '',
    label: `${cards.length} more VPCs`,
    detail: 'and their resources',
    description: [`${cards.length} more VPCs`, ...cards.slice(0, 20).map(({ label }) => label)].join('\n'),
    opens: null,
  }
}
