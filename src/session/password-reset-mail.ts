/** Mails links for new passwords, a few an hour to each person: anybody can ask for them, and so could fill somebody's mailbox. */
import type { Logger } from 'pino'
import { resetPasswordPage } from '../../contract/session/links.ts'
import type { Store } from '../store/store.ts'
import type { Mailer } from './mailer.ts'

/** Both of the links and of the count: while no more are mailed, one that was still works. */
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
    /** Who signs in elsewhere alone gets no password here. */
    readonly signsInElsewhere: (userId: string) => Promise<boolean>
  },
): PasswordResetMail {
  const { mailer, publicUrl, logger, signsInElsewhere } = options
  const send: PasswordResetMail = async ({ user: { id, email }, token }) => {
    if (await signsInElsewhere(id)) return
    const key = `reset-mail:${id}`
    const { count } = await attempts.count(key, resetLinkSeconds)
    if (count > mostMails) {
      logger.info({ userId: id }, 'no further link for a new password was mailed within the hour')
      return
    }
    try {
      await mailer.sendPasswordReset(email, `${publicUrl}${resetPasswordPage}#${token}`)
    } catch (error) {
      // Nobody was sent anything: once there is mail again, it is not to be waited for.
      await attempts.takeBack(key)
      throw error
    }
  }
  return (reset) => {
    // Not waited for: how long it takes, that it failed, or that it was one too many, would tell that there is such an account.
    send(reset).catch((error: unknown) => logger.warn({ err: error }, 'a link for a new password could not be mailed'))
    return Promise.resolve()
  }
}
