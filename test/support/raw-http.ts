/** Sends bytes over a bare socket and parses the responses, for requests that no HTTP client would send. */
import { connect } from 'node:net'
import type { Socket } from 'node:net'

export type RawAnswer = {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type RawConnection = {
  readonly socket: Socket
  write(bytes: string | Uint8Array): void
  /** Everything received so far, one character per byte. */
  received(): string
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>
}

export function openRawConnection(port: number): RawConnection {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
  })
  // A reset counts like a close. Earlier data is valid.
  socket.on('error', () => socket.destroy())
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  return { socket, write: (bytes) => void socket.write(bytes), received: () => received, closed }
}

/** The wait after the expected responses, to detect additional ones. */
const quietMs = 300

/** Sends the bytes and returns all responses until the server closes, or until it is silent after the expected ones. */
export async function sendRaw(
  port: number,
  bytes: string | Uint8Array,
  options: { readonly halfClose?: boolean; readonly expected?: number } = {},
): Promise<readonly RawAnswer[]> {
  const connection = openRawConnection(port)
  connection.write(bytes)
  if (options.halfClose === true) connection.socket.end()
  const hasBodies = !bytes.toString().startsWith('HEAD ')
  await Promise.race([connection.closed, silence(connection, options.expected ?? 1, hasBodies)])
  connection.socket.destroy()
  return parseAnswers(connection.received())
}

/** Resolves after this number of complete responses, followed by silence. */
async function silence(connection: RawConnection, expected: number, hasBodies: boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<null>()
  let timer: NodeJS.Timeout | null = null
  connection.socket.on('data', () => {
    if (timer !== null) clearTimeout(timer)
    if (wholeAnswers(connection.received(), hasBodies) >= expected) timer = setTimeout(() => resolve(null), quietMs)
  })
  await promise
}

function wholeAnswers(text: string, hasBodies: boolean): number {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return 0
  const hasBody = hasBodies && !text.startsWith('HTTP/1.1 1')
  const length = !hasBody ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0)
  const rest = text.slice(end + 4 + length)
  return text.length < end + 4 + length ? 0 : 1 + wholeAnswers(rest, hasBodies)
}

/** Parses responses with a Content-Length or without a body. */
export function parseAnswers(text: string): readonly RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = text
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) throw new Error(`not an HTTP answer: ${rest}`)
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
    const length = status < 200 ? 0 : Number(headers['content-length'] ?? 0)
    const body = Buffer.from(rest.slice(end + 4, end + 4 + length), 'latin1').toString()
    answers.push({ status, headers, body })
    rest = rest.slice(end + 4 + length)
  }
  return answers
}
