/** What stands where something is about to come. */
import Spinner from '@cloudscape-design/components/spinner'

export function Starting() {
  return (
    <div className="starting" aria-busy="true">
      <Spinner size="large" />
    </div>
  )
}
