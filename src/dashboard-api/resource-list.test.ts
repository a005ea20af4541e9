import { expect, test } from 'vitest'
import type { ResourceRow } from '../../contract/session/resources.ts'
import { inOrder, matching, pageAfter, type ResourceFilter, type ResourceOrder } from './resource-list.ts'

const row = (type: string, id: string, more: Partial<ResourceRow> = {}): ResourceRow => ({
  type,
  id,
  arn: null,
  name: null,
  external: false,
  partial: false,
  state: null,
  tags: {},
  networks: [],
  public: false,
  relations: 0,
  ...more,
})

const shop = { id: 'vpc-2', name: 'shop' }
const lab = { id: 'vpc-10', name: null }

const rows: readonly ResourceRow[] = [
  row('A', 'a1', { name: 'web-10', tags: { env: 'prod', Name: 'web-10' }, networks: [shop], relations: 3 }),
  row('A', 'a2', { name: 'web-9', tags: { env: 'test', Name: 'web-9' }, state: 'Running', public: true }),
  row('A', 'a3', {
    name: 'Api of web',
    tags: { env: 'prod', 'a=b': 'c' },
    networks: [lab],
    state: 'stopped',
    external: true,
  }),
  row('B', 'b1', { arn: 'arn:aws:b:shop', networks: [lab, shop], public: null, external: null, relations: 12 }),
]

const ids = (found: readonly ResourceRow[]) => found.map(({ id }) => id).join(' ')

test.for<[ResourceFilter, string]>([
  [{}, 'a1 a2 a3 b1'],
  [{ type: ['A'] }, 'a1 a2 a3'],
  [{ type: ['A', 'B'] }, 'a1 a2 a3 b1'],
  [{ tag: ['env=prod'] }, 'a1 a3'],
  [{ tag: ['env=prod', 'env=test'] }, 'a1 a2 a3'],
  [{ tag: ['env=prod', 'Name=web-10'] }, 'a1'],
  [{ tag: ['env=prod', 'Name=web-9'] }, ''],
  [{ tag: ['env', 'Name'] }, 'a1 a2'],
  [{ tag: ['a=b=c'] }, 'a3'],
  [{ tag: ['a=b'] }, 'a3'],
  [{ tag: ['toString'] }, ''],
  [{ q: ['WEB'] }, 'a1 a2 a3'],
  [{ q: ['web-9', 'shop'] }, 'a2 b1'],
  [{ q: ['web api'] }, 'a3'],
  [{ q: ['web'], tag: ['env=prod'] }, 'a1 a3'],
  [{ network: ['vpc-2'] }, 'a1 b1'],
  [{ network: ['vpc-2', 'vpc-10'] }, 'a1 a3 b1'],
  [{ state: ['RUNNING', 'stopped'] }, 'a2 a3'],
  [{ state: ['running'], type: ['B'] }, ''],
  [{ public: ['true'] }, 'a2'],
  [{ public: ['false'] }, 'a1 a3'],
  [{ public: ['unknown', 'true'] }, 'a2 b1'],
  [{ external: ['false'] }, 'a1 a2'],
  [{ external: ['true'] }, 'a3'],
  [{ external: ['unknown', 'true'] }, 'a3 b1'],
])('%o: one condition of each kind has to match', ([filter, expected]) => {
  expect(ids(matching(rows, filter))).toBe(expected)
})

const nameOf = (type: string) => ({ A: 'zebra', B: 'ant' })[type] ?? type

test.for<[ResourceOrder['sort'], ascending: string, descending: string]>([
  ['type', 'a1 a2 a3 b1', 'b1 a1 a2 a3'],
  ['kind', 'b1 a1 a2 a3', 'a1 a2 a3 b1'],
  ['id', 'a1 a2 a3 b1', 'b1 a3 a2 a1'],
  ['name', 'a3 b1 a2 a1', 'a1 a2 b1 a3'],
  ['network', 'a1 a3 b1 a2', 'a3 b1 a1 a2'],
  ['state', 'a2 a3 a1 b1', 'a3 a2 a1 b1'],
  ['public', 'a2 a1 a3 b1', 'a1 a3 a2 b1'],
  ['relations', 'a2 a3 a1 b1', 'b1 a1 a2 a3'],
])('sorted by %s, with missing values last in both directions', ([sort, ascending, descending]) => {
  expect(ids(inOrder(rows, { sort, descending: false }, nameOf))).toBe(ascending)
  expect(ids(inOrder(rows, { sort, descending: true }, nameOf))).toBe(descending)
})

test('a page continues after the last row of the previous one', () => {
  expect(pageAfter(rows, null, 3)).toEqual({ items: rows.slice(0, 3), hasMore: true })
  expect(pageAfter(rows, null, 4)).toEqual({ items: rows, hasMore: false })
  expect(pageAfter(rows, { type: 'A', id: 'a2' }, 1)).toEqual({ items: [rows[2]], hasMore: true })
  expect(pageAfter(rows, { type: 'A', id: 'a3' }, 1)).toEqual({ items: [rows[3]], hasMore: false })
  expect(pageAfter(rows, { type: 'B', id: 'a3' }, 1)).toBeNull()
})
