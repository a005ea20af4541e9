/**
 * Gives the bytes of answers back once they are read. They are large and outside of the JavaScript heap: left to garbage collection,
 * tens of megabytes of them wait for its next full round.
 */
import type { DeserializeMiddleware, HttpResponse } from '@smithy/types'
import type { WithMiddleware } from './rate-limited.ts'

/** Only what lies alone in its memory. The buffer is empty afterwards. */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !buffer.detached) buffer.transfer(0)
}

/** Outputs must not contain the answer itself as bytes, as that of S3's `GetObject` would: nothing here asks for content. */
const released: DeserializeMiddleware<object, object> = (next) => async (args) => {
  const result = await next(args)
  const { body } = result.response as HttpResponse
  if (body instanceof Uint8Array) release(body)
  return result
}

/** A failed call's answer is left as it is: its error holds it. */
export function releaseAnswers(client: WithMiddleware): void {
  client.middlewareStack.add(released as never, { name: 'releaseMiddleware', step: 'deserialize', priority: 'high' })
}
