/** Redirects to the SSO provider, to sign in or to link SSO to the user account. */
import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMutation } from '@tanstack/react-query'
import { oidcProviderId } from '../../../contract/session/oidc-provider-id.ts'
import { request } from '../http/request.ts'
import { FailureAlert } from './failure-alert.tsx'

const paths = { 'sign in': '/session/auth/sign-in/social', link: '/session/auth/link-social' } as const

export function SsoButton({
  purpose,
  name,
  next,
  fullWidth = false,
}: {
  readonly purpose: keyof typeof paths
  /** Display name of the provider. */
  readonly name: string
  /** Dashboard path to return to. */
  readonly next: string
  readonly fullWidth?: boolean
}) {
  const start = useMutation({
    mutationFn: () =>
      request<{ url: string }>('POST', paths[purpose], { body: { provider: oidcProviderId, callbackURL: next } }),
    onSuccess: ({ url }) => globalThis.location.assign(url),
  })
  return (
    <SpaceBetween size="s">
      {start.isError && <FailureAlert error={start.error} />}
      <Button fullWidth={fullWidth} loading={start.isPending} onClick={() => start.mutate()}>
        {purpose === 'link' ? `Link ${name}` : `Sign in with ${name}`}
      </Button>
    </SpaceBetween>
  )
}
