/** Sends email by SMTP: invitations and password reset links. */
import { createTransport } from 'nodemailer'

export type Mailer = {
  /** Rejects if the mail server doesn't accept the message. */
  sendInvitation(to: string, invitation: { readonly organization: string; readonly link: string }): Promise<void>
  sendPasswordReset(to: string, link: string): Promise<void>
}

export type MailSettings = {
  /** `smtp://user:password@host:port`, or `smtps:`. */
  readonly smtpUrl: string
  readonly from: string
}

const timeoutMs = 10_000

export function createMailer({ smtpUrl, from }: MailSettings): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const send = async (to: string, subject: string, lines: readonly string[]) => {
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text: `${lines.join('\n')}\n` })
  }
  return {
    sendInvitation: (to, { organization, link }) =>
      send(to, `Invitation to ${organization} on Surveyor`, [
        `You are invited to join ${organization} on Surveyor.`,
        '',
        `Accept the invitation: ${link}`,
        '',
        'The link works once and expires in seven days. If you did not expect this invitation, ignore this email.',
      ]),
    sendPasswordReset: (to, link) =>
      send(to, 'Reset your Surveyor password', [
        'We received a request to reset your password.',
        '',
        `Set a new password: ${link}`,
        '',
        "The link works once and expires in one hour. If you didn't request this, ignore this email.",
      ]),
  }
}
