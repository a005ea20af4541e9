/** Pages that links open. The token is in the fragment (`#`), which browsers never send, so no log contains it. */

/** The fragment is the token of a setup link or an invitation. */
export const setupPage = '/setup'

/** The fragment is the token of a password reset. Pass it as `token` to `POST /session/auth/reset-password`. */
export const resetPasswordPage = '/reset-password'

export const signInPage = '/sign-in'
