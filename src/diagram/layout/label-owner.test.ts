/** Tests what is around the label of a line. */
import { expect, test } from 'vitest'
import type { DiagramEdge, Point } from '../diagram.ts'
import { segmentsOf, type SharedBy, surroundingsOf } from './label-owner.ts'

function line(id: string, label: string, ...points: readonly Point[]) {
  const edge: DiagramEdge = { id, form: 'request', source: 'a', target: id, label, description: '' }
  return { edge, points }
}

test.each([
  ['vertical', (along: number, across: number): Point => ({ x: across, y: along })],
  ['horizontal', (along: number, across: number): Point => ({ x: along, y: across })],
])('what a line shares with the label’s line is no other line where lines of one source may share it: %s', (_, at) => {
  const own = line('own', 'reads', at(0, 0), at(100, 0))
  const covered = line('covered', 'writes', at(50, 0), at(150, 0))
  const beside = line('beside', 'writes', at(0, 8), at(100, 8))
  const lines = [own, covered, beside]
  const segments = lines.flatMap((each) => segmentsOf(each.points).map((rectangle) => ({ line: each, rectangle })))
  const rest = [at(100, 0), at(150, 0)]
  const apart = (sharedBy: SharedBy) => surroundingsOf(own, segments, [], 40, sharedBy).othersApart
  expect(apart('source')).toEqual([rest, beside.points].flatMap(segmentsOf))
  for (const none of ['target', null] as const)
    expect(apart(none)).toEqual([covered.points, beside.points].flatMap(segmentsOf))
})
