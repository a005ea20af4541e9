/** What breaks without a resource. Loaded when the section is opened. */
import Badge from '@cloudscape-design/components/badge'
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Static } from 'typebox'
import type { impact } from '../../../contract/reach.ts'
import { queryString } from '../http/query-string.ts'
import { request } from '../http/request.ts'
import { Loading } from './loading.tsx'
import { QueryFailure } from './query-failure.tsx'
import { resourceDetail } from './resource-detail.ts'
import { formatCount } from './resource-kind.ts'
import type { ResourceKey } from './resource-key.ts'
import { UnreadTypes } from './unread-types.tsx'

type Impact = Static<typeof impact>
type Dependent = Impact['dependents'][number]

/** Dependents shown until the user expands the list. */
const firstDependents = 20

const effects = {
  breaks: ['red', 'Breaks'],
  degrades: ['severity-medium', 'Degrades'],
  orphaned: ['grey', 'Orphaned'],
  unknown: ['blue', 'Unknown'],
} as const satisfies Record<Dependent['effect'], unknown>

export function ImpactSection({
  scanId,
  resource,
  onFollow,
}: {
  readonly scanId: string
  readonly resource: ResourceKey
  readonly onFollow: (resource: ResourceKey) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const of = `${resource.type}/${resource.id}`
  const query = useQuery({
    queryKey: ['impact', scanId, of],
    queryFn: ({ signal }) =>
      request<Impact>('GET', `/session/scans/${scanId}/impact${queryString({ of })}`, { signal }),
    enabled: isOpen,
  })
  return (
    <ExpandableSection
      headerText="What breaks without it"
      headingTagOverride="h3"
      expanded={isOpen}
      onChange={({ detail }) => setOpen(detail.expanded)}
    >
      <QueryFailure query={query} header="Couldn’t load what depends on it" />
      {query.isLoading && <Loading />}
      {query.data !== undefined && <Dependents key={of} of={resource} impact={query.data} onFollow={onFollow} />}
    </ExpandableSection>
  )
}

function Dependents({
  of,
  impact: { dependents, unknownBecause },
  onFollow,
}: {
  readonly of: ResourceKey
  readonly impact: Impact
  readonly onFollow: (resource: ResourceKey) => void
}) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? dependents : dependents.slice(0, firstDependents)
  // Every resource on a path is a dependent, too, or the resource itself.
  const names = new Map(dependents.map(({ resource }) => [keyOf(resource), resource.name ?? resource.id]))
  const nameOf = (each: ResourceKey) => (keyOf(each) === keyOf(of) ? 'this' : (names.get(keyOf(each)) ?? each.id))
  return (
    <>
      {dependents.length === 0 && (
        <Box color="text-body-secondary">Nothing that this scan could read depends on it.</Box>
      )}
      <ul className="relations" aria-label="Dependents">
        {shown.map(({ resource, effect, path }) => (
          <li key={keyOf(resource)}>
            <Badge color={effects[effect][0]}>{effects[effect][1]}</Badge>{' '}
            <Button variant="inline-link" onClick={() => onFollow(resource)}>
              {resource.name ?? resource.id}
            </Button>
            <Box fontSize="body-s" color="text-body-secondary">
              {resourceDetail(resource)}.{' '}
              {path.map(({ source, verb, target }) => `${nameOf(source)} ${verb} ${nameOf(target)}`).join(', ')}.
            </Box>
          </li>
        ))}
      </ul>
      {shown.length < dependents.length && (
        <Button variant="inline-link" onClick={() => setWhole(true)}>
          Show all {formatCount(dependents.length)}
        </Button>
      )}
      <UnreadTypes title="More may depend on it" unread={unknownBecause} />
    </>
  )
}

function keyOf({ type, id }: ResourceKey): string {
  return `${type} ${id}`
}
