/**
 * Emails password reset links, a few per hour and user, because anyone can request them and could otherwise flood a
 * mailbox.
 */
import type { Logger } from 'pino'
import { resetPasswordPage } from '../../contract/session/links.ts'
import type { Store } from '../store/store.ts'
import type { Mailer } from './mailer.ts'

/** The lifetime of the links and the window of the limit. While the limit is reached, an earlier link still works. */
export const resetLinkSeconds = 3_600
const mostMails = 3

export type PasswordResetMail = (reset: {
  readonly user: { readonly id: string; readonly email: string }
  readonly token: string
}) => Promise<void>

export function passwordResetMail(
  { attempts }: Pick<Store, 'attempts'>,
  options: {
    readonly mailer: Mailer
    readonly publicUrl: string | null
    readonly logger: Logger
    /** Users who only sign in with SSO can't get a password. */
    readonly signsInElsewhere: (userId: string) => Promise<boolean>
  },
): PasswordResetMail {
  const { mailer, publicUrl, logger, signsInElsewhere } = options
  const send: PasswordResetMail = async ({ user: { id, email }, token }) => {
    if (await signsInElsewhere(id)) return
    const key = `reset-mail:${id}`
    const { count } = await attempts.count(key, resetLinkSeconds)
    if (count > mostMails) {
      logger.info({ userId: id }, 'password reset link not emailed: limit per hour reached')
      return
    }
    try {
      await mailer.sendPasswordReset(email, `${publicUrl}${resetPasswordPage}#${token}`)
    } catch (error) {
      // No email was sent, so this attempt doesn't count. The user can retry as soon as email works again.
      await attempts.takeBack(key)
      throw error
    }
  }
  return (reset) => {
    // Not awaited, because the response time and errors must not reveal whether the user exists.
    send(reset).catch((error: unknown) => logger.warn({ err: error }, "password reset link couldn't be emailed"))
    return Promise.resolve()
  }
}
