/** In place of every page of an organization that asks for single sign-on, while the person came in otherwise. */
import Box from '@cloudscape-design/components/box'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useCurrentUser } from '../session/current-user.ts'
import { signOnQuery } from '../session/sign-on.ts'
import { Page } from '../shared/page.tsx'
import { QueryFailure } from '../shared/query-failure.tsx'
import { SignOnButton } from '../shared/sign-on-button.tsx'

export function SignOnGate() {
  const { organization, user } = useCurrentUser()
  const [path] = useLocation()
  const ways = useQuery(signOnQuery)
  const name = ways.data?.oidcName ?? 'single sign-on'
  return (
    <Page title={`${organization?.name ?? 'The organization'} asks for single sign-on`}>
      <QueryFailure query={ways} header="The ways to sign in could not be read" />
      {ways.data?.oidc === false && (
        <Box>
          Single sign-on is not set up here any more. Ask an owner of the organization to let you in without it.
        </Box>
      )}
      {ways.data?.oidc === true && (
        <SpaceBetween size="m">
          <Box>
            {user.hasSignOn
              ? `You signed in otherwise. Sign in with ${name} to see its accounts and scans.`
              : `You signed in otherwise. First link your account at ${name} to the one here, then sign in with it.`}
          </Box>
          <SignOnButton purpose={user.hasSignOn ? 'sign in' : 'link'} name={name} next={path} />
        </SpaceBetween>
      )}
    </Page>
  )
}
