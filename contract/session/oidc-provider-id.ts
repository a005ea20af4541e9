/** How single sign-on is asked for. */

/** The provider's name for `POST /session/auth/sign-in/social {"provider": …, "callbackURL": "/"}`, which answers `{"url"}`. */
export const oidcProviderId = 'oidc'
