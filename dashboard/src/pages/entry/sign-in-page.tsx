/** Signs in with email and password, or with single sign-on (SSO). */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { request } from '../../http/request.ts'
import { ssoQuery } from '../../session/sso.ts'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { SsoButton } from '../../shared/sso-button.tsx'
import { EntryCard } from './entry-card.tsx'
import { PasswordField } from './password-field.tsx'

/** Error messages by code of the sign-in library. Every other code is an SSO error. */
const reasons: Readonly<Record<string, string>> = {
  INVALID_TOKEN: 'The link was already used or expired. Ask the sender for a new one.',
  account_not_linked:
    'A user account with your email exists, but SSO isn’t linked to it. Sign in with your password and link SSO in your profile, or ask the operator to link it.',
  email_not_found: 'Your SSO account has no email address that Surveyor supports. Only ASCII characters are allowed.',
  unable_to_get_user_info:
    'The response of the SSO provider couldn’t be verified. Try again. If it happens again, tell the operator.',
  invalid_code: 'The SSO provider returned an unexpected response. Try again in a minute.',
  email_does_not_match: 'SSO wasn’t linked: your SSO account uses a different email address.',
  unable_to_link_account: 'SSO wasn’t linked: the email address of your SSO account isn’t verified.',
}

export function SignInPage() {
  const [search] = useSearchParams()
  const next = localPath(search.get('next'))
  const sso = useQuery(ssoQuery)
  return (
    <EntryCard title="Sign in">
      <SpaceBetween size="l">
        {search.has('error') && (
          <Alert type="error" statusIconAriaLabel="Error">
            {reasons[search.get('error') ?? ''] ?? 'SSO sign-in failed. Try again, or ask an admin for an invitation.'}
          </Alert>
        )}
        {sso.data?.hasPeople === false && (
          <Alert type="info" statusIconAriaLabel="Information">
            No users yet. The operator creates the first setup link with: <code>bin/surveyor admin link</code>
          </Alert>
        )}
        {sso.data?.password !== false && <PasswordSignIn next={next} />}
        {sso.data?.oidc === true && (
          <SsoButton purpose="sign in" name={sso.data.oidcName ?? 'SSO'} next={next} fullWidth />
        )}
      </SpaceBetween>
    </EntryCard>
  )
}

function PasswordSignIn({ next }: { readonly next: string }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const signIn = useMutation({
    mutationFn: () => request('POST', '/session/auth/sign-in/email', { body: { email, password } }),
    onSuccess: async () => {
      await queries.resetQueries({ queryKey: ['me'] })
      navigate(next, { replace: true })
    },
  })

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        signIn.mutate()
      }}
    >
      <SpaceBetween size="l">
        {signIn.isError && <FailureAlert error={signIn.error} />}
        <FormField label="Email">
          <Input
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            value={email}
            onChange={({ detail }) => setEmail(detail.value)}
          />
        </FormField>
        <PasswordField purpose="current-password" value={password} onChange={setPassword} />
        <Link href="/forgot-password">Forgot your password?</Link>
        <Button variant="primary" loading={signIn.isPending} loadingText="Signing in" fullWidth>
          Sign in
        </Button>
      </SpaceBetween>
    </form>
  )
}

/** Only a path of this dashboard: sign-in must not redirect to another site. */
function localPath(path: string | null): string {
  return path !== null && /^\/(?![/\\])/u.test(path) ? path : '/'
}
