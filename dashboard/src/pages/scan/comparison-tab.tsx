/** The changes since an earlier scan of the same account and region. The URL has the base scan. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Header from '@cloudscape-design/components/header'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { SessionScan } from '../../../../contract/session/scans.ts'
import { baselinesQuery } from '../../session/baselines.ts'
import { queryString } from '../../http/query-string.ts'
import { comparisonQuery, earlierScansQuery } from '../../session/comparison.ts'
import { useAllowed } from '../../session/current-user.ts'
import { useDiagrams } from '../../session/scan.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { Loading } from '../../shared/loading.tsx'
import { useLinkNavigation } from '../../shared/use-link-navigation.ts'
import { TimeText } from '../../shared/time-text.tsx'
import { BaselineDialog } from './baseline-dialog.tsx'
import { ComparisonLists } from './comparison-lists.tsx'
import { Timeline } from './timeline.tsx'

const formatted = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

export function ComparisonTab({ scan }: { readonly scan: SessionScan }) {
  const [search, setSearch] = useSearchParams()
  const isCompleted = scan.status === 'completed'
  const earlier = useQuery({ ...earlierScansQuery(scan), enabled: isCompleted })
  const base = search.get('base') ?? earlier.data?.[0]?.id
  const compared = useQuery({ ...comparisonQuery(scan.id, base ?? ''), enabled: isCompleted && base !== undefined })

  if (!isCompleted) {
    return <EmptyTable title="No changes yet" text="Only completed scans can be compared." />
  }
  const setParameter = (name: string, value: string | null) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      if (value === null) next.delete(name)
      else next.set(name, value)
      return next
    })
  const timeline = (
    <Timeline
      scan={scan}
      isOpen={search.get('timeline') === 'open'}
      onToggle={(isOpen) => setParameter('timeline', isOpen ? 'open' : null)}
    />
  )
  if (base === undefined) {
    if (earlier.isError) return <QueryFailure query={earlier} header="Couldn’t load earlier scans" />
    if (earlier.data === undefined) return <Loading />
    return (
      <SpaceBetween size="l">
        <Header variant="h2" actions={<SetBaseline scan={scan} />}>
          Changes
        </Header>
        <EmptyTable title="No earlier scan" text="Run another scan of this account and region to see changes." />
        {timeline}
      </SpaceBetween>
    )
  }
  return (
    <SpaceBetween size="l">
      <Header
        variant="h2"
        actions={
          <SpaceBetween direction="horizontal" size="xs">
            <SetBaseline scan={scan} />
            {compared.data !== undefined && <ShowOnMap scanId={scan.id} base={base} />}
          </SpaceBetween>
        }
        description={
          compared.data !== undefined && (
            <>
              Compared with the scan of <TimeText at={compared.data.base.createdAt} form="short" />.
            </>
          )
        }
      >
        Changes
      </Header>
      <BasePicker
        base={base}
        scan={scan}
        earlier={earlier.data ?? []}
        chosen={compared.data?.base}
        onChoose={(chosen) => setParameter('base', chosen)}
      />
      {timeline}
      {compared.isLoading && <Loading />}
      <QueryFailure
        query={compared}
        header="Couldn’t compare the scans"
        missing={{ what: 'base scan', href: `/scans/${scan.id}/changes`, linkText: 'Compare with the previous scan' }}
      />
      {compared.data !== undefined && <ComparisonLists comparison={compared.data} scanId={scan.id} />}
    </SpaceBetween>
  )
}

function SetBaseline({ scan }: { readonly scan: SessionScan }) {
  const [isNaming, setNaming] = useState(false)
  if (!useAllowed('member')) return null
  return (
    <>
      <Button onClick={() => setNaming(true)}>Set as baseline…</Button>
      {isNaming && <BaselineDialog scan={scan} onClose={() => setNaming(false)} />}
    </>
  )
}

function ShowOnMap({ scanId, base }: { readonly scanId: string; readonly base: string }) {
  const navigate = useLinkNavigation()
  const [first] = useDiagrams(scanId).data ?? []
  if (first === undefined) return null
  return (
    <Button href={`/scans/${scanId}/map/${first.id}${queryString({ base })}`} onFollow={navigate}>
      Show in the diagram
    </Button>
  )
}

function BasePicker({
  base,
  scan,
  earlier,
  chosen,
  onChoose,
}: {
  readonly base: string
  readonly scan: SessionScan
  readonly earlier: readonly SessionScan[]
  /** The base scan, once loaded: the URL may name one that isn’t listed. */
  readonly chosen: { readonly id: string; readonly createdAt: string } | undefined
  readonly onChoose: (base: string) => void
}) {
  const baselines = useQuery(baselinesQuery(scan))
  const [previous, ...others] = earlier
  const groups = [
    { label: 'Baselines', options: (baselines.data ?? []).map((each) => named(each.name, each.scanCreatedAt)) },
    { label: 'Earlier scans', options: others.map(dated) },
  ].filter(({ options }) => options.length > 0)
  const listed = [
    ...(previous === undefined ? [] : [named('previous', previous.createdAt, 'Previous scan')]),
    ...groups.flatMap(({ options }) => options),
  ]
  const value = base === previous?.id ? 'previous' : base
  const isListed = listed.some((option) => option.value === value)
  const fromAddress = isListed || chosen === undefined ? [] : [otherBase(base, chosen)]
  const options = [...listed.slice(0, previous === undefined ? 0 : 1), ...fromAddress, ...groups]
  return (
    <div className="filters">
      <FormField label="Base scan">
        <Select
          options={options}
          selectedOption={[...listed, ...fromAddress].find((option) => option.value === value) ?? null}
          placeholder="Choose a scan"
          filteringType={listed.length > 10 ? 'auto' : 'none'}
          statusType={baselines.isError ? 'error' : 'finished'}
          errorText="Couldn’t load baselines"
          empty={<Box>No earlier scan</Box>}
          onChange={({ detail }) => detail.selectedOption.value !== undefined && onChoose(detail.selectedOption.value)}
        />
      </FormField>
    </div>
  )
}

function dated({ id, createdAt }: { readonly id: string; readonly createdAt: string }) {
  return { value: id, label: formatted.format(new Date(createdAt)) }
}

function named(value: string, createdAt: string, label = value) {
  return { value, label, description: formatted.format(new Date(createdAt)) }
}

/** The address may have a date, an age, or a scan that isn’t listed. */
function otherBase(base: string, chosen: { readonly id: string; readonly createdAt: string }) {
  return base === chosen.id ? dated(chosen) : named(base, chosen.createdAt)
}
