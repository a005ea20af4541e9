/** Turns SSO enforcement of the organization on or off. */
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Toggle from '@cloudscape-design/components/toggle'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OrganizationSettings } from '../../../../contract/session/organization.ts'
import { request } from '../../http/request.ts'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { useNotify } from '../../shared/notifications.ts'

export function SsoEnforcement({ settings }: { readonly settings: OrganizationSettings }) {
  const queries = useQueryClient()
  const notify = useNotify()
  const save = useMutation({
    mutationFn: (signOnRequired: boolean) =>
      request<OrganizationSettings>('PATCH', '/session/organization', { body: { signOnRequired } }),
    onSuccess: (saved) => {
      queries.setQueryData(['organization'], saved)
      const content = saved.signOnRequired ? 'SSO enforcement was turned on.' : 'SSO enforcement was turned off.'
      notify({ type: 'success', content })
    },
  })
  return (
    <Container header={<Header variant="h2">SSO enforcement</Header>}>
      <SpaceBetween size="s">
        {save.isError && <FailureAlert error={save.error} />}
        <Toggle
          checked={settings.signOnRequired}
          disabled={save.isPending}
          description="Admins, members, and viewers must sign in with SSO. Their password sessions lose access immediately. Owners can still use a password. API keys keep working."
          onChange={({ detail }) => save.mutate(detail.checked)}
        >
          Enforce SSO
        </Toggle>
      </SpaceBetween>
    </Container>
  )
}
