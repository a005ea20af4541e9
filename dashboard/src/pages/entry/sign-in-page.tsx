/** Signing in with e-mail and password, or through the organization's own identity provider. */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { request } from '../../http/request.ts'
import { signOnQuery } from '../../session/sign-on.ts'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { SignOnButton } from '../../shared/sign-on-button.tsx'
import { EntryCard } from './entry-card.tsx'
import { PasswordField } from './password-field.tsx'

/** Why people were led here, by the sign-in library's codes; all others are of single sign-on. */
const reasons: Readonly<Record<string, string>> = {
  INVALID_TOKEN: 'The link has been used or has expired. Ask whoever gave it to you for another one.',
  account_not_linked:
    'There is an account here with your e-mail address, and it is not linked to who you are there. Sign in with your password and link single sign-on in your profile, or ask the operator of this service to link it.',
  email_not_found: 'Your account there has no e-mail address that can be used here: it takes one of ASCII characters.',
  unable_to_get_user_info:
    'What the provider of single sign-on answered could not be verified. Try again, or ask the operator of this service.',
  invalid_code: 'The provider of single sign-on did not answer as it should. Try again in a minute.',
  email_does_not_match: 'Your account there has another e-mail address than the one here: the two were not linked.',
  unable_to_link_account: 'Your e-mail address is not verified there: the two accounts were not linked.',
}

export function SignInPage() {
  const [search] = useSearchParams()
  const next = localPath(search.get('next'))
  const ways = useQuery(signOnQuery)
  return (
    <EntryCard title="Sign in">
      <SpaceBetween size="l">
        {search.has('error') && (
          <Alert type="error" statusIconAriaLabel="Error">
            {reasons[search.get('error') ?? ''] ??
              'Signing in elsewhere did not work. Try again, or ask for an invitation.'}
          </Alert>
        )}
        {ways.data?.hasPeople === false && (
          <Alert type="info" statusIconAriaLabel="Information">
            Nobody has an account here yet. The operator of this service makes a link for the first one:{' '}
            <code>bin/surveyor admin link</code>
          </Alert>
        )}
        {ways.data?.password !== false && <PasswordSignIn next={next} />}
        {ways.data?.oidc === true && (
          <SignOnButton purpose="sign in" name={ways.data.oidcName ?? 'single sign-on'} next={next} fullWidth />
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
        <FormField label="E-mail">
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

/** Only a path of this dashboard: a link must not lead elsewhere after signing in. */
function localPath(path: string | null): string {
  return path !== null && /^\/(?![/\\])/u.test(path) ? path : '/'
}
