/** Replaces every page of an organization that enforces SSO while the user is signed in with a password. */
import Box from '@cloudscape-design/components/box'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useCurrentUser } from '../session/current-user.ts'
import { ssoQuery } from '../session/sso.ts'
import { Page } from '../shared/page.tsx'
import { QueryFailure } from '../shared/query-failure.tsx'
import { SsoButton } from '../shared/sso-button.tsx'

export function SsoRequired() {
  const { organization, user } = useCurrentUser()
  const [path] = useLocation()
  const sso = useQuery(ssoQuery)
  const name = sso.data?.oidcName ?? 'SSO'
  return (
    <Page title={`${organization?.name ?? 'This organization'} requires single sign-on (SSO)`}>
      <QueryFailure query={sso} header="Couldn’t load the sign-in options" />
      {sso.data?.oidc === false && (
        <Box>SSO is no longer configured. Ask an owner of the organization to turn off SSO enforcement.</Box>
      )}
      {sso.data?.oidc === true && (
        <SpaceBetween size="m">
          <Box>
            {user.hasSignOn
              ? `You are signed in with a password. Sign in with ${name} to view the accounts and scans.`
              : `You are signed in with a password. Link ${name} to your user account, then sign in with it.`}
          </Box>
          <SsoButton purpose={user.hasSignOn ? 'sign in' : 'link'} name={name} next={path} />
        </SpaceBetween>
      )}
    </Page>
  )
}
