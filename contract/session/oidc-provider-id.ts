/** The SSO provider in requests. */

/** The provider ID for `POST /session/auth/sign-in/social {"provider": …, "callbackURL": "/"}`, which returns `{"url"}`. */
export const oidcProviderId = 'oidc'
