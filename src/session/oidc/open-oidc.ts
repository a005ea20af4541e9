/** Single sign-on, opened: its provider is asked from now on, and people who came by it before are bound to its issuer. */
import type { Logger } from 'pino'
import { oidcProviderId } from '../../../contract/session/oidc-provider-id.ts'
import type { Store } from '../../store/store.ts'
import { type OidcDiscovery, openOidcDiscovery } from './discovery.ts'
import type { OidcSettings } from './oidc-provider.ts'

export function openOidc(
  settings: OidcSettings,
  { store, logger }: { readonly store: Store; readonly logger: Logger },
): { readonly settings: OidcSettings; readonly discovery: OidcDiscovery } {
  const { issuer } = settings
  const discovery = openOidcDiscovery(issuer, {
    logger,
    /** Once the provider says itself that it is the configured one: an issuer with a typing mistake would lock all of them out. */
    async prepare() {
      const bound = await store.signOnCredentials.bindToIssuer(oidcProviderId, issuer)
      if (bound > 0)
        logger.info({ issuer, bound }, 'people who signed in by single sign-on before are bound to its issuer')
    },
  })
  return { settings, discovery }
}
