/** Details of one resource: relations with their evidence, what depends on it, network access, properties, and tags. */
import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Spinner from '@cloudscape-design/components/spinner'
import { useQuery } from '@tanstack/react-query'
import type { ResourceDetails } from '../../../contract/session/resources.ts'
import { request } from '../http/request.ts'
import { Copyable } from './copyable.tsx'
import { QueryFailure } from './query-failure.tsx'
import { ImpactSection } from './impact-section.tsx'
import { PropertyTree } from './property-tree.tsx'
import { ReachSection } from './reach-section.tsx'
import type { ResourceKey } from './resource-key.ts'
import { resourceDetail } from './resource-detail.ts'
import { capitalized, formatCount, kindName } from './resource-kind.ts'

/** Sends no request without a resource. */
export function useResource(scanId: string, resource: ResourceKey | null) {
  const { type, id } = resource ?? { type: '', id: '' }
  return useQuery({
    queryKey: ['resource', scanId, type, id],
    queryFn: ({ signal }) =>
      request<ResourceDetails>(
        'GET',
        `/session/scans/${scanId}/resources/${encodeURIComponent(type)}/${encodeURIComponent(id)}`,
        { signal },
      ),
    enabled: resource !== null,
  })
}

export function ResourcePanel({
  scanId,
  resource,
  columns = 2,
  onFollow,
}: {
  readonly scanId: string
  readonly resource: ResourceKey
  readonly columns?: number
  /** Opens a related resource. */
  readonly onFollow: (resource: ResourceKey) => void
}) {
  const query = useResource(scanId, resource)
  if (query.isError) {
    const missing = {
      what: 'resource',
      href: `/scans/${scanId}/resources`,
      linkText: 'Go to the resources of this scan',
    }
    return <QueryFailure query={query} header="Couldn’t load the resource" missing={missing} />
  }
  if (query.data === undefined) {
    return (
      <Box textAlign="center" padding="l">
        <Spinner />
      </Box>
    )
  }
  const { type, id, arn, external, partial, properties, tags, outgoing, incoming } = query.data
  const tagEntries = Object.entries(tags)
  const names = new Map(
    [...outgoing, ...incoming].flatMap(({ resource: { id, name } }) => (name === null ? [] : [[id, name]])),
  )
  return (
    <SpaceBetween size="m">
      {external === true && (
        <Alert type="info" statusIconAriaLabel="Information">
          Other resources reference this one, but it isn’t in this scan. It may be in another account or region, or
          deleted.
        </Alert>
      )}
      {external === null && (
        <Alert type="warning" statusIconAriaLabel="Warning">
          Other resources reference this one, but its type couldn’t be read.
        </Alert>
      )}
      {partial && (
        <Alert type="warning" statusIconAriaLabel="Warning">
          AWS denied the describe call, so details may be missing.
        </Alert>
      )}
      <KeyValuePairs
        columns={columns}
        items={[
          { label: 'Type', value: `${capitalized(kindName(type))} (${type})` },
          { label: 'ID', value: <Copyable text={id} what="ID" /> },
          ...(arn === null ? [] : [{ label: 'ARN', value: <Copyable text={arn} what="ARN" /> }]),
        ]}
      />
      <Section title="Relations" count={outgoing.length + incoming.length}>
        <SpaceBetween size="s">
          <Relations heading="Outgoing relations" related={outgoing} onFollow={onFollow} />
          <Relations heading="Incoming relations" related={incoming} onFollow={onFollow} isIncoming />
        </SpaceBetween>
      </Section>
      {external === false && (
        <>
          <ImpactSection key={`impact ${type} ${id}`} scanId={scanId} resource={resource} onFollow={onFollow} />
          <ReachSection key={`reach ${type} ${id}`} scanId={scanId} resource={resource} />
        </>
      )}
      <Section title="Properties" count={Object.keys(properties).length}>
        <PropertyTree value={properties} names={names} />
      </Section>
      <Section title="Tags" count={tagEntries.length}>
        <KeyValuePairs
          columns={columns}
          items={tagEntries.map(([label, value]) => ({ label, value: value === '' ? '–' : value }))}
        />
      </Section>
    </SpaceBetween>
  )
}

function Section({
  title,
  count,
  children,
}: {
  readonly title: string
  readonly count: number
  readonly children: React.ReactNode
}) {
  return (
    <ExpandableSection
      headerText={`${title} (${formatCount(count)})`}
      defaultExpanded={count > 0}
      headingTagOverride="h3"
    >
      {count === 0 ? <Box color="text-body-secondary">None.</Box> : children}
    </ExpandableSection>
  )
}

function Relations({
  heading,
  related,
  isIncoming = false,
  onFollow,
}: {
  readonly heading: string
  readonly related: ResourceDetails['outgoing']
  readonly isIncoming?: boolean
  readonly onFollow: (resource: ResourceKey) => void
}) {
  if (related.length === 0) return null
  return (
    <div>
      <Box variant="awsui-key-label">{heading}</Box>
      <ul className="relations">
        {related.map(({ verb, resource, evidence, basis }) => (
          <li key={`${verb} ${resource.type} ${resource.id} ${evidence}`}>
            {isIncoming ? (
              <span>
                <FollowButton resource={resource} onFollow={onFollow} />: {verb} this
              </span>
            ) : (
              <span>
                {verb} <FollowButton resource={resource} onFollow={onFollow} />
              </span>
            )}
            <Box fontSize="body-s" color="text-body-secondary">
              {resourceDetail(resource)}. {basis === 'permitted' && 'Permitted by an IAM policy. '}Evidence: {evidence}
            </Box>
          </li>
        ))}
      </ul>
    </div>
  )
}

function FollowButton({
  resource,
  onFollow,
}: {
  readonly resource: ResourceKey & { readonly name: string | null }
  readonly onFollow: (resource: ResourceKey) => void
}) {
  return (
    <Button variant="inline-link" onClick={() => onFollow({ type: resource.type, id: resource.id })}>
      {resource.name ?? resource.id}
    </Button>
  )
}
