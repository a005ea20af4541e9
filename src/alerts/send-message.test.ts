/** Tests what users learn when an email can't be sent, with the real mailer. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts'
import { startReceiver } from '../../test/support/receiver.ts'
import { createMailer } from '../identity/mailer.ts'
import { openOutbound } from '../outbound/outbound-request.ts'
import { noExceptions } from '../outbound/outbound-rules.ts'
import { testMessage } from './describe-event.ts'
import { sendMessage } from './send-message.ts'

let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.close())

const sentTo = (smtpUrl: string | null) => {
  const mailer = smtpUrl === null ? null : createMailer({ smtpUrl, from: 'surveyor@example.com' })
  return sendMessage(
    {
      outbound: openOutbound(noExceptions),
      sendMail: mailer === null ? null : (to, message) => mailer.sendMessage(to, message),
      picturesOf: () => Promise.resolve([]),
    },
    {
      organizationId: 'organization',
      messageId: 'message',
      content: testMessage('operations', null),
      destination: { type: 'mail', to: ['team@example.com'] },
      signal: new AbortController().signal,
    },
  )
}

test('a message that the mail server accepts has no error, and its text is logged', async () => {
  const { error, request } = await sentTo(server.url)
  expect(error).toBeNull()
  expect(request).toContain('To: team@example.com\nSubject: [Surveyor] Test of the alert operations.')
})

test('a message that the mail server refuses fails with its reason', async () => {
  server.setRefusing(true)
  const { error } = await sentTo(server.url)
  server.setRefusing(false)
  expect(error).toMatch(/^The mail server didn't accept the message: .*451 Try again later/)
})

test('a mail server that cannot be reached is not revealed', async () => {
  const closed = await startReceiver()
  await closed.close()
  const { error } = await sentTo(`smtp://user:password@127.0.0.1:${closed.port}`)
  expect(error).toBe("The mail server can't be used (ESOCKET). The log of the service has the reason.")
})

test('without a mail server, the operator has to configure one', async () => {
  expect((await sentTo(null)).error).toBe('Email is not configured. The operator has to set SMTP_URL.')
})
