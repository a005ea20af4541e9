/** Sends a message of an agent to the service, and returns the messages that answer it. */
import { createParser } from 'eventsource-parser'
import { fetchWithRetries } from '../client/fetch-with-retries.ts'
import type { Fetch } from '../client/fetch-with-retries.ts'
import { isFields, protocolHeaders } from './protocol-headers.ts'
import type { Fields } from './protocol-headers.ts'

const internalError = -32_603

export type Service = { readonly url: string; readonly key: string; readonly fetch: Fetch }

export type Answer = {
  readonly messages: readonly unknown[]
  /** Why the service didn't answer, for the user. The agent gets it as an error. */
  readonly problem: string | null
}

/** Never rejects. The agent may repeat a failed request, so it isn't retried here. */
export async function forwardMessage(
  message: unknown,
  { url, key, fetch }: Service,
  { revision, signal }: { readonly revision: string | null; readonly signal: AbortSignal },
): Promise<Answer> {
  const request = new Request(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...protocolHeaders(message, revision),
    },
    body: JSON.stringify(message),
    signal,
  })
  try {
    const response = await fetchWithRetries(request, { fetch, retrySeconds: 0 })
    return await answerOf(response, message, url)
  } catch (error) {
    // A canceled request has no answer.
    if (signal.aborted) return { messages: [], problem: null }
    return failed(message, error instanceof Error ? error.message : String(error))
  }
}

async function answerOf(response: Response, message: unknown, url: string): Promise<Answer> {
  const messages = messagesOf(response.headers.get('content-type') ?? '', await response.text())
  // Such as 202 for a notification.
  if (response.ok && messages !== null) return { messages, problem: null }
  const [refusal] = messages ?? []
  const error = isFields(refusal) ? refusal['error'] : undefined
  if (!isFields(error)) {
    const problem = `${url} responded with status ${response.status}, but not like Surveyor.`
    return failed(message, `${problem} Check the address of the service and the proxies before it.`)
  }
  const isNumbered = isFields(refusal) && refusal['id'] !== null && refusal['id'] !== undefined
  // Refused before it was read, so without its ID. The agent would wait forever.
  const answers = isNumbered ? messages : errorsFor(message, error)
  return { messages: answers ?? [], problem: isNumbered ? null : String(error['message']) }
}

/** `null` if it isn't JSON. */
function messagesOf(mediaType: string, text: string): readonly unknown[] | null {
  if (text === '') return []
  const events: string[] = []
  if (mediaType.startsWith('text/event-stream')) {
    const parser = createParser({ onEvent: ({ data }) => void (data !== '' && events.push(data)) })
    parser.feed(text)
  } else {
    events.push(text)
  }
  try {
    return events.map((each) => JSON.parse(each) as unknown)
  } catch {
    return null
  }
}

function failed(message: unknown, problem: string): Answer {
  return { messages: errorsFor(message, { code: internalError, message: problem }), problem }
}

/** One for each request. Notifications and answers have no ID, and get none. */
function errorsFor(message: unknown, error: Fields): readonly unknown[] {
  const given: readonly unknown[] = Array.isArray(message) ? message : [message]
  return given.flatMap((each) =>
    isFields(each) && 'method' in each && each['id'] !== undefined ? [{ jsonrpc: '2.0', id: each['id'], error }] : [],
  )
}
