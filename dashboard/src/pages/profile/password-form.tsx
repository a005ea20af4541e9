/** Changes the user’s password and ends all other sessions. */
import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import Form from '@cloudscape-design/components/form'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../http/request.ts'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { useNotify } from '../../shared/notifications.ts'
import { PasswordField, passwordProblem } from '../entry/password-field.tsx'

export function PasswordForm() {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const queries = useQueryClient()
  const notify = useNotify()
  const problem = passwordProblem(password)
  const change = useMutation({
    mutationFn: () =>
      request('POST', '/session/auth/change-password', {
        body: { currentPassword: current, newPassword: password, revokeOtherSessions: true },
      }),
    onSuccess: async () => {
      setCurrent('')
      setPassword('')
      setTried(false)
      notify({ type: 'success', content: 'Password changed. You were signed out of all other sessions.' })
      await queries.invalidateQueries({ queryKey: ['me'] })
      await queries.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (problem === undefined) change.mutate()
      }}
    >
      <Form
        actions={
          <Button variant="primary" loading={change.isPending}>
            Change password
          </Button>
        }
      >
        <Container header={<Header variant="h2">Password</Header>}>
          <SpaceBetween size="l">
            {change.isError && <FailureAlert error={change.error} />}
            <PasswordField label="Current password" purpose="current-password" value={current} onChange={setCurrent} />
            <PasswordField
              label="New password"
              purpose="new-password"
              value={password}
              error={tried ? problem : undefined}
              onChange={setPassword}
            />
          </SpaceBetween>
        </Container>
      </Form>
    </form>
  )
}
