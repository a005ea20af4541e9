/** A spinner in place of content that is loading. */
import Spinner from '@cloudscape-design/components/spinner'

export function Loading() {
  return (
    <div className="loading" aria-busy="true">
      <Spinner size="large" />
    </div>
  )
}
