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
  map: { scanId: mapScanId, base },
  children,
}: {
  readonly resource: Comparison['added'][number]
  /** The scan with this resource. */
  readonly scanId: string
  /** The two scans, for the diagram of the changes. */
  readonly map: { readonly scanId: string; readonly base: string }
  readonly children?: ReactNode
}) {
  const diagrams = useDiagrams(mapScanId).data ?? []
  // The view that gives most resources their own box.
  const shown = diagrams.find((diagram) => diagram.type === 'architecture') ?? diagrams[0]
  const label = name ?? id
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
        {shown !== undefined && (
          <PageLink
            href={`/scans/${mapScanId}/map/${shown.id}${queryString({ base, resource: `${type}~${id}` })}`}
            ariaLabel={`Show in diagram: ${label}`}
          >
            Show in diagram
          </PageLink>
        )}
      </div>
      {children}
    </li>
  )
}
