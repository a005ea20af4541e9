/** The whole dashboard: what a visitor may see before signing in, and everything behind it, each loaded when it is needed. */
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
      // Also where the browser thinks that there is no network: else requests would wait without a word.
      networkMode: 'always',
      staleTime: 5000,
      retry: (failures, error) => failures < 2 && mayPass(error),
    },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      // A session that ended while the page was open: asking who is signed in again leads to the sign-in page.
      const wasSignedIn = queryClient.getQueryData(meQuery.queryKey) !== undefined
      if (isSignedOut(error) && query.queryKey[0] !== 'me' && wasSignedIn)
        void queryClient.resetQueries({ queryKey: ['me'] })
    },
  }),
})

const entryPages: readonly string[] = [signInPage, setupPage, resetPasswordPage, '/forgot-password']

// The service is asked who this is, and for what the page shows, while the code comes: of the frame, and of the page in it.
const { pathname, search } = globalThis.location
if (!entryPages.includes(pathname)) {
  void queryClient.prefetchQuery(meQuery)
  void loadSignedIn().catch(() => undefined)
  preloadPage(queryClient, pathname, new URLSearchParams(search))
}

function mayPass(error: unknown): boolean {
  return error instanceof RequestError && (error.failure.status === 0 || error.failure.status >= 500)
}

function isSignedOut(error: unknown): boolean {
  return error instanceof RequestError && error.failure.status === 401
}

export function Dashboard() {
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={<div className="starting" aria-busy="true" />}>
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
