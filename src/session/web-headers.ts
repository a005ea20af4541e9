/** Headers of a request in the form of the web's own interfaces, which the sign-in library speaks. */
import type { FastifyRequest } from 'fastify'

/** What only proxies and the library's own side may say is left out. */
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
