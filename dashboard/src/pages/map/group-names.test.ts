import { expect, test } from 'vitest'
import { groupNames, zoomLevel } from './group-names.ts'
import type { PlacedBox } from './placed-diagram.ts'

const group = (id: string, x: number, y: number, width: number, height: number, widthPx = 80): PlacedBox => ({
  element: {
    kind: 'group',
    id,
    form: '',
    type: null,
    members: [],
    presence: 'read',
    label: id,
    detail: '',
    description: '',
  },
  parentId: null,
  x,
  y,
  width,
  height,
  icon: null,
  texts: [{ x, y, text: id, sizePx: 13, weight: 600, role: 'title', widthPx }],
})

test('names have the same size on the screen at each zoom', () => {
  for (const zoom of [0.5, 0.2, 0.1]) {
    const [name] = groupNames([group('a', 0, 0, 4000, 4000)], zoom)
    expect((name?.sizePx ?? 0) * zoom).toBeCloseTo(12)
  }
})

test('an inner name moves below the outer one, and stays in its group', () => {
  const outer = group('outer', 0, 0, 2000, 1000)
  const [above, below] = groupNames([outer, group('inner', 20, 20, 1900, 900)], 0.25)
  expect(below?.y).toBe((above?.y ?? 0) + (above?.height ?? 0))
  expect(groupNames([outer, group('inner', 20, 20, 1900, 60)], 0.25).map(({ id }) => id)).toEqual(['outer'])
  expect(groupNames([outer, group('far', 1500, 20, 400, 90)], 0.25).map(({ y }) => y)).toEqual([8, 28])
})

test('groups without room for a name have none, and long names end at their group', () => {
  expect(groupNames([group('a', 0, 0, 223, 500)], 0.25)).toEqual([])
  const [name] = groupNames([group('a', 0, 0, 224, 500, 500)], 0.25)
  expect(name?.width).toBe(192)
})

test('long names are cut in the middle, because they often differ at their ends', () => {
  const named = (text: string) => {
    const [name] = groupNames([group(text, 0, 0, 320, 500, 200)], 0.25)
    return name?.text
  }
  expect(named('storefront-public-a')).toBe('sto…-a')
  expect(named('storefront-public-b')).toBe('sto…-b')
  expect(groupNames([group('a', 0, 0, 2000, 500, 80)], 0.25).map(({ text }) => text)).toEqual(['a'])
})

test('levels are at most 15 % apart', () => {
  for (const zoom of [1, 0.7, 0.5, 0.123, 0.02]) {
    expect(zoomLevel(zoom)).toBeLessThanOrEqual(zoom + 1e-6)
    expect(zoomLevel(zoom) * 1.16).toBeGreaterThan(zoom)
    expect(zoomLevel(zoomLevel(zoom))).toBeCloseTo(zoomLevel(zoom))
  }
})
