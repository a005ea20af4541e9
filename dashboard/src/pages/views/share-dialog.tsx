/** Creates a share link: to a saved view, or to what a map shows, which is saved with it. */
import Checkbox from '@cloudscape-design/components/checkbox'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import Select from '@cloudscape-design/components/select'
import Textarea from '@cloudscape-design/components/textarea'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CreateViewRequest, SavedView } from '../../../../contract/saved-view.ts'
import { shareDays } from '../../../../contract/share-link.ts'
import { fieldMessage } from '../../http/request.ts'
import { createShareLink, useReloadSharing } from '../../session/sharing.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { CreatedLinkDialog } from './created-link-dialog.tsx'
import { ScanChoice } from './scan-choice.tsx'

const lifetimes = [
  { value: '7', label: '7 days' },
  { value: String(shareDays.usual), label: `${shareDays.usual} days` },
  { value: '90', label: '90 days' },
  { value: String(shareDays.most), label: 'One year' },
]

type What =
  | { readonly view: SavedView }
  | { readonly shown: Pick<CreateViewRequest, 'diagramId' | 'options' | 'place'>; readonly title: string }

export function ShareDialog({ what, onClose }: { readonly what: What; readonly onClose: () => void }) {
  const [name, setName] = useState('view' in what ? what.view.name : what.title)
  const [pinned, setPinned] = useState(false)
  const [days, setDays] = useState(String(shareDays.usual))
  const [sites, setSites] = useState('')
  const [hideAccountIds, setHideAccountIds] = useState(false)
  const reload = useReloadSharing()
  const create = useMutation({
    mutationFn: () =>
      createShareLink({
        ...('view' in what ? { viewId: what.view.id } : { view: { ...what.shown, name: name.trim(), pinned } }),
        days: Number(days),
        frameAncestors: [...new Set(sites.split(/\s+/u).filter((site) => site !== ''))],
        hideAccountIds,
      }),
    onSuccess: reload,
  })
  if (create.data !== undefined) return <CreatedLinkDialog created={create.data} onClose={onClose} />
  return (
    <FormDialog
      title={'view' in what ? `Share ${what.view.name}` : 'Share this diagram'}
      submitText="Create link"
      disabled={name.trim() === ''}
      pending={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <div>Everyone who has the link can view the diagram, without signing in. Nothing else is shared.</div>
      {!('view' in what) && (
        <FormField
          label="Name"
          description="The diagram is saved as a view of the organization with this name."
          errorText={fieldMessage(create.error, 'view')}
        >
          <Input value={name} autoComplete={false} onChange={({ detail }) => setName(detail.value)} />
        </FormField>
      )}
      {!('view' in what) && <ScanChoice pinned={pinned} onChange={setPinned} />}
      <FormField label="Expiration">
        <Select
          options={lifetimes}
          selectedOption={lifetimes.find(({ value }) => value === days) ?? null}
          onChange={({ detail }) => setDays(detail.selectedOption.value ?? days)}
        />
      </FormField>
      <FormField
        label="Sites that may embed the page"
        description="One origin per line. Leave empty for none. Pictures can be shown on any site."
        constraintText="For example https://wiki.example.com"
        errorText={fieldMessage(create.error, 'frameAncestors')}
      >
        <Textarea value={sites} rows={2} spellcheck={false} onChange={({ detail }) => setSites(detail.value)} />
      </FormField>
      <Checkbox checked={hideAccountIds} onChange={({ detail }) => setHideAccountIds(detail.checked)}>
        Hide AWS account IDs
      </Checkbox>
    </FormDialog>
  )
}
