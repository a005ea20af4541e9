/** `surveyor mcp`: the interface for agents on standard input and output, for agents that start a program. */
import { forwardMessage } from '../agent/forward-message.ts'
import type { Service } from '../agent/forward-message.ts'
import { messageLines } from '../agent/message-lines.ts'
import { isFields } from '../agent/protocol-headers.ts'
import { fetchFor, readKey, serviceUrl } from '../connection.ts'
import { exitCodes, usageError } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { withSession } from '../session.ts'
import type { CommonOptions } from '../session.ts'
import { plainText } from '../terminal/terminal.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Further messages wait. */
const mostRunning = 16
/** How long running requests may take after the end of the input. Agents kill the program soon after it. */
const graceMs = 5_000
const parseError = -32_700
const invalidRequest = -32_600

/** Ends with the input. Throws if the service can't be used at all, so that the agent shows why. */
export async function mcp(options: CommonOptions, terminal: Terminal): Promise<ExitCode> {
  if (options.keyFile === '-') throw usageError('Messages are read from standard input, so --key-file must be a path.')
  const service: Service = {
    url: serviceUrl(options, terminal.environment),
    key: await readKey(options.keyFile, terminal),
    fetch: (await fetchFor(options.caFile, terminal.environment)) ?? globalThis.fetch,
  }
  await withSession(options, terminal, ({ client }) => client.get('/api/accounts', { query: { limit: 1 } }))
  await serve(service, terminal)
  return exitCodes.fine
}

async function serve(service: Service, { input, output, errorOutput }: Terminal): Promise<void> {
  const running = new Map<AbortController, { readonly id: unknown; readonly ended: Promise<void> }>()
  let revision: string | null = null
  const write = (message: unknown) => void output.write(`${JSON.stringify(message)}\n`)
  const refuse = (code: number, message: string) => {
    write({ jsonrpc: '2.0', id: null, error: { code, message } })
    errorOutput.write(`surveyor: ${message}\n`)
  }

  async function answer(message: unknown, controller: AbortController): Promise<void> {
    const { messages, problem } = await forwardMessage(message, service, { revision, signal: controller.signal })
    if (isFields(message) && message['method'] === 'initialize') revision = revisionOf(messages) ?? revision
    for (const each of messages) write(each)
    if (problem !== null) errorOutput.write(`surveyor: ${plainText(problem)}\n`)
    running.delete(controller)
  }

  for await (const line of messageLines(input)) {
    if (line === null) {
      refuse(invalidRequest, 'A message was too long.')
      continue
    }
    const message = parsed(line)
    if (message === undefined) {
      refuse(parseError, 'A message was cut off, or is not JSON.')
      continue
    }
    const canceled = canceledRequest(message)
    if (canceled !== undefined) {
      // Requests are independent over HTTP: ending one cancels it.
      for (const [controller, { id }] of running) if (id === canceled) controller.abort()
      continue
    }
    if (running.size >= mostRunning) await Promise.race([...running.values()].map(({ ended }) => ended))
    const controller = new AbortController()
    const id = isFields(message) ? message['id'] : undefined
    running.set(controller, { id, ended: answer(message, controller) })
  }
  const over = setTimeout(() => {
    for (const controller of running.keys()) controller.abort()
  }, graceMs)
  await Promise.all([...running.values()].map(({ ended }) => ended))
  clearTimeout(over)
}

/** `undefined` if it isn't JSON. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}

/** The ID of the request that a message cancels. */
function canceledRequest(message: unknown): unknown {
  if (!isFields(message) || message['method'] !== 'notifications/cancelled') return undefined
  return isFields(message['params']) ? message['params']['requestId'] : undefined
}

/** Of the answer to `initialize`. */
function revisionOf([answer]: readonly unknown[]): string | null {
  const result = isFields(answer) ? answer['result'] : undefined
  const revision = isFields(result) ? result['protocolVersion'] : undefined
  return typeof revision === 'string' ? revision : null
}
