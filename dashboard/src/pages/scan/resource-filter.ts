/** Between the tokens of the filter's field, the address of the page, and what the service is asked for. */
import type { PropertyFilterProps } from '@cloudscape-design/components/property-filter'
import { useQuery } from '@tanstack/react-query'
import type { ResourceObject } from '../../../../contract/resource.ts'
import { request } from '../../http/request.ts'
import type { Coverage } from '../../session/scan.ts'
import { capitalized, kindNamePlural } from '../../shared/resource-kind.ts'
import { stateOf } from './resource-state.ts'

const names = ['type', 'tag', 'q', 'network', 'state', 'public'] as const
export type ResourceParameters = Partial<Record<(typeof names)[number], string>>

const networkType = 'AWS::EC2::VPC'

export const filterProperties: readonly PropertyFilterProps.FilteringProperty[] = [
  { key: 'type', propertyLabel: 'Type', groupValuesLabel: 'Types', operators: ['='] },
  { key: 'tag', propertyLabel: 'Tag', groupValuesLabel: 'Tags', operators: ['='] },
  { key: 'q', propertyLabel: 'Name or id', groupValuesLabel: 'Names and ids', operators: [':'] },
  { key: 'network', propertyLabel: 'VPC', groupValuesLabel: 'VPCs', operators: ['='] },
  { key: 'state', propertyLabel: 'State', groupValuesLabel: 'States', operators: ['='] },
  { key: 'public', propertyLabel: 'Public', groupValuesLabel: 'Public', operators: ['='] },
]

/** Of each parameter the service takes one value: the last token counts. */
export function parametersOf(source: URLSearchParams | PropertyFilterProps.Query): ResourceParameters {
  const parameters: ResourceParameters = {}
  if (source instanceof URLSearchParams) {
    for (const name of names) {
      const value = source.get(name)
      if (value !== null) parameters[name] = value
    }
    return parameters
  }
  for (const { propertyKey, value } of source.tokens) {
    const name = propertyKey === undefined ? 'q' : names.find((known) => known === propertyKey)
    if (name !== undefined && value !== '') parameters[name] = String(value)
  }
  return parameters
}

export function queryOf(parameters: ResourceParameters): PropertyFilterProps.Query {
  return {
    operation: 'and',
    tokens: names.flatMap((name) => {
      const value = parameters[name]
      return value === undefined ? [] : [{ propertyKey: name, operator: name === 'q' ? ':' : '=', value }]
    }),
  }
}

/** Values to choose from: types that were found, networks of the scan, tags and states of the rows in view. */
export function useFilterOptions(
  scanId: string,
  coverage: readonly Coverage[],
  rows: readonly ResourceObject[],
): readonly PropertyFilterProps.FilteringOption[] {
  const networks = useQuery({
    queryKey: ['resources', scanId, 'networks'],
    queryFn: ({ signal }) =>
      request<{ resources: readonly ResourceObject[] }>(
        'GET',
        `/session/scans/${scanId}/resources?type=${encodeURIComponent(networkType)}&limit=100`,
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
    ...distinct(rows.map((row) => stateOf(row)).filter((state) => state !== null)).map(option('state')),
    { propertyKey: 'public', value: 'true', label: 'true' },
    { propertyKey: 'public', value: 'false', label: 'false' },
  ]
}

const option = (propertyKey: string) => (value: string) => ({ propertyKey, value })

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort()
}
