/** Mail by SMTP: invitations and links for new passwords. */
import { createTransport } from 'nodemailer'

export type Mailer = {
  /** Rejects when the mail server does not take it. */
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
      send(to, `You are invited to ${organization} on Surveyor`, [
        `You are invited to see the infrastructure of ${organization}.`,
        '',
        `Set up your account here: ${link}`,
        '',
        'The link works once, for seven days. If you did not expect it, do nothing.',
      ]),
    sendPasswordReset: (to, link) =>
      send(to, 'Set a new password for Surveyor', [
        'Somebody asked for a new password for your account.',
        '',
        `Set it here: ${link}`,
        '',
        'The link works once, for one hour. If it was not you who asked, do nothing: your password stays as it is.',
      ]),
  }
}
