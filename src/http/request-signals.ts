/** Signals that end the work on a request: the caller disconnects or half-closes the connection. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import { UnansweredRequest } from './aborted-request.ts'

/** Aborts when the caller disconnects before the response is sent. */
export function signalOfLeaving(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leaving.abort(new UnansweredRequest('the caller has left'))
  })
  return leaving.signal
}

/** By connection, which may have any number of requests. */
const halfCloses = new WeakMap<Socket, AbortSignal>()

/** Aborts when the caller half-closes the connection. */
export function signalOfHalfClose({ raw: { socket } }: FastifyRequest): AbortSignal {
  const known = halfCloses.get(socket)
  if (known !== undefined) return known
  const closing = new AbortController()
  if (socket.readableEnded) closing.abort()
  else socket.once('end', () => closing.abort())
  halfCloses.set(socket, closing.signal)
  return closing.signal
}
