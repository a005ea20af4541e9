/** The id under which the service's log has what went wrong; nothing where no answer came. */
import { RequestError } from '../http/request.ts'

export function RequestId({ error }: { readonly error: unknown }) {
  const id = error instanceof RequestError ? error.failure.requestId : null
  if (id === null) return null
  return (
    <div>
      Request id: <code>{id}</code>
    </div>
  )
}
