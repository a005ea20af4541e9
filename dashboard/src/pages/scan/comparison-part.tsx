/** What changed since another scan of the same account and region, and what cannot be told. */
import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Spinner from '@cloudscape-design/components/spinner'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionScan } from '../../../../contract/session/scans.ts'
import { queryString } from '../../http/query-string.ts'
import { request, RequestError } from '../../http/request.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { counted } from '../../shared/resource-kind.ts'
import { TimeText } from '../../shared/time-text.tsx'
import type { Comparison } from '../../session/comparison.ts'
import { ChangedResources, ComparedResources, Relations } from './compared-resources.tsx'

const previous = { value: 'previous', label: 'The scan before this one' }
const mostScans = 50

export function ComparisonPart({ scan }: { readonly scan: SessionScan }) {
  const [base, setBase] = useState('previous')
  const others = useQuery({
    queryKey: ['scans', 'to-compare', scan.cloudAccountId, scan.region],
    queryFn: ({ signal }) =>
      request<{ scans: readonly SessionScan[] }>(
        'GET',
        `/session/scans${queryString({ accountId: scan.cloudAccountId, region: scan.region, status: 'completed', limit: mostScans })}`,
        { signal },
      ),
  })
  const compared = useQuery({
    queryKey: ['comparison', scan.id, base],
    queryFn: ({ signal }) =>
      request<Comparison>('GET', `/session/scans/${scan.id}/compare${queryString({ base })}`, { signal }),
    enabled: scan.status === 'completed',
  })
  if (scan.status !== 'completed') {
    return <EmptyTable title="Nothing to compare" text="A scan can be compared once it has completed." />
  }
  const formatted = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
  const options = [
    previous,
    ...(others.data?.scans ?? [])
      .filter(({ id }) => id !== scan.id)
      .map(({ id, createdAt }) => ({ value: id, label: formatted.format(new Date(createdAt)) })),
  ]
  const isFirst = compared.error instanceof RequestError && compared.error.failure.status === 404

  return (
    <SpaceBetween size="m">
      <FormField label="Compare with">
        <Select
          options={options}
          selectedOption={options.find(({ value }) => value === base) ?? previous}
          onChange={({ detail }) => setBase(detail.selectedOption.value ?? 'previous')}
        />
      </FormField>
      {compared.isLoading && <Spinner />}
      {isFirst && (
        <EmptyTable title="There is no earlier scan" text="Scan again after something changed, and see it here." />
      )}
      {compared.isError && !isFirst && <QueryFailure query={compared} header="The scans could not be compared" />}
      {compared.data !== undefined && <Changes comparison={compared.data} scanId={scan.id} />}
    </SpaceBetween>
  )
}

function Changes({ comparison, scanId }: { readonly comparison: Comparison; readonly scanId: string }) {
  const { base, added, removed, changed, unknown, relationsAdded, relationsRemoved } = comparison
  const total = added.length + removed.length + changed.length + relationsAdded.length + relationsRemoved.length
  return (
    <SpaceBetween size="m">
      <Box color="text-body-secondary">
        Against the scan of <TimeText at={base.createdAt} form="short" />.
      </Box>
      {total === 0 && (
        <Alert type="success" statusIconAriaLabel="Success">
          Nothing that both scans could read has changed.
        </Alert>
      )}
      {unknown.length > 0 && (
        <Alert
          type="warning"
          statusIconAriaLabel="Warning"
          header={`Of ${counted(unknown.length, 'resource')} nobody can tell`}
        >
          Only one of the two scans could read them, so they count as neither added, removed nor changed.
        </Alert>
      )}
      <Part title="Added" count={added.length}>
        <ComparedResources label="Added" resources={added} scanId={scanId} />
      </Part>
      <Part title="Removed" count={removed.length}>
        <ComparedResources label="Removed" resources={removed} scanId={base.id} />
      </Part>
      <Part title="Changed" count={changed.length}>
        <ChangedResources resources={changed} />
      </Part>
      <Part title="Relations added" count={relationsAdded.length}>
        <Relations label="Relations added" relations={relationsAdded} />
      </Part>
      <Part title="Relations removed" count={relationsRemoved.length}>
        <Relations label="Relations removed" relations={relationsRemoved} />
      </Part>
      <Part title="Cannot be told" count={unknown.length}>
        <ComparedResources label="Cannot be told" resources={unknown} scanId={null} />
      </Part>
    </SpaceBetween>
  )
}

function Part({
  title,
  count,
  children,
}: {
  readonly title: string
  readonly count: number
  readonly children: React.ReactNode
}) {
  if (count === 0) return null
  return (
    <ExpandableSection
      headerText={title}
      headerCounter={`(${count})`}
      headingTagOverride="h3"
      defaultExpanded={count <= 20}
    >
      {children}
    </ExpandableSection>
  )
}
