/** Signing in with e-mail and password, or through the organization's own identity provider. */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { oidcProviderId } from '../../../../contract/session/oidc-provider-id.ts'
import type { SignOn } from '../../../../contract/session/sign-on.ts'
import { request } from '../../http/request.ts'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { EntryCard } from './entry-card.tsx'
import { PasswordField } from './password-field.tsx'

/** Why a link that signs people in led here; all other reasons are of single sign-on. */
const usedLink = 'INVALID_TOKEN'

export function SignInPage() {
  const [search] = useSearchParams()
  const next = localPath(search.get('next'))
  const ways = useQuery({
    queryKey: ['sign-on'],
    queryFn: ({ signal }) => request<SignOn>('GET', '/session/sign-on', { signal }),
  })
  return (
    <EntryCard title="Sign in">
      <SpaceBetween size="l">
        {search.has('error') && (
          <Alert type="error" statusIconAriaLabel="Error">
            {search.get('error') === usedLink
              ? 'The link has been used or has expired. Ask whoever gave it to you for another one.'
              : 'Signing in elsewhere did not work. Try again, or ask for an invitation.'}
          </Alert>
        )}
        {ways.data?.hasPeople === false && (
          <Alert type="info" statusIconAriaLabel="Information">
            Nobody has an account here yet. The operator of this service makes a link for the first one:{' '}
            <code>bin/surveyor admin link</code>
          </Alert>
        )}
        {ways.data?.password !== false && <PasswordSignIn next={next} />}
        {ways.data?.oidc === true && <SingleSignOn name={ways.data.oidcName ?? 'single sign-on'} next={next} />}
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

function SingleSignOn({ name, next }: { readonly name: string; readonly next: string }) {
  const start = useMutation({
    mutationFn: () =>
      request<{ url: string }>('POST', '/session/auth/sign-in/social', {
        body: { provider: oidcProviderId, callbackURL: next },
      }),
    onSuccess: ({ url }) => globalThis.location.assign(url),
  })
  return (
    <SpaceBetween size="s">
      {start.isError && <FailureAlert error={start.error} />}
      <Button fullWidth loading={start.isPending} onClick={() => start.mutate()}>
        Sign in with {name}
      </Button>
    </SpaceBetween>
  )
}

/** Only a path of this dashboard: a link must not lead elsewhere after signing in. */
function localPath(path: string | null): string {
  return path !== null && /^\/(?![/\\])/u.test(path) ? path : '/'
}
