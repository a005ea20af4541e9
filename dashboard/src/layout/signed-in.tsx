/** Everything behind the sign-in: who it is, the frame around every page, and which page an address shows. */
import '@cloudscape-design/global-styles/dark-mode-utils.css'
import { I18nProvider } from '@cloudscape-design/components/i18n'
import messages from '@cloudscape-design/components/i18n/messages/all.en'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { Redirect, useLocation } from 'wouter'
import { signInPage } from '../../../contract/session/links.ts'
import { RequestError } from '../http/request.ts'
import { CurrentUserContext, meQuery } from '../session/current-user.ts'
import { QueryFailure } from '../shared/query-failure.tsx'
import { Starting } from '../shared/starting.tsx'
import { Frame } from './frame.tsx'

export function SignedIn() {
  const me = useQuery(meQuery)
  const [path] = useLocation()
  // Deferred: the frame is drawn in slices, between which the browser can answer people.
  const user = useDeferredValue(me.data)
  if (me.isError && me.error instanceof RequestError && me.error.failure.status === 401) {
    const { search } = globalThis.location
    // Links that sign people in lead to `/`, with the reason where they no longer do.
    const reason = new URLSearchParams(search).has('error') ? search : ''
    const further = path === '/' ? reason : `?next=${encodeURIComponent(`${path}${search}`)}`
    return <Redirect to={`${signInPage}${further}`} replace />
  }
  if (me.isError) {
    return (
      <main className="entry">
        <QueryFailure query={me} header="The dashboard could not start" />
      </main>
    )
  }
  if (user === undefined) {
    return <Starting />
  }
  return (
    <I18nProvider locale="en" messages={[messages]}>
      <CurrentUserContext value={user}>
        <Frame />
      </CurrentUserContext>
    </I18nProvider>
  )
}
