/** The profile of the signed-in user: name, sessions, SSO, and password. */
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs'
import { useCurrentUser } from '../../session/current-user.ts'
import { Page } from '../../shared/page.tsx'
import { capitalized } from '../../shared/resource-kind.ts'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionsTable } from './sessions-table.tsx'
import { SsoLink } from './sso-link.tsx'

export function ProfilePage() {
  const { user, organizations } = useCurrentUser()
  return (
    <Page title="Profile and sessions">
      <Container header={<Header variant="h2">User account</Header>}>
        <KeyValuePairs
          columns={2}
          items={[
            { label: 'Email', value: user.email },
            {
              label: 'Organizations',
              value: organizations.map(({ name, role }) => `${name} (${capitalized(role)})`).join(', ') || 'None',
            },
          ]}
        />
      </Container>
      <NameForm key={user.name} name={user.name} />
      <SessionsTable />
      <SsoLink />
      {user.hasPassword && <PasswordForm />}
    </Page>
  )
}
