/** Names a scan as a baseline, and removes baselines of the same account and region. */
import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Baseline } from '../../../../contract/baseline.ts'
import { baselineNamePattern } from '../../../../contract/baseline-name.ts'
import type { SessionScan } from '../../../../contract/session/scans.ts'
import { baselinesQuery, removeBaseline, setBaseline, useReloadBaselines } from '../../session/baselines.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { useNotify } from '../../shared/notifications.ts'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { TimeText } from '../../shared/time-text.tsx'
import './baseline-dialog.css'

const namePattern = new RegExp(baselineNamePattern)

export function BaselineDialog({ scan, onClose }: { readonly scan: SessionScan; readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const baselines = useQuery(baselinesQuery(scan))
  const reload = useReloadBaselines()
  const notify = useNotify()
  const set = useMutation({
    mutationFn: () => setBaseline(scan, name),
    onSuccess: async () => {
      notify({ type: 'success', content: `This scan is the baseline ${name} of ${scan.accountAlias}, ${scan.region}.` })
      onClose()
      await reload()
    },
  })
  const remove = useMutation({
    mutationFn: (baseline: Baseline) => removeBaseline(scan, baseline.name),
    onSettled: reload,
  })
  const isName = namePattern.test(name)
  const replaced = baselines.data?.find((baseline) => baseline.name === name && baseline.scanId !== scan.id)

  return (
    <FormDialog
      title="Set as baseline"
      submitText="Set baseline"
      disabled={!isName}
      pending={set.isPending}
      error={set.error ?? remove.error}
      onSubmit={() => set.mutate()}
      onClose={onClose}
    >
      <div>
        Other scans of {scan.accountAlias} in {scan.region} can be compared with a baseline by its name. Retention keeps
        the scan.
      </div>
      <FormField
        label="Name"
        constraintText="1 to 64 letters, digits, and ._-"
        errorText={
          name !== '' && !isName && 'This can’t be a name. Dates, ages such as 7d, and “previous” can’t either.'
        }
      >
        <Input value={name} autoComplete={false} onChange={({ detail }) => setName(detail.value.trim())} />
      </FormField>
      {replaced !== undefined && (
        <Alert type="info" statusIconAriaLabel="Information">
          {name} is the scan of <TimeText at={replaced.scanCreatedAt} form="short" /> now. It will be this scan instead.
        </Alert>
      )}
      <QueryFailure query={baselines} header="Couldn’t load the baselines" />
      {baselines.data !== undefined && baselines.data.length > 0 && (
        <div>
          <Box variant="awsui-key-label">Baselines in {scan.region}</Box>
          <ul className="baselines" aria-label="Baselines">
            {baselines.data.map((baseline) => (
              <li key={baseline.name}>
                <span className="baselines-name">{baseline.name}</span>
                <span>
                  {baseline.scanId === scan.id ? 'This scan' : <TimeText at={baseline.scanCreatedAt} form="short" />}
                </span>
                <Button
                  variant="inline-link"
                  formAction="none"
                  ariaLabel={`Remove ${baseline.name}`}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(baseline)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  )
}
