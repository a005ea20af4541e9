/** Receives the body of a response, within its own size limit and the memory limit of the scan. */
import type { Readable } from 'node:stream'
import { ResponseProblem } from './response-error.ts'
import { type ResponseMemory, type HeldResponses, largestResponseMib } from './response-memory.ts'

const mebibyte = 1024 * 1024
/** Errors are one or two sentences. */
const largestErrorMib = 1
const firstErrorStatus = 300
/** The initial reservation for a response of unknown size. Beyond it, the maximum size is reserved. */
const firstBytes = 256 * 1024

/** A response without new data for this time is ended. */
const silentAfterMs = 15_000

export type Received = {
  readonly statusCode: number
  /** The value of the header. */
  readonly contentLength: string | undefined
  readonly hostname: string
  readonly signal?: AbortSignal | undefined
  /** Without it, only the size of each response is limited. */
  readonly room?: ResponseMemory | undefined
  /** The holder releases the memory. Without it, the memory is released once the response is received. */
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
  // An error while it waits for memory has no other listener.
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
 * Reads the response in full, because every parser needs all of it. `makeRoom`: reserves memory for more data, and
 * returns the reserved total.
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
      // While it waits for memory, the response doesn't count as stalled.
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

/** The same error as the SDK's request handler throws if no response begins in time. */
function late(hostname: string): Error {
  return Object.assign(new Error(`The response of ${hostname} stalled`), {
    name: 'TimeoutError',
    code: 'ETIMEDOUT',
  })
}

/** The code makes the SDK retry the call. */
function cutOff(hostname: string, cause?: Error): Error {
  return Object.assign(new Error(`The response of ${hostname} was truncated`, { cause }), { code: 'ECONNRESET' })
}
