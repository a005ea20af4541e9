import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts'
import { createTestStore, type TestStore } from '../../test/support/test-store.ts'
import { createMailer } from './mailer.ts'
import { type PasswordResetMail, passwordResetMail } from './password-reset-mail.ts'

let database: TestStore
let mail: MailServer
let mailReset: PasswordResetMail
const log: string[] = []

beforeAll(async () => {
  database = await createTestStore()
  mail = await startMailServer()
  mailReset = passwordResetMail(database.store, {
    mailer: createMailer({ smtpUrl: mail.url, from: 'surveyor@example.com' }),
    publicUrl: 'https://surveyor.example',
    logger: pino({}, { write: (line: string) => void log.push(line) }),
    signsInElsewhere: () => Promise.resolve(false),
  })
})
afterAll(async () => {
  await mail.close()
  await database.close()
})

const told = (words: string) => log.filter((line) => line.includes(words)).length
const mailsTo = (email: string) => mail.mails.filter(({ to }) => to === email).length

test('does not count links that the mail server rejected', async () => {
  const user = { id: randomUUID(), email: 'unlucky@example.com' }
  mail.setRefusing(true)
  for (let asked = 1; asked <= 4; asked += 1) {
    await mailReset({ user, token: `refused-${asked}` })
    await expect.poll(() => told("couldn't be emailed")).toBe(asked)
  }
  mail.setRefusing(false)
  await mailReset({ user, token: 'taken' })
  await expect.poll(() => mailsTo(user.email)).toBe(1)
})

test('emails three of many concurrent requests', async () => {
  const user = { id: randomUUID(), email: 'hurried@example.com' }
  await Promise.all(Array.from({ length: 12 }, (_, each) => mailReset({ user, token: `token-${each}` })))
  await expect.poll(() => told('password reset link not emailed')).toBe(9)
  await expect.poll(() => mailsTo(user.email)).toBe(3)
})
