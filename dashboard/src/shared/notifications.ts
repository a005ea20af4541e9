/** Notifications above the content. They stay until the user dismisses them, and screen readers announce them. */
import type { FlashbarProps } from '@cloudscape-design/components/flashbar'
import { createContext, useCallback, useContext, useMemo, useState } from 'react'
import { RequestError } from '../http/request.ts'

type Notification = { readonly type: 'success' | 'error' | 'info'; readonly content: string }

export type Notifications = {
  readonly items: readonly FlashbarProps.MessageDefinition[]
  readonly notify: (notification: Notification) => void
}

export const NotificationsContext = createContext<Notifications>({ items: [], notify: () => undefined })

export function useNotificationList(): Notifications {
  const [items, setItems] = useState<readonly FlashbarProps.MessageDefinition[]>([])
  const notify = useCallback(({ type, content }: Notification) => {
    const id = crypto.randomUUID()
    const onDismiss = () => setItems((before) => before.filter((item) => item.id !== id))
    setItems((before) => [
      { id, type, content, dismissible: true, dismissLabel: 'Dismiss', onDismiss },
      ...before.slice(0, 4),
    ])
  }, [])
  return useMemo(() => ({ items, notify }), [items, notify])
}

export function useNotify(): Notifications['notify'] {
  return useContext(NotificationsContext).notify
}

/** For errors without their own alert on the page. */
export function failureText(what: string, error: unknown): string {
  const message = error instanceof Error ? error.message : 'Unexpected error.'
  const requestId = error instanceof RequestError ? error.failure.requestId : null
  return `${what}: ${message}${requestId === null ? '' : ` (request ID ${requestId})`}`
}
