import { expect, test } from 'vitest'
import { exportOptions } from './export-options.ts'
import type { PlacedBox, PlacedDiagram } from './placed-diagram.ts'

const group = (id: string, form: string): PlacedBox => ({
  element: {
    kind: 'group',
    id,
    form,
    type: null,
    members: [],
    presence: 'read',
    label: id,
    detail: '',
    description: id,
  },
  parentId: null,
  x: 0,
  y: 0,
  width: 10,
  height: 10,
  icon: null,
  texts: [],
})
const diagram: PlacedDiagram = {
  view: 'network',
  title: '',
  description: '',
  width: 10,
  height: 10,
  boxes: [group('vpc', 'network'), group('a', 'subnet'), group('b', 'subnet')],
  routes: [],
}
const layers = [{ id: 'request', name: 'Requests' }]
const of = (
  collapsed: readonly string[],
  hidden: readonly string[] = [],
  options: Record<string, string> = {},
  base: string | null = null,
) => exportOptions(diagram, layers, { options, base, collapsed: new Set(collapsed), hidden: new Set(hidden) })

test('keeps the filter', () => {
  expect(of([], [], { tags: 'env=prod' })).toEqual({ options: { tags: 'env=prod' }, beyond: [] })
})

test('keeps the base scan of a comparison', () => {
  expect(of([], [], { tags: 'env=prod' }, '7d').options).toEqual({ tags: 'env=prod', compare: '7d' })
})

test('summarizes groups that are all collapsed', () => {
  expect(of(['a', 'b'])).toEqual({ options: { collapse: 'subnets' }, beyond: [] })
  expect(of(['vpc'])).toEqual({ options: { collapse: 'networks' }, beyond: [] })
})

test('names what it cannot hide', () => {
  expect(of(['a'])).toEqual({ options: {}, beyond: ['collapsed groups'] })
  expect(of(['a', 'b'], ['request'], { collapse: 'few' })).toEqual({
    options: { collapse: 'few' },
    beyond: ['“Requests”', 'collapsed groups'],
  })
})
