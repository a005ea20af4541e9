/** Tests what the lines of other bundles keep free. */
import { expect, test } from 'vitest'
import { arrowheadAreas, type UsedLine } from './used-lines.ts'

const line: UsedLine = {
  edge: { id: 'a', form: 'request', source: 'from', target: 'to', label: '', description: '' },
  points: [
    { x: 100, y: 100 },
    { x: 100, y: 200 },
  ],
}

test('arrowheads are kept free, except at boxes where the bundle arrives as well', () => {
  const area = { x: 89, y: 181, width: 22, height: 30 }
  expect(arrowheadAreas([line], new Map())).toEqual([area])
  expect(arrowheadAreas([line], new Map([['to', false]]))).toEqual([area])
  expect(arrowheadAreas([line], new Map([['to', true]]))).toEqual([])
  expect(arrowheadAreas([line], new Map([['from', true]]))).toEqual([area])
})
