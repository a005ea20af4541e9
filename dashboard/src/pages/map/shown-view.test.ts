import { expect, test } from 'vitest'
import { viewAddress } from '../../session/sharing.ts'
import { mapOptions } from './map-query.ts'
import { shownView } from './shown-view.ts'

const id = '00000000-0000-4000-8000-000000000000'
const nothing = { options: {}, base: null, collapsed: new Set<string>(), hidden: new Set<string>(), at: null }

test('a whole diagram has no options and no place', () => {
  expect(shownView(id, nothing)).toEqual({ diagramId: id, options: {} })
})

test('keeps the filter, the layers that exist, collapsed groups, the comparison, and the place', () => {
  const shown = shownView(id, {
    options: { tags: 'env=prod', depth: '2', direction: 'right', collapse: 'few' },
    base: '7d',
    collapsed: new Set(['group [U+202E] a']),
    hidden: new Set(['request', 'unknown']),
    at: '10,-20,150',
  })
  expect(shown).toEqual({
    diagramId: id,
    options: {
      tags: 'env=prod',
      depth: 2,
      direction: 'right',
      collapse: 'few',
      hide: ['request'],
      fold: ['group \u202E a'],
      compare: '7d',
    },
    place: '10,-20,150',
  })
})

test('opening it restores everything', () => {
  const { options = {}, place = null } = shownView(id, {
    options: { focus: 'a & b', depth: '2', groupBy: 'team' },
    base: 'previous',
    collapsed: new Set(['one', 'two']),
    hidden: new Set(['gap', 'outside']),
    at: '1,2,90',
  })
  const view = { options, place, scanId: 'scan', diagramId: 'diagram' }
  const address = viewAddress(view as Parameters<typeof viewAddress>[0]) ?? ''
  const [path, search] = address.split('?')
  const query = new URLSearchParams(search)
  expect(path).toBe('/scans/scan/map/diagram')
  expect(mapOptions(query)).toEqual({ focus: 'a & b', depth: '2', groupBy: 'team' })
  expect([query.getAll('collapsed'), query.getAll('hide')]).toEqual([
    ['one', 'two'],
    ['gap', 'outside'],
  ])
  expect([query.get('base'), query.get('at')]).toEqual(['previous', '1,2,90'])
})

test('a view whose scan was deleted has no address', () => {
  const view = { options: {}, place: null, scanId: null, diagramId: null }
  expect(viewAddress(view as Parameters<typeof viewAddress>[0])).toBeNull()
})
