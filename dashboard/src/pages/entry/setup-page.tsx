/** Accepts an invitation or an operator’s setup link, with a new or an existing user account. */
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { setupPage, signInPage } from '../../../../contract/session/links.ts'
import type { Setup } from '../../../../contract/session/setup.ts'
import { fieldMessage, request, RequestError } from '../../http/request.ts'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { BrokenLink } from './broken-link.tsx'
import { EntryCard } from './entry-card.tsx'
import { useFragmentToken } from './fragment-token.ts'
import { PasswordField, passwordProblem } from './password-field.tsx'

export function SetupPage() {
  const token = useFragmentToken()
  const lookUp = useQuery({
    queryKey: ['setup', token],
    queryFn: ({ signal }) => request<Setup>('POST', '/session/setup/look-up', { body: { token }, signal }),
    enabled: token !== null,
    retry: false,
    staleTime: Infinity,
  })

  if (
    token === null ||
    (lookUp.error instanceof RequestError && lookUp.error.failure.status < 500 && lookUp.error.failure.status >= 400)
  ) {
    return <BrokenLink advice="Ask the sender for a new one." />
  }
  if (lookUp.isError) {
    return (
      <EntryCard title="Couldn’t load the invitation">
        <FailureAlert error={lookUp.error} onRetry={() => void lookUp.refetch()} />
      </EntryCard>
    )
  }
  if (lookUp.data === undefined) return <div className="loading" aria-busy="true" />
  const { organization, role, hasAccount, signedInAs } = lookUp.data
  const title = `Join ${organization}`
  const description = `Your role will be ${role}.`
  return (
    <EntryCard title={title} description={description}>
      {signedInAs !== null && <JoinAs token={token} signedInAs={signedInAs} />}
      {signedInAs === null && hasAccount && (
        <SpaceBetween size="m">
          <div>{lookUp.data.email} already has a user account. Sign in to accept the invitation.</div>
          <Link href={`${signInPage}?next=${encodeURIComponent(`${setupPage}#${token}`)}`}>Go to sign-in</Link>
        </SpaceBetween>
      )}
      {signedInAs === null && !hasAccount && <CreateUserAccount token={token} invited={lookUp.data.email} />}
    </EntryCard>
  )
}

function JoinAs({ token, signedInAs }: { readonly token: string; readonly signedInAs: string }) {
  const enter = useEnter()
  const join = useMutation({
    mutationFn: () => request('POST', '/session/setup/join', { body: { token } }),
    onSuccess: enter,
  })
  return (
    <SpaceBetween size="m">
      {join.isError && <FailureAlert error={join.error} />}
      <Button variant="primary" fullWidth loading={join.isPending} onClick={() => join.mutate()}>
        Join as {signedInAs}
      </Button>
    </SpaceBetween>
  )
}

function CreateUserAccount({ token, invited }: { readonly token: string; readonly invited: string | null }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState(invited ?? '')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const enter = useEnter()
  const create = useMutation({
    mutationFn: () => request('POST', '/session/setup', { body: { token, name: name.trim(), email, password } }),
    onSuccess: enter,
  })
  const problems = {
    name: name.trim() === '' ? 'Enter your name.' : undefined,
    email: /^\S+@\S+\.\S+$/u.test(email) ? undefined : 'Enter an email address.',
    password: passwordProblem(password),
  }
  const shown = (field: keyof typeof problems) =>
    (tried ? problems[field] : undefined) ?? fieldMessage(create.error, field)

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (Object.values(problems).every((problem) => problem === undefined)) create.mutate()
      }}
    >
      <SpaceBetween size="l">
        {create.isError && <FailureAlert error={create.error} />}
        <FormField label="Name" errorText={shown('name')} i18nStrings={{ errorIconAriaLabel: 'Error' }}>
          <Input
            name="name"
            autoComplete="name"
            autoFocus
            value={name}
            onChange={({ detail }) => setName(detail.value)}
          />
        </FormField>
        <FormField label="Email" errorText={shown('email')} i18nStrings={{ errorIconAriaLabel: 'Error' }}>
          <Input
            type="email"
            name="email"
            autoComplete="username"
            disabled={invited !== null}
            value={email}
            onChange={({ detail }) => setEmail(detail.value)}
          />
        </FormField>
        <PasswordField purpose="new-password" value={password} error={shown('password')} onChange={setPassword} />
        <Button variant="primary" loading={create.isPending} loadingText="Creating the user account" fullWidth>
          Create user account
        </Button>
      </SpaceBetween>
    </form>
  )
}

function useEnter() {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  return async () => {
    await queries.resetQueries({ queryKey: ['me'] })
    navigate('/', { replace: true })
  }
}
