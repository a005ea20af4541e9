/** Everything behind sign-in: loads the current user and renders the frame with the page. */
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
import { Loading } from '../shared/loading.tsx'
import { Frame } from './frame.tsx'

export function SignedIn() {
  const me = useQuery(meQuery)
  const [path] = useLocation()
  // Deferred: React renders the frame in slices, and the browser handles input between them.
  const user = useDeferredValue(me.data)
  if (me.isError && me.error instanceof RequestError && me.error.failure.status === 401) {
    const { search } = globalThis.location
    // Failed sign-in links redirect to `/` with the reason.
    const reason = new URLSearchParams(search).has('error') ? search : ''
    const parameters = path === '/' ? reason : `?next=${encodeURIComponent(`${path}${search}`)}`
    return <Redirect to={`${signInPage}${parameters}`} replace />
  }
  if (me.isError) {
    return (
      <main className="entry">
        <QueryFailure query={me} header="Couldn’t load the dashboard" />
      </main>
    )
  }
  if (user === undefined) {
    return <Loading />
  }
  return (
    <I18nProvider locale="en" messages={[messages]}>
      <CurrentUserContext value={user}>
        <Frame />
      </CurrentUserContext>
    </I18nProvider>
  )
}
