/** Exposures of a comparison: the resource, who can reach it and how, and the verdict of both scans. */
import type { Comparison } from '../../session/comparison.ts'
import { kindName } from '../../shared/resource-kind.ts'
import { sourceText } from '../../shared/source-text.ts'
import { ComparedResource } from './compared-resource.tsx'

type Exposure = Comparison['exposures']['opened'][number]
type State = Exposure['before']

export function ComparedExposures({
  exposures,
  scanId,
  baseId = scanId,
  map,
}: {
  readonly exposures: readonly Exposure[]
  /** The scan with these resources. */
  readonly scanId: string
  /** The scan with those that this scan couldn’t read. */
  readonly baseId?: string
  /** The two scans, for the diagram of the changes. */
  readonly map: { readonly scanId: string; readonly base: string }
}) {
  return exposures.map((exposure) => {
    const { resource, from, accounts, by, protocol, ports, after } = exposure
    const { type, id } = resource
    const key = [type, id, from, accounts, by, protocol, ports].join(' ')
    return id === null ? (
      <li key={key}>
        <div className="comparison-head">
          <span>Any {kindName(type)}</span>
        </div>
        {exposureText(exposure)}
      </li>
    ) : (
      <ComparedResource
        key={key}
        resource={{ ...resource, id }}
        scanId={after.verdict === 'unknown' ? baseId : scanId}
        map={map}
      >
        {exposureText(exposure)}
      </ComparedResource>
    )
  })
}

function exposureText({ from, accounts, by, protocol, ports, before, after }: Exposure): string {
  const source = from === 'internet' ? 'the internet' : sourceText({ from, accounts })
  const traffic = protocol === null ? '' : `, ${protocol === 'all' ? 'all traffic' : protocol}`
  const range = ports === null ? '' : ` ${ports}`
  return `From ${source}${traffic}${range}, by ${by}: ${stateText(before)} → ${stateText(after)}`
}

function stateText({ verdict, condition }: State): string {
  return condition === null ? verdict : `${verdict} (${condition})`
}
