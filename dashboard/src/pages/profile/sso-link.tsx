/** Shows whether SSO is linked to the user account, or a button to link it. */
import Box from '@cloudscape-design/components/box'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../../session/current-user.ts'
import { ssoQuery } from '../../session/sso.ts'
import { SsoButton } from '../../shared/sso-button.tsx'

export function SsoLink() {
  const { user } = useCurrentUser()
  const { data: sso } = useQuery(ssoQuery)
  if (sso?.oidc !== true) return null
  const name = sso.oidcName ?? 'SSO'
  return (
    <Container header={<Header variant="h2">Single sign-on (SSO)</Header>}>
      {user.hasSignOn ? (
        <Box>You can sign in with {name}.</Box>
      ) : (
        <SsoButton purpose="link" name={name} next="/profile" />
      )}
    </Container>
  )
}
