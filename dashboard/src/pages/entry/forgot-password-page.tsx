/** Asking for a link to choose a new password. */
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
  const ask = useMutation({
    mutationFn: () =>
      request('POST', '/session/auth/request-password-reset', { body: { email, redirectTo: resetPasswordPage } }),
  })

  return (
    <EntryCard title="Choose a new password" description="We send a link to your e-mail address.">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ask.mutate()
        }}
      >
        <SpaceBetween size="l">
          {ask.isError && <FailureAlert error={ask.error} />}
          {ask.isSuccess && (
            <Alert type="success" statusIconAriaLabel="Success">
              If there is an account for this address, a link is on its way. No more than three are sent within an hour:
              look for those that came before. Where this service sends no mail, its operator can make one:{' '}
              <code>bin/surveyor user reset-link</code>.
            </Alert>
          )}
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
          <Link href="/sign-in">Back to sign in</Link>
          <Button variant="primary" loading={ask.isPending} loadingText="Asking for a link" fullWidth>
            Send the link
          </Button>
        </SpaceBetween>
      </form>
    </EntryCard>
  )
}
