/** Receives the body of a response, within its own limit and the limit of the scan's responses. */
import type { Readable } from 'node:stream'
import { ResponseProblem } from './response-error.ts'
import { type ResponseMemory, type HeldResponses, largestResponseMib } from './response-memory.ts'

const mebibyte = 1024 * 1024
/** An error is a sentence or two. */
const largestErrorMib = 1
const firstErrorStatus = 300
/** What an answer of unknown size takes first; beyond it, it may become as large as any. */
const firstBytes = 256 * 1024

/** An answer of which nothing more comes for this long is given up. */
const silentAfterMs = 15_000

export type Received = {
  readonly statusCode: number
  /** As the header gives it. */
  readonly contentLength: string | undefined
  readonly hostname: string
  readonly signal?: AbortSignal | undefined
  /** Without it, only the answer's own size is bounded. */
  readonly room?: ResponseMemory | undefined
  /** Who gives the room back; without it, that is done once the answer was received. */
  readonly held?: HeldResponses | undefined
  readonly silentAfterMs?: number
}

export async function receiveResponse(body: Readable, received: Received): Promise<Buffer> {
  const { statusCode, contentLength, room, held, signal } = received
  const largestMib = statusCode < firstErrorStatus ? largestResponseMib : largestErrorMib
  const most = largestMib * mebibyte
  const first = contentLength === undefined ? firstBytes : Number(contentLength)
  let taken = 0
  const take = async (bytes: number) => {
    if (bytes > most) throw new ResponseProblem(`was larger than ${largestMib} MiB`)
    await room?.take(bytes - taken, signal)
    taken = bytes
  }
  // What ends it while it waits for room is told to nobody else.
  body.on('error', () => undefined)
  try {
    await take(first)
    const whole = await read(body, received, first, async (size) => {
      await take(size > most ? size : most)
      return most
    })
    room?.give(taken - whole.length)
    taken = whole.length
    if (held !== undefined) {
      held.add(taken)
      taken = 0
    }
    return whole
  } catch (error) {
    body.destroy()
    throw error
  } finally {
    room?.give(taken)
  }
}

/**
 * Every answer is read as a whole in the end: without a stream between, that is the cheapest way. `makeRoom`: for more than there is
 * room for; tells how much there is then.
 */
function read(
  body: Readable,
  { hostname, silentAfterMs: silentMs = silentAfterMs }: Received,
  firstRoom: number,
  makeRoom: (size: number) => Promise<number>,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let received = 0
    let room = firstRoom
    const giveUp = () => {
      reject(late(hostname))
      body.destroy()
    }
    const giveUpWhenSilent = () => setTimeout(giveUp, silentMs)
    let silent = giveUpWhenSilent()
    async function goOn(): Promise<void> {
      // Meanwhile it is this side that does not read.
      clearTimeout(silent)
      room = await makeRoom(received)
      silent = giveUpWhenSilent()
      body.resume()
    }
    body.on('data', (chunk: Buffer) => {
      received += chunk.length
      chunks.push(chunk)
      silent.refresh()
      if (received <= room) return
      body.pause()
      goOn().catch(reject)
    })
    body.on('error', (error) => reject(cutOff(hostname, error)))
    body.on('close', () => {
      clearTimeout(silent)
      if (body.readableEnded) resolve(joined(chunks, received))
      else reject(cutOff(hostname))
    })
    if (body.destroyed) {
      clearTimeout(silent)
      reject(cutOff(hostname))
    }
  })
}

function joined(chunks: readonly Buffer[], length: number): Buffer {
  const [only] = chunks
  if (only !== undefined && chunks.length === 1) return only
  return Buffer.concat(chunks, length)
}

/** As the SDK's request handler names it where no answer begins in time. */
function late(hostname: string): Error {
  return Object.assign(new Error(`The answer of ${hostname} did not go on`), {
    name: 'TimeoutError',
    code: 'ETIMEDOUT',
  })
}

/** By its code the SDK knows that the call is worth repeating. */
function cutOff(hostname: string, cause?: Error): Error {
  return Object.assign(new Error(`The answer of ${hostname} was cut off`, { cause }), { code: 'ECONNRESET' })
}
