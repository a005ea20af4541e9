/** The dashboard: the pages before sign-in, and everything behind it. Code is loaded when it is first needed. */
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { resetPasswordPage, setupPage, signInPage } from '../../contract/session/links.ts'
import { RequestError } from './http/request.ts'
import { preloadPage } from './layout/preload-page.ts'
import { meQuery } from './session/current-user.ts'

const SignInPage = lazy(async () => ({ default: (await import('./pages/entry/sign-in-page.tsx')).SignInPage }))
const SetupPage = lazy(async () => ({ default: (await import('./pages/entry/setup-page.tsx')).SetupPage }))
const ForgotPasswordPage = lazy(async () => ({
  default: (await import('./pages/entry/forgot-password-page.tsx')).ForgotPasswordPage,
}))
const ResetPasswordPage = lazy(async () => ({
  default: (await import('./pages/entry/reset-password-page.tsx')).ResetPasswordPage,
}))
const loadSignedIn = async () => ({ default: (await import('./layout/signed-in.tsx')).SignedIn })
const SignedIn = lazy(loadSignedIn)

const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Sends requests even if the browser reports no network. Otherwise they would wait silently.
      networkMode: 'always',
      staleTime: 5000,
      retry: (failures, error) => failures < 2 && isTransient(error),
    },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      // The session ended while the page was open. Loading the current user again redirects to the sign-in page.
      const wasSignedIn = queryClient.getQueryData(meQuery.queryKey) !== undefined
      if (isSignedOut(error) && query.queryKey[0] !== 'me' && wasSignedIn)
        void queryClient.resetQueries({ queryKey: ['me'] })
    },
  }),
})

const entryPages: readonly string[] = [signInPage, setupPage, resetPasswordPage, '/forgot-password']

// Requests the current user and the page's data while the code of the frame and the page loads.
const { pathname, search } = globalThis.location
if (!entryPages.includes(pathname)) {
  void queryClient.prefetchQuery(meQuery)
  void loadSignedIn().catch(() => undefined)
  preloadPage(queryClient, pathname, new URLSearchParams(search))
}

function isTransient(error: unknown): boolean {
  return error instanceof RequestError && (error.failure.status === 0 || error.failure.status >= 500)
}

function isSignedOut(error: unknown): boolean {
  return error instanceof RequestError && error.failure.status === 401
}

export function Dashboard() {
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={<div className="loading" aria-busy="true" />}>
        <Switch>
          <Route path={signInPage} component={SignInPage} />
          <Route path={setupPage} component={SetupPage} />
          <Route path="/forgot-password" component={ForgotPasswordPage} />
          <Route path={resetPasswordPage} component={ResetPasswordPage} />
          <Route component={SignedIn} />
        </Switch>
      </Suspense>
    </QueryClientProvider>
  )
}
