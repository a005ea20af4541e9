/** Whether an organization shows itself only to who came by single sign-on. */
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Toggle from '@cloudscape-design/components/toggle'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OrganizationSettings } from '../../../../contract/session/organization.ts'
import { request } from '../../http/request.ts'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { useNotify } from '../../shared/notifications.ts'

export function RequiredSignOn({ settings }: { readonly settings: OrganizationSettings }) {
  const queries = useQueryClient()
  const notify = useNotify()
  const save = useMutation({
    mutationFn: (signOnRequired: boolean) =>
      request<OrganizationSettings>('PATCH', '/session/organization', { body: { signOnRequired } }),
    onSuccess: (saved) => {
      queries.setQueryData(['organization'], saved)
      const content = saved.signOnRequired
        ? 'Single sign-on is required from now on.'
        : 'Single sign-on is no longer required.'
      notify({ type: 'success', content })
    },
  })
  return (
    <Container header={<Header variant="h2">Required single sign-on</Header>}>
      <SpaceBetween size="s">
        {save.isError && <FailureAlert error={save.error} />}
        <Toggle
          checked={settings.signOnRequired}
          disabled={save.isPending}
          description="All but owners then see this organization only while they are signed in by it; whoever is here by a password has to change at once. Owners still get in by their password: so nobody is locked out while the provider is away. API keys go on working."
          onChange={({ detail }) => save.mutate(detail.checked)}
        >
          Members have to sign in by single sign-on
        </Toggle>
      </SpaceBetween>
    </Container>
  )
}
