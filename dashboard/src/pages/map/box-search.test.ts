import { expect, test } from 'vitest'
import { arrowsOfMatches } from './box-search.ts'
import type { PlacedRoute } from './placed-diagram.ts'

const route = (source: string, target: string): PlacedRoute => ({
  edge: { id: `${source}-${target}`, form: 'request', source, target, description: '' },
  points: [],
})
const routes = [route('web', 'db'), route('db', 'web'), route('web', 'queue'), route('queue', 'mail')]

test('arrows between matches stay, and those of the selected box', () => {
  expect([...arrowsOfMatches(routes, new Set(['web', 'db']), null)]).toEqual(['web-db', 'db-web'])
  expect([...arrowsOfMatches(routes, new Set(['web']), null)]).toEqual([])
  expect([...arrowsOfMatches(routes, new Set(), 'queue')]).toEqual(['web-queue', 'queue-mail'])
})
