/** The rows of subnets in an Availability Zone. */
import type { DiagramGroup } from '../diagram.ts'
import { type Arranged, type ArrangedChild, enclose } from './arranged.ts'
import { card, groupDimensions } from './dimensions.ts'

/** Without other zones to align with, subnets of a tier fill rows that are `across` subnets of one card wide. */
export function zoneRows(zone: DiagramGroup, cells: readonly Arranged[], across: number): Arranged {
  const { gap } = groupDimensions.zone
  const narrowest = card.width + 2 * groupDimensions.subnet.padding
  const width = Math.max(across * (narrowest + gap) - gap, ...cells.map((cell) => cell.width))
  const rows: Arranged[][] = []
  let left = 0
  for (const cell of cells) {
    const before = rows.at(-1)?.at(-1)
    if (before === undefined || tierOf(before) !== tierOf(cell) || cell.width > left) {
      rows.push([])
      left = width
    }
    rows.at(-1)?.push(cell)
    left -= cell.width + gap
  }
  const children: ArrangedChild[] = []
  let y = 0
  for (const row of rows) {
    const height = Math.max(...row.map((cell) => reservedHeight(cell, across)))
    let x = 0
    for (const cell of row) {
      children.push({ x, y, box: { ...cell, width: cell === row.at(-1) ? width - x : cell.width, height } })
      x += cell.width + gap
    }
    y += height + gap
  }
  return enclose(zone, children)
}

function tierOf({ element }: Arranged): string | null {
  return element.kind === 'group' ? element.exposure : null
}

/** Above three rows of cards, an even number has room for one row more, so that one more card moves nothing below. */
export function reservedHeight({ element, height }: Arranged, across: number): number {
  const rows = Math.ceil((element.kind === 'group' ? element.children.length : 0) / across)
  return rows > 3 && rows % 2 === 0 ? height + card.height + groupDimensions.subnet.gap : height
}
