/** Relations of a comparison: source, verb, target, and evidence. */
import { queryString } from '../../http/query-string.ts'
import type { Comparison } from '../../session/comparison.ts'
import { useResourceNames } from '../../session/resource-names.ts'
import { PageLink } from '../../shared/page-link.tsx'
import { kindName } from '../../shared/resource-kind.ts'

type Relation = Comparison['relationsAdded'][number]

export function ComparedRelations({
  relations,
  scanId,
}: {
  readonly relations: readonly Relation[]
  /** The scan with these relations. */
  readonly scanId: string
}) {
  const nameOf = useResourceNames(
    scanId,
    relations.flatMap(({ source, target }) => [source, target]),
  )
  const link = (resource: Relation['source']) => (
    <>
      <PageLink href={`/scans/${scanId}/resource${queryString(resource)}`}>{nameOf(resource) ?? resource.id}</PageLink>{' '}
      <span className="comparison-kind">({kindName(resource.type)})</span>
    </>
  )
  return relations.map(({ source, verb, target, evidence, basis }) => (
    <li key={[source.type, source.id, verb, target.type, target.id, basis].join(' ')}>
      {link(source)} {verb} {link(target)}
      <div className="comparison-kind">
        {basis === 'permitted' && 'Permitted by an IAM policy. '}Evidence: {evidence}
      </div>
    </li>
  ))
}
