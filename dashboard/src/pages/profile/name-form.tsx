/** Changes the user’s name. */
import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import Form from '@cloudscape-design/components/form'
import FormField from '@cloudscape-design/components/form-field'
import Header from '@cloudscape-design/components/header'
import Input from '@cloudscape-design/components/input'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me } from '../../../../contract/session/me.ts'
import { fieldMessage, request } from '../../http/request.ts'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { useNotify } from '../../shared/notifications.ts'

export function NameForm({ name }: { readonly name: string }) {
  const [text, setText] = useState(name)
  const queries = useQueryClient()
  const notify = useNotify()
  const save = useMutation({
    mutationFn: () => request<Me>('PATCH', '/session/me', { body: { name: text.trim() } }),
    onSuccess: async (me) => {
      notify({ type: 'success', content: `Your name was changed to ${me.user.name}.` })
      queries.setQueryData(['me'], me)
      await queries.invalidateQueries({ queryKey: ['members'] })
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') save.mutate()
      }}
    >
      <Form
        actions={
          <Button variant="primary" loading={save.isPending} disabled={text.trim() === name}>
            Change name
          </Button>
        }
      >
        <Container header={<Header variant="h2">Name</Header>}>
          <SpaceBetween size="l">
            {save.isError && <FailureAlert error={save.error} />}
            <FormField
              label="Name"
              description="Shown to other members of your organizations."
              errorText={text.trim() === '' ? 'Enter a name.' : fieldMessage(save.error, 'name')}
            >
              <Input value={text} autoComplete="name" onChange={({ detail }) => setText(detail.value)} />
            </FormField>
          </SpaceBetween>
        </Container>
      </Form>
    </form>
  )
}
