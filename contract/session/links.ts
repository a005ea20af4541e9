/** Pages that links lead to. What a link proves stands behind `#`, which browsers never send: no log on the way gets it. */

/** Takes the token of an administrator's link or an invitation behind `#`. */
export const setupPage = '/setup'

/** Takes the token of a password reset behind `#`; pass it as `token` to `POST /session/auth/reset-password`. */
export const resetPasswordPage = '/reset-password'

export const signInPage = '/sign-in'
