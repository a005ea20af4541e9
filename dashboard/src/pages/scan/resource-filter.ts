/** Converts between the tokens of the filter, the URL of the page, and the parameters of the request. */
import type { PropertyFilterProps } from '@cloudscape-design/components/property-filter'
import { useQuery } from '@tanstack/react-query'
import { networkType } from 'virtual:network-type'
import type { ResourceList, ResourceRow } from '../../../../contract/session/resources.ts'
import { request } from '../../http/request.ts'
import { visibleText } from '../../http/visible-text.ts'
import type { Coverage } from '../../session/scan.ts'
import { capitalized, kindNamePlural } from '../../shared/resource-kind.ts'
import { yesOrNoText } from './resource-columns.tsx'

const names = ['type', 'tag', 'q', 'network', 'state', 'public', 'external'] as const
const sortKeys = ['type', 'id', 'name', 'kind', 'network', 'state', 'public', 'relations'] as const

export type ResourceFilter = Partial<Record<(typeof names)[number], readonly string[]>>

export type ResourceSelection = ResourceFilter & {
  readonly sort?: (typeof sortKeys)[number]
  readonly descending?: true
}

/** Maps texts from the URL and requests to values. */
const textsOf = (values: readonly (boolean | 'conditional' | null)[]): ReadonlyMap<string, string> =>
  new Map(values.map((value) => [String(value ?? 'unknown'), yesOrNoText(value)]))

const texts = {
  public: textsOf([true, 'conditional', false, null]),
  external: textsOf([true, false, null]),
}

const oneOf = (name: keyof typeof texts): readonly PropertyFilterProps.ExtendedOperator<string>[] => [
  { operator: '=', format: (value: string) => texts[name].get(value) ?? value },
]

export const filterProperties: readonly PropertyFilterProps.FilteringProperty[] = [
  { key: 'type', propertyLabel: 'Resource type', groupValuesLabel: 'Resource types', operators: ['='] },
  { key: 'tag', propertyLabel: 'Tag', groupValuesLabel: 'Tags', operators: ['='] },
  { key: 'q', propertyLabel: 'Name or ID', groupValuesLabel: 'Names and IDs', operators: [':'] },
  { key: 'network', propertyLabel: 'VPC', groupValuesLabel: 'VPCs', operators: ['='] },
  { key: 'state', propertyLabel: 'State', groupValuesLabel: 'States', operators: ['='] },
  { key: 'public', propertyLabel: 'Public', groupValuesLabel: 'Public', operators: oneOf('public') },
  {
    key: 'external',
    propertyLabel: 'Outside this scan',
    groupValuesLabel: 'Outside this scan',
    operators: oneOf('external'),
  },
]

/** Filter and sort order of the URL; an unknown sort key is ignored. */
export function selectionOf(search: URLSearchParams): ResourceSelection {
  const sort = sortKeys.find((key) => key === search.get('sort'))
  return {
    ...filterOf(names.flatMap((name) => search.getAll(name).map((value) => [name, value] as const))),
    ...(sort !== undefined && { sort }),
    ...(sort !== undefined && search.get('descending') === 'true' && { descending: true }),
  }
}

export function filterOfTokens(tokens: readonly PropertyFilterProps.Token[]): ResourceFilter {
  return filterOf(
    tokens.flatMap(({ propertyKey, value }) => {
      const name = propertyKey === undefined ? 'q' : names.find((known) => known === propertyKey)
      return name === undefined ? [] : [[name, String(value)] as const]
    }),
  )
}

/** Removes duplicate conditions. */
function filterOf(conditions: readonly (readonly [(typeof names)[number], string])[]): ResourceFilter {
  const filter: Partial<Record<(typeof names)[number], string[]>> = {}
  for (const [name, given] of conditions) {
    const value = visibleText(given)
    const known = filter[name] ?? []
    if (value !== '' && !known.includes(value)) filter[name] = [...known, value]
  }
  return filter
}

export function queryOf(filter: ResourceFilter): PropertyFilterProps.Query {
  return {
    operation: 'and',
    tokens: names.flatMap((name) =>
      (filter[name] ?? []).map((value) => ({ propertyKey: name, operator: name === 'q' ? ':' : '=', value })),
    ),
  }
}

export const isFiltered = (filter: ResourceFilter): boolean => names.some((name) => filter[name] !== undefined)

/** Suggested values: types with resources, VPCs of the scan, and tags and states of the visible rows. */
export function useFilterOptions(
  scanId: string,
  coverage: readonly Coverage[],
  rows: readonly ResourceRow[],
): readonly PropertyFilterProps.FilteringOption[] {
  const networks = useQuery({
    queryKey: ['resources', scanId, 'networks'],
    queryFn: ({ signal }) =>
      request<ResourceList>(
        'GET',
        `/session/scans/${scanId}/resources?type=${encodeURIComponent(networkType)}&sort=name&limit=100`,
        { signal },
      ),
  })
  return [
    ...coverage
      .filter(({ count }) => count !== null && count > 0)
      .map(({ type }) => ({
        propertyKey: 'type',
        value: type,
        label: type,
        description: capitalized(kindNamePlural(type)),
      })),
    ...(networks.data?.resources ?? []).map(({ id, name }) => ({
      propertyKey: 'network',
      value: id,
      label: name === null ? id : `${id} (${name})`,
    })),
    ...distinct(rows.flatMap(({ tags }) => Object.entries(tags).map(([key, value]) => `${key}=${value}`))).map(
      option('tag'),
    ),
    ...distinct(rows.map(({ state }) => state).filter((state) => state !== null)).map(option('state')),
    ...(['public', 'external'] as const).flatMap((propertyKey) =>
      [...texts[propertyKey]].map(([value, label]) => ({ propertyKey, value, label })),
    ),
  ]
}

const option = (propertyKey: string) => (value: string) => ({ propertyKey, value })

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort()
}
