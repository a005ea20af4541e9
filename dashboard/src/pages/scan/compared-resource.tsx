/** One resource of a comparison, with links to its details and to its diagram. */
import type { ReactNode } from 'react'
import { queryString } from '../../http/query-string.ts'
import type { Comparison } from '../../session/comparison.ts'
import { useDiagrams } from '../../session/scan.ts'
import { PageLink } from '../../shared/page-link.tsx'
import { capitalized, kindName } from '../../shared/resource-kind.ts'

export function ComparedResource({
  resource: { type, id, name },
  scanId,
  isInBase = false,
  children,
}: {
  readonly resource: Comparison['added'][number]
  /** The scan with this resource. */
  readonly scanId: string
  /** Whether that is the base scan; the link text mentions it. */
  readonly isInBase?: boolean
  readonly children?: ReactNode
}) {
  const diagrams = useDiagrams(scanId).data ?? []
  // The view that gives most resources their own box.
  const map = diagrams.find((diagram) => diagram.type === 'architecture') ?? diagrams[0]
  const label = name ?? id
  const showText = isInBase ? 'Show in the diagram of the base scan' : 'Show in diagram'
  return (
    <li>
      <div className="comparison-head">
        <PageLink variant="primary" href={`/scans/${scanId}/resource${queryString({ type, id })}`}>
          {label}
        </PageLink>
        <span className="comparison-kind">
          {capitalized(kindName(type))}
          {name !== null && name !== id && ` · ${id}`}
        </span>
        {map !== undefined && (
          <PageLink
            href={`/scans/${scanId}/map/${map.id}${queryString({ resource: `${type}~${id}` })}`}
            ariaLabel={`${showText}: ${label}`}
          >
            {showText}
          </PageLink>
        )}
      </div>
      {children}
    </li>
  )
}
