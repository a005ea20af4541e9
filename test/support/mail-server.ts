/** A real mail server that stores received messages. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type MailServer = {
  readonly url: string
  readonly mails: readonly { readonly to: string; readonly text: string; readonly raw: string }[]
  /** Whether it rejects messages for now. */
  setRefusing(isRefusing: boolean): void
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const mails: { to: string; text: string; raw: string }[] = []
  let isRefusing = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom(_address, _session, done) {
      done(isRefusing ? Object.assign(new Error('Try again later'), { responseCode: 451 }) : null)
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join(', ')
        // Long lines are folded as quoted-printable.
        const raw = Buffer.concat(parts).toString()
        const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
        mails.push({ to, text, raw })
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    mails,
    setRefusing(refusing) {
      isRefusing = refusing
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
