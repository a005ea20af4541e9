/** Shows the request ID of an error, for the service’s log; nothing without a response. */
import { RequestError } from '../http/request.ts'

export function RequestId({ error }: { readonly error: unknown }) {
  const id = error instanceof RequestError ? error.failure.requestId : null
  if (id === null) return null
  return (
    <div>
      Request ID: <code>{id}</code>
    </div>
  )
}
