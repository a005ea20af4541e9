/** A user preference, such as the columns of a table: stored by the service, applied immediately. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Me } from '../../../contract/session/me.ts'
import { request } from '../http/request.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { failureText, useNotify } from './notifications.ts'

export function usePreference<Value>(key: string, initial: Value): readonly [Value, (value: Value) => void] {
  const { preferences } = useCurrentUser()
  const queries = useQueryClient()
  const notify = useNotify()
  const save = useMutation({
    mutationFn: (preferences: Me['preferences']) =>
      request('PUT', '/session/me/preferences', { body: { preferences } }),
    onError: (error) => notify({ type: 'error', content: failureText('Couldn’t save your preference', error) }),
  })
  const choose = (value: Value) => {
    const me = queries.getQueryData<Me>(['me'])
    if (me === undefined) return
    const changed = { ...me.preferences, [key]: value }
    queries.setQueryData<Me>(['me'], { ...me, preferences: changed })
    save.mutate(changed)
  }
  return [(preferences[key] as Value | undefined) ?? initial, choose]
}
