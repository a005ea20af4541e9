/** Filters the scans by account, region, and status. */
import Select from '@cloudscape-design/components/select'
import type { SelectProps } from '@cloudscape-design/components/select'
import type { SessionAccount } from '../../../../contract/session/accounts.ts'
import type { ScanFilters as Filters } from '../../session/scan-list.ts'
import { regionOptions } from '../../shared/region-options.ts'

const any = (label: string): SelectProps.Option => ({ value: '', label })

const statuses: readonly SelectProps.Option[] = [
  any('Any status'),
  { value: 'queued', label: 'Queued' },
  { value: 'scanning', label: 'Scanning' },
  { value: 'completed', label: 'Completed' },
  { value: 'failed', label: 'Failed' },
]

export function ScanFilters({
  accounts,
  filters,
  onChange,
}: {
  readonly accounts: readonly SessionAccount[]
  readonly filters: Filters
  readonly onChange: (name: 'account' | 'region' | 'status', value: string | null) => void
}) {
  const accountOptions = [
    any('Any account'),
    ...accounts.map(({ id, alias, cloudAccountId }) => ({ value: id, label: alias, description: cloudAccountId })),
  ]
  return (
    <div className="filters">
      <Filter
        label="Account"
        options={accountOptions}
        value={filters.accountId}
        onChange={(value) => onChange('account', value)}
      />
      <Filter
        label="Region"
        options={[any('Any region'), ...regionOptions()]}
        value={filters.region}
        onChange={(value) => onChange('region', value)}
      />
      <Filter
        label="Status"
        options={statuses}
        value={filters.status}
        onChange={(value) => onChange('status', value)}
      />
    </div>
  )
}

function Filter({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string
  readonly options: readonly SelectProps.Option[]
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}) {
  return (
    <Select
      ariaLabel={label}
      options={options}
      selectedOption={
        options.find((option) => option.value === (value ?? '')) ?? { value: value ?? '', label: value ?? '' }
      }
      filteringType={options.length > 10 ? 'auto' : 'none'}
      onChange={({ detail }) =>
        onChange(detail.selectedOption.value === '' ? null : (detail.selectedOption.value ?? null))
      }
    />
  )
}
