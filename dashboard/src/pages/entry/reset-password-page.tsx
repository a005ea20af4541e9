/** Sets a new password with a reset link. */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { request } from '../../http/request.ts'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { BrokenLink } from './broken-link.tsx'
import { EntryCard } from './entry-card.tsx'
import { useFragmentToken } from './fragment-token.ts'
import { PasswordField, passwordProblem } from './password-field.tsx'

export function ResetPasswordPage() {
  const token = useFragmentToken()
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const problem = passwordProblem(password)
  const reset = useMutation({
    mutationFn: () => request('POST', '/session/auth/reset-password', { body: { newPassword: password, token } }),
  })

  if (token === null) return <BrokenLink advice="Request a new one." />
  if (reset.isSuccess) {
    return (
      <EntryCard title="Password changed">
        <SpaceBetween size="m">
          <Alert type="success" statusIconAriaLabel="Success">
            Sign in with your new password.
          </Alert>
          <Link href="/sign-in">Go to sign-in</Link>
        </SpaceBetween>
      </EntryCard>
    )
  }
  return (
    <EntryCard title="Choose a new password">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (problem === undefined) reset.mutate()
        }}
      >
        <SpaceBetween size="l">
          {reset.isError && <FailureAlert error={reset.error} />}
          <PasswordField
            label="New password"
            purpose="new-password"
            value={password}
            error={tried ? problem : undefined}
            onChange={setPassword}
          />
          <Button variant="primary" loading={reset.isPending} loadingText="Saving" fullWidth>
            Change password
          </Button>
        </SpaceBetween>
      </form>
    </EntryCard>
  )
}
