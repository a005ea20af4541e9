/** Settings of the organization: name, scan retention, and sign-in. */
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
import { SsoEnforcement } from './sso-enforcement.tsx'

/** The limit of the service: ten years. */
const maxDays = 3650

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
      {!isAdmin && <EmptyTable title="Only admins can view the settings" text="Ask an admin of your organization." />}
      <QueryFailure query={settings} header="Couldn’t load the settings" />
      {settings.isLoading && <Spinner />}
      {settings.data !== undefined && (
        <SpaceBetween size="m">
          <OrganizationForm key={settings.data.name} settings={settings.data} />
          <Container
            header={
              <Header variant="h2" description="The operator of Surveyor configures SSO and email.">
                Sign-in
              </Header>
            }
          >
            <KeyValuePairs
              columns={3}
              items={[
                { label: 'Single sign-on (SSO)', value: ssoText(settings.data) },
                {
                  label: 'Email',
                  value: settings.data.signOn.mail
                    ? 'Invitations and reset links are emailed'
                    : 'Not configured. Admins share invitation links.',
                },
                { label: 'Created', value: <TimeText at={settings.data.createdAt} form="short" /> },
              ]}
            />
          </Container>
          {isOwner && (settings.data.signOn.oidcIssuer !== null || settings.data.signOnRequired) && (
            <SsoEnforcement settings={settings.data} />
          )}
          {isOwner && <DeleteOrganization name={settings.data.name} />}
        </SpaceBetween>
      )}
    </Page>
  )
}

function ssoText({ signOn: { oidcIssuer }, signOnRequired }: OrganizationSettings): string {
  const provider = oidcIssuer ?? 'Not configured'
  return signOnRequired ? `${provider} (enforced, except for owners)` : provider
}

function OrganizationForm({ settings }: { readonly settings: OrganizationSettings }) {
  const [name, setName] = useState(settings.name)
  const [days, setDays] = useState(settings.retentionDays === null ? '' : String(settings.retentionDays))
  const queries = useQueryClient()
  const notify = useNotify()
  const isWhole = days === '' || (/^[1-9]\d{0,3}$/u.test(days) && Number(days) <= maxDays)
  const save = useMutation({
    mutationFn: () =>
      request<OrganizationSettings>('PATCH', '/session/organization', {
        body: { name: name.trim(), retentionDays: days === '' ? null : Number(days) },
      }),
    onSuccess: async (saved) => {
      queries.setQueryData(['organization'], saved)
      notify({ type: 'success', content: 'Settings saved.' })
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
            Save changes
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
              label="Scan retention (days)"
              description="The latest completed scan of each account and region is always kept. Leave empty to keep all scans."
              errorText={
                isWhole ? fieldMessage(save.error, 'retentionDays') : `Enter a whole number from 1 to ${maxDays}.`
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
