/** Exposures of a comparison: the resource, who can reach it and how, and the verdict of both scans. */
import { queryString } from '../../http/query-string.ts'
import type { Comparison } from '../../session/comparison.ts'
import { PageLink } from '../../shared/page-link.tsx'
import { capitalized, kindName } from '../../shared/resource-kind.ts'
import { sourceText } from '../../shared/source-text.ts'

type Exposure = Comparison['exposures']['opened'][number]
type State = Exposure['before']

export function ComparedExposures({
  exposures,
  scanId,
  baseId = scanId,
}: {
  readonly exposures: readonly Exposure[]
  /** The scan with these resources. */
  readonly scanId: string
  /** The scan with those that this scan couldn’t read. */
  readonly baseId?: string
}) {
  return exposures.map(({ resource: { type, id, name }, from, accounts, by, protocol, ports, before, after }) => (
    <li key={[type, id, from, accounts, by, protocol, ports].join(' ')}>
      <div className="comparison-head">
        {id === null ? (
          <span>Any {kindName(type)}</span>
        ) : (
          <PageLink
            variant="primary"
            href={`/scans/${after.verdict === 'unknown' ? baseId : scanId}/resource${queryString({ type, id })}`}
          >
            {name ?? id}
          </PageLink>
        )}
        {id !== null && <span className="comparison-kind">{capitalized(kindName(type))}</span>}
      </div>
      From {from === 'internet' ? 'the internet' : sourceText({ from, accounts })}
      {protocol !== null && `, ${protocol === 'all' ? 'all traffic' : protocol}`}
      {ports !== null && ` ${ports}`}, by {by}: {stateText(before)} → {stateText(after)}
    </li>
  ))
}

function stateText({ verdict, condition }: State): string {
  return condition === null ? verdict : `${verdict} (${condition})`
}
