/** Sends email by SMTP: invitations, password reset links, and alerts. */
import { createTransport } from 'nodemailer'

export type MailMessage = {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Pictures that the HTML shows by their `cid`. */
  readonly pictures: readonly { readonly cid: string; readonly name: string; readonly png: Uint8Array }[]
}

export type Mailer = {
  /** To several recipients, who see each other. Rejects if the mail server doesn't accept the message. */
  sendMessage(to: readonly string[], message: MailMessage): Promise<void>
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
    async sendMessage(to, { subject, text, html, pictures }) {
      await transport.sendMail({
        from,
        to: to.map((address) => ({ name: '', address })),
        subject,
        text,
        html,
        attachments: pictures.map(({ cid, name, png }) => ({
          cid,
          filename: name,
          content: Buffer.from(png),
          contentType: 'image/png',
          contentDisposition: 'inline' as const,
        })),
      })
    },
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
