/** Returns every value of a request header as sent. The parsed headers hide repetitions. */
import type { IncomingMessage } from 'node:http'

export function headerValues(request: IncomingMessage, name: string): readonly string[] {
  return request.rawHeaders.filter(
    (_, index) => index % 2 === 1 && request.rawHeaders[index - 1]?.toLowerCase() === name,
  )
}
