/** Converts request headers to the web's `Headers`, which the sign-in library uses. */
import type { FastifyRequest } from 'fastify'

/** Headers that only proxies and the service itself may set. */
const notPassedOn =
  /^(?:x-forwarded-|x-surveyor-|forwarded$|x-real-ip$|content-length$|transfer-encoding$|connection$|expect$)/

export function headersOf({ headers }: FastifyRequest): Headers {
  const passedOn = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || notPassedOn.test(name)) continue
    for (const one of [value].flat()) passedOn.append(name, one)
  }
  return passedOn
}
