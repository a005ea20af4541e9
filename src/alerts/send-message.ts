/** Sends one message to a destination, and reports what was sent and what came back. */
import type { Outbound, OutboundResponse } from '../outbound/outbound-request.ts'
import { OutboundError } from '../outbound/outbound-request.ts'
import type { AlertContent } from './alert-content.ts'
import { type ChangePicture, type MailBody, mailBody } from './bodies/mail.ts'
import { pagerDutyBody } from './bodies/pagerduty.ts'
import { slackBody } from './bodies/slack.ts'
import { teamsBody } from './bodies/teams.ts'
import { webhookRequest } from './bodies/webhook.ts'
import { type Destination, signingSecrets } from './destination.ts'

export type SendDependencies = {
  readonly outbound: Outbound
  /** Rejects if the mail server doesn't accept the message. `null` if email isn't configured. */
  readonly sendMail: ((to: readonly string[], message: MailBody) => Promise<void>) | null
  /** Pictures of the changes that the content tells of. Those that can't be drawn are left out. */
  readonly picturesOf: (
    organizationId: string,
    content: AlertContent,
    signal: AbortSignal,
  ) => Promise<readonly ChangePicture[]>
}

export type Message = {
  readonly organizationId: string
  readonly messageId: string
  readonly content: AlertContent
  readonly destination: Destination
  readonly signal: AbortSignal
}

export type Sent = {
  /** `null` if the destination accepted the message. */
  readonly error: string | null
  /** The HTTP status. `null` without a response. */
  readonly status: number | null
  /** Without secrets. */
  readonly request: string
  readonly response: string | null
  readonly retryAfter: string | null
}

/** Longer requests are cut in the log. */
const loggedCharacters = 32_000

/** Rejects only if `signal` aborts. */
export async function sendMessage(dependencies: SendDependencies, message: Message): Promise<Sent> {
  const { destination } = message
  if (destination.type === 'mail') return mail(dependencies, message, destination.to)
  const { headers, body, logged } = requestOf(message, destination)
  const sent = (result: Omit<Sent, 'request'>): Sent => ({ ...result, request: logged.slice(0, loggedCharacters) })
  try {
    const response = await dependencies.outbound.post({
      url: destination.url,
      headers: { 'content-type': 'application/json', 'user-agent': 'Surveyor', ...headers },
      body,
      signal: message.signal,
    })
    const { status, retryAfter } = response
    return sent({ error: statusProblem(status), status, response: response.body, retryAfter })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const response: OutboundResponse | null = error.response
    return sent({
      error: error.message,
      status: response?.status ?? null,
      response: response?.body ?? null,
      retryAfter: null,
    })
  }
}

function statusProblem(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `The response is a redirect (${status}), which is not followed.`
  return `The response has the status ${status}.`
}

type HttpDestination = Exclude<Destination, { readonly type: 'mail' }>

function requestOf(
  { content, messageId }: Message,
  destination: HttpDestination,
): { readonly headers: Readonly<Record<string, string>>; readonly body: string; readonly logged: string } {
  if (destination.type === 'webhook') {
    const at = new Date()
    const request = webhookRequest(content, { secrets: signingSecrets(destination, at), messageId, at })
    return { ...request, logged: request.body }
  }
  if (destination.type === 'pagerduty') {
    const body = pagerDutyBody(content, { routingKey: destination.routingKey, messageId })
    return { ...plain(body), logged: JSON.stringify({ ...body, routing_key: '…' }) }
  }
  return plain(destination.type === 'slack' ? slackBody(content) : teamsBody(content))
}

function plain(value: object) {
  const body = JSON.stringify(value)
  return { headers: {}, body, logged: body }
}

async function mail(
  { sendMail, picturesOf }: SendDependencies,
  { organizationId, content, signal }: Message,
  to: readonly string[],
): Promise<Sent> {
  const pictures = sendMail === null ? [] : await picturesOf(organizationId, content, signal)
  const message = mailBody(content, pictures)
  const request = `To: ${to.join(', ')}\nSubject: ${message.subject}\n\n${message.text}`.slice(0, loggedCharacters)
  const result = { status: null, request, response: null, retryAfter: null }
  if (sendMail === null) return { ...result, error: 'Email is not configured. The operator has to set SMTP_URL.' }
  signal.throwIfAborted()
  try {
    await sendMail(to, message)
    return { ...result, error: null }
  } catch (error) {
    return { ...result, error: mailProblem(error) }
  }
}

/** The codes of the mail library for a message that the server answered. */
const refusedCodes: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE'])

/** Other errors have the address of the operator's mail server. */
function mailProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (error instanceof Error && refusedCodes.has(code)) {
    return `The mail server didn't accept the message: ${error.message.slice(0, 500).toWellFormed()}`
  }
  return `The mail server can't be used${typeof code === 'string' ? ` (${code})` : ''}. The log of the service has the reason.`
}
