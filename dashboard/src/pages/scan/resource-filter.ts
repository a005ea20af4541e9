/** Between the tokens of the filter's field, the address of the page, and what the service is asked for. */
import type { PropertyFilterProps } from '@cloudscape-design/components/property-filter'
import { useQuery } from '@tanstack/react-query'
import type { ResourceList, ResourceRow } from '../../../../contract/session/resources.ts'
import { request } from '../../http/request.ts'
import { visibleText } from '../../http/visible-text.ts'
import type { Coverage } from '../../session/scan.ts'
import { capitalized, kindNamePlural } from '../../shared/resource-kind.ts'
import { publicText } from './resource-columns.tsx'

const names = ['type', 'tag', 'q', 'network', 'state', 'public'] as const
const sortKeys = ['type', 'id', 'name', 'kind', 'network', 'state', 'public', 'relations'] as const

export type ResourceFilter = Partial<Record<(typeof names)[number], readonly string[]>>

export type ResourceSelection = ResourceFilter & {
  readonly sort?: (typeof sortKeys)[number]
  readonly descending?: true
}

const networkType = 'AWS::EC2::VPC'

export const filterProperties: readonly PropertyFilterProps.FilteringProperty[] = [
  { key: 'type', propertyLabel: 'Resource type', groupValuesLabel: 'Resource types', operators: ['='] },
  { key: 'tag', propertyLabel: 'Tag', groupValuesLabel: 'Tags', operators: ['='] },
  { key: 'q', propertyLabel: 'Name or ID', groupValuesLabel: 'Names and IDs', operators: [':'] },
  { key: 'network', propertyLabel: 'VPC', groupValuesLabel: 'VPCs', operators: ['='] },
  { key: 'state', propertyLabel: 'State', groupValuesLabel: 'States', operators: ['='] },
  { key: 'public', propertyLabel: 'Public', groupValuesLabel: 'Public', operators: ['='] },
]

/** What the address asks for; an order that does not exist is left out. */
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

/** Each condition once. */
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

/** Values to choose from: types that were found, VPCs of the scan, tags and states of the rows in view. */
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
    ...[true, false, null].map((value) => ({
      propertyKey: 'public',
      value: String(value ?? 'unknown'),
      label: publicText(value),
    })),
  ]
}

const option = (propertyKey: string) => (value: string) => ({ propertyKey, value })

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort()
}
