/** Tests which lines have their label written. */
import { expect, test } from 'vitest'
import type { DiagramEdge, Point } from '../diagram.ts'
import { measureInter } from '../typeface/inter.ts'
import { labeledRoutes } from './route-labels.ts'

const line = (id: string, label: string, ...points: readonly Point[]) => ({
  edge: { id, form: 'request', source: id, target: id, label, description: '' } satisfies DiagramEdge,
  points,
})
const page = { x: 0, y: 0, width: 900, height: 900 }
const at = (x: number, y: number): Point => ({ x, y })

function said(...lines: readonly ReturnType<typeof line>[]): readonly (string | null)[] {
  return labeledRoutes(lines, [], page, measureInter).map(({ label }) => label?.text ?? null)
}

test('lines that begin or end together and say the same say it once', () => {
  const [one, other] = [at(100, 100), at(100, 500)]
  const ways = (label: string) => [line('a', 'tcp 1', one, at(400, 100)), line('b', label, one, at(100, 300))]
  expect(said(...ways('tcp 1'))).toEqual(['tcp 1', null])
  expect(said(...ways('tcp 2'))).toEqual(['tcp 1', 'tcp 2'])
  const third = line('c', 'tcp 1', one, at(100, 500))
  expect(said(...ways('tcp 2'), third)).toEqual(['tcp 1', 'tcp 2', 'tcp 1'])
  expect(said(...ways('tcp 1'), line('c', '', one, at(100, 500)))).toEqual(['tcp 1', null, null])
  expect(said(line('a', 'tcp 1', at(400, 500), other), line('b', 'tcp 1', at(100, 700), other))).toEqual([
    'tcp 1',
    null,
  ])
  expect(said(line('a', 'tcp 1', one, at(400, 100)), line('b', 'tcp 1', other, at(400, 500)))).toEqual([
    'tcp 1',
    'tcp 1',
  ])
})

test('labels beside each other have a gap between them', () => {
  const labelsOf = (...lines: readonly ReturnType<typeof line>[]) =>
    labeledRoutes(lines, [], page, measureInter).map(({ label }) => label)
  const width = Math.ceil(labelsOf(line('a', 'tcp 1', at(100, 100), at(200, 100)))[0]?.widthPx ?? 0)
  const next = (gap: number) => {
    const between = 100 + width + 6
    const lines = [
      line('a', 'tcp 1', at(100, 100), at(between, 100)),
      line('b', 'tcp 1', at(between + gap - 6, 100), at(between + gap + width, 100)),
    ]
    const [one, other] = labelsOf(...lines)
    return one?.y === other?.y
  }
  expect([next(1), next(12)]).toEqual([false, true])
})

test('the label of each forked line is on the side that the line turns to', () => {
  const placesOf = (...lines: readonly ReturnType<typeof line>[]) =>
    labeledRoutes(lines, [], page, measureInter).map(({ label }) => ({ x: label?.x ?? 0, y: label?.y ?? 0 }))
  const down = [at(100, 100), at(100, 300)]
  const toLeft = line('a', 'tcp 1', ...down, at(90, 300))
  const toRight = line('b', 'tcp 2', ...down, at(110, 300))
  expect(placesOf(toLeft, toRight).map(({ x }) => x > 100)).toEqual([false, true])
  expect(placesOf(toRight, toLeft).map(({ x }) => x > 100)).toEqual([true, false])
  const across = [at(100, 100), at(300, 100)]
  const upwards = line('a', 'tcp 1', ...across, at(300, 95))
  const downwards = line('b', 'tcp 2', ...across, at(300, 105))
  expect(placesOf(upwards, downwards).map(({ y }) => y > 100)).toEqual([false, true])
  expect(placesOf(downwards, upwards).map(({ y }) => y > 100)).toEqual([true, false])
})
