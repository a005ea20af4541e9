/** Whether the person can also sign in elsewhere, and the way to link that. */
import Box from '@cloudscape-design/components/box'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../../session/current-user.ts'
import { signOnQuery } from '../../session/sign-on.ts'
import { SignOnButton } from '../../shared/sign-on-button.tsx'

export function SignOnLink() {
  const { user } = useCurrentUser()
  const { data: ways } = useQuery(signOnQuery)
  if (ways?.oidc !== true) return null
  const name = ways.oidcName ?? 'single sign-on'
  return (
    <Container header={<Header variant="h2">Single sign-on</Header>}>
      {user.hasSignOn ? (
        <Box>You can sign in with {name}.</Box>
      ) : (
        <SignOnButton purpose="link" name={name} next="/profile" />
      )}
    </Container>
  )
}
