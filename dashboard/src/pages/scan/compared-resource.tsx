/** One resource of a comparison: what it is, and the ways to its details and to where it is drawn. */
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
  /** The scan that has it. */
  readonly scanId: string
  /** Whether that is the base scan: links say so. */
  readonly isInBase?: boolean
  readonly children?: ReactNode
}) {
  const diagrams = useDiagrams(scanId).data ?? []
  // The view in which most resources have a box of their own.
  const map = diagrams.find((diagram) => diagram.type === 'architecture') ?? diagrams[0]
  const label = name ?? id
  const showText = isInBase ? 'Show on the base scan’s diagram' : 'Show on diagram'
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
