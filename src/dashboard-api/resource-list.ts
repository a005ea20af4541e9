/** Filters, sorts, and pages the resources of a scan. */
import type { ResourceListQuery, ResourceRow, resourceSortKeys } from '../../contract/session/resources.ts'
import { compareText } from '../graph/compare-text.ts'
import type { ResourceReference } from '../graph/resource-graph.ts'

export type ResourceFilter = Pick<ResourceListQuery, 'type' | 'tag' | 'q' | 'network' | 'state' | 'public' | 'external'>

export type ResourceOrder = { readonly sort: (typeof resourceSortKeys)[number]; readonly descending: boolean }

/** Returns the name of a resource type, for example `subnet`. */
type NameOf = (type: string) => string

type Condition = (row: ResourceRow) => boolean

/** Rows that meet at least one condition of each given kind. */
export function matching(rows: readonly ResourceRow[], filter: ResourceFilter): readonly ResourceRow[] {
  const { type, tag, q, network, state } = filter
  const conditions: readonly Condition[] = [
    ...anyOf(type, (wanted) => (row) => row.type === wanted),
    ...[...Map.groupBy(tag ?? [], keyOf).values()].flatMap((ofKey) => anyOf(ofKey, hasTag)),
    ...anyOf(q, mentions),
    ...anyOf(network, (wanted) => (row) => row.networks.some(({ id }) => id === wanted)),
    ...anyOf(state, (wanted) => (row) => row.state?.toLowerCase() === wanted.toLowerCase()),
    ...anyOf(filter.public, (wanted) => (row) => String(row.public ?? 'unknown') === wanted),
    ...anyOf(filter.external, (wanted) => (row) => String(row.external ?? 'unknown') === wanted),
  ]
  return rows.filter((row) => conditions.every((meets) => meets(row)))
}

function anyOf(wanted: readonly string[] | undefined, condition: (text: string) => Condition): readonly Condition[] {
  if (wanted === undefined || wanted.length === 0) return []
  const alternatives = wanted.map((text) => condition(text))
  return [(row) => alternatives.some((meets) => meets(row))]
}

const keyOf = (tag: string): string => tag.split('=', 1)[0] ?? tag

/** `key` or `key=value`. Keys may contain `=`, so every split is tried. */
function hasTag(tag: string): Condition {
  const readings = Array.from(tag.matchAll(/=/g), ({ index }) => [tag.slice(0, index), tag.slice(index + 1)] as const)
  return ({ tags }) =>
    Object.hasOwn(tags, tag) || readings.some(([key, value]) => Object.hasOwn(tags, key) && tags[key] === value)
}

function mentions(text: string): Condition {
  const words = text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '')
  return ({ id, arn, name }) => {
    const texts = [id, arn ?? '', name ?? ''].map((each) => each.toLowerCase())
    return words.every((word) => texts.some((each) => each.includes(word)))
  }
}

/** Ties are broken by type, then ID, so that the order is the same for every page. Rows without a value come last. */
export function inOrder(
  rows: readonly ResourceRow[],
  { sort, descending }: ResourceOrder,
  nameOf: NameOf,
): readonly ResourceRow[] {
  const valueOf = sortValues(nameOf)[sort]
  const direction = descending ? -1 : 1
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .sort(
      (left, right) =>
        Number(left.value === null) - Number(right.value === null) ||
        direction * compareValues(left.value, right.value) ||
        compareText(left.row.type, right.row.type) ||
        compareText(left.row.id, right.row.id),
    )
    .map(({ row }) => row)
}

type Value = string | number | null

const sortValues = (nameOf: NameOf): Readonly<Record<ResourceOrder['sort'], (row: ResourceRow) => Value>> => ({
  type: ({ type }) => type,
  id: ({ id }) => counting(id),
  name: ({ name, id }) => counting(name ?? id),
  kind: ({ type }) => counting(nameOf(type)),
  network: ({ networks: [first] }) => (first === undefined ? null : counting(first.name ?? first.id)),
  state: ({ state }) => state?.toLowerCase() ?? null,
  // Public resources first: users sort by this column to find them.
  public: (row) => (row.public === null ? null : [true, 'conditional', false].indexOf(row.public)),
  relations: ({ relations }) => relations,
})

/** Ignores case, and sorts `web-9` before `web-10`. */
function counting(text: string): string {
  return text.toLowerCase().replaceAll(/\d{1,12}/gu, (digits) => digits.padStart(12, '0'))
}

function compareValues(left: Value, right: Value): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return compareText(String(left), String(right))
}

/** Returns the rows after `after`; `null` if `after` isn't among them. */
export function pageAfter(
  rows: readonly ResourceRow[],
  after: ResourceReference | null,
  limit: number,
): { readonly items: readonly ResourceRow[]; readonly hasMore: boolean } | null {
  const last = after === null ? -1 : rows.findIndex(({ type, id }) => type === after.type && id === after.id)
  if (after !== null && last === -1) return null
  return { items: rows.slice(last + 1, last + 1 + limit), hasMore: rows.length > last + 1 + limit }
}
