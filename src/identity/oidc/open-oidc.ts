/** Starts SSO: loads the discovery document, and binds existing SSO users to the issuer. */
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
    /**
     * Runs after the provider has confirmed the configured issuer. A typing error would otherwise lock all SSO users
     * out.
     */
    async prepare() {
      const bound = await store.signOnCredentials.bindToIssuer(oidcProviderId, issuer)
      if (bound > 0) logger.info({ issuer, bound }, 'existing SSO users were bound to the issuer')
    },
  })
  return { settings, discovery }
}
