/** Settings of the organization: its name, how long scans are kept, how people sign in. */
import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import Form from '@cloudscape-design/components/form'
import FormField from '@cloudscape-design/components/form-field'
import Header from '@cloudscape-design/components/header'
import Input from '@cloudscape-design/components/input'
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Spinner from '@cloudscape-design/components/spinner'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrganizationSettings } from '../../../../contract/session/organization.ts'
import { fieldMessage, request } from '../../http/request.ts'
import { useAllowed } from '../../session/current-user.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { useNotify } from '../../shared/notifications.ts'
import { Page } from '../../shared/page.tsx'
import { TimeText } from '../../shared/time-text.tsx'
import { DeleteOrganization } from './delete-organization.tsx'
import { RequiredSignOn } from './required-sign-on.tsx'

/** As the service takes it: ten years. */
const mostDays = 3650

export function SettingsPage() {
  const isAdmin = useAllowed('admin')
  const isOwner = useAllowed('owner')
  const settings = useQuery({
    queryKey: ['organization'],
    queryFn: ({ signal }) => request<OrganizationSettings>('GET', '/session/organization', { signal }),
    enabled: isAdmin,
  })
  return (
    <Page title="Settings">
      {!isAdmin && <EmptyTable title="Administrators see the settings" text="Ask one of your organization." />}
      <QueryFailure query={settings} header="The settings could not be read" />
      {settings.isLoading && <Spinner />}
      {settings.data !== undefined && (
        <SpaceBetween size="m">
          <OrganizationForm key={settings.data.name} settings={settings.data} />
          <Container
            header={
              <Header variant="h2" description="Single sign-on and mail are set up by whoever operates the service.">
                Signing in
              </Header>
            }
          >
            <KeyValuePairs
              columns={3}
              items={[
                { label: 'Single sign-on', value: signOnText(settings.data) },
                {
                  label: 'Mail',
                  value: settings.data.signOn.mail
                    ? 'Sends invitations and links'
                    : 'Not set up: links are handed over',
                },
                { label: 'Organization since', value: <TimeText at={settings.data.createdAt} form="short" /> },
              ]}
            />
          </Container>
          {isOwner && (settings.data.signOn.oidcIssuer !== null || settings.data.signOnRequired) && (
            <RequiredSignOn settings={settings.data} />
          )}
          {isOwner && <DeleteOrganization name={settings.data.name} />}
        </SpaceBetween>
      )}
    </Page>
  )
}

function signOnText({ signOn: { oidcIssuer }, signOnRequired }: OrganizationSettings): string {
  const place = oidcIssuer ?? 'Not set up'
  return signOnRequired ? `${place}, required of all but owners` : place
}

function OrganizationForm({ settings }: { readonly settings: OrganizationSettings }) {
  const [name, setName] = useState(settings.name)
  const [days, setDays] = useState(settings.retentionDays === null ? '' : String(settings.retentionDays))
  const queries = useQueryClient()
  const notify = useNotify()
  const isWhole = days === '' || (/^[1-9]\d{0,3}$/u.test(days) && Number(days) <= mostDays)
  const save = useMutation({
    mutationFn: () =>
      request<OrganizationSettings>('PATCH', '/session/organization', {
        body: { name: name.trim(), retentionDays: days === '' ? null : Number(days) },
      }),
    onSuccess: async (saved) => {
      queries.setQueryData(['organization'], saved)
      notify({ type: 'success', content: 'The settings are saved.' })
      await queries.invalidateQueries({ queryKey: ['me'] })
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isWhole) save.mutate()
      }}
    >
      <Form
        actions={
          <Button variant="primary" loading={save.isPending}>
            Save
          </Button>
        }
      >
        <Container header={<Header variant="h2">Organization</Header>}>
          <SpaceBetween size="l">
            {save.isError && <FailureAlert error={save.error} />}
            <FormField label="Name" errorText={fieldMessage(save.error, 'name')}>
              <Input value={name} onChange={({ detail }) => setName(detail.value)} />
            </FormField>
            <FormField
              label="Days that scans are kept"
              description="The last completed scan of each account and region always stays. Empty: all are kept."
              errorText={
                isWhole ? fieldMessage(save.error, 'retentionDays') : `A whole number of days, up to ${mostDays}.`
              }
            >
              <Input value={days} inputMode="numeric" onChange={({ detail }) => setDays(detail.value.trim())} />
            </FormField>
          </SpaceBetween>
        </Container>
      </Form>
    </form>
  )
}
