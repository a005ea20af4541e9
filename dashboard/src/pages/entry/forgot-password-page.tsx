/** Requests a password reset link. */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { resetPasswordPage } from '../../../../contract/session/links.ts'
import { request } from '../../http/request.ts'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { EntryCard } from './entry-card.tsx'

export function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const requestLink = useMutation({
    mutationFn: () =>
      request('POST', '/session/auth/request-password-reset', { body: { email, redirectTo: resetPasswordPage } }),
  })

  return (
    <EntryCard title="Reset your password" description="We’ll email you a reset link.">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          requestLink.mutate()
        }}
      >
        <SpaceBetween size="l">
          {requestLink.isError && <FailureAlert error={requestLink.error} />}
          {requestLink.isSuccess && (
            <Alert type="success" statusIconAriaLabel="Success">
              If this email belongs to a user, we sent a reset link. Limit: three links per hour. If no email arrives,
              the operator can create a link with <code>bin/surveyor user reset-link</code>.
            </Alert>
          )}
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
          <Link href="/sign-in">Back to sign-in</Link>
          <Button variant="primary" loading={requestLink.isPending} loadingText="Sending the link" fullWidth>
            Send reset link
          </Button>
        </SpaceBetween>
      </form>
    </EntryCard>
  )
}
