/** Exposures of a comparison: the resource, who can reach it and how, and the verdict of both scans. */
import { spacedList } from '../../../../contract/list-text.ts'
import type { Comparison } from '../../session/comparison.ts'
import { kindName } from '../../shared/resource-kind.ts'
import { sourceText } from '../../shared/source-text.ts'
import { ComparedGroup } from './compared-group.tsx'

type Exposure = Comparison['exposures']['opened'][number]
type State = Exposure['before']

export function ComparedExposures({
  groups,
  scanId,
  baseId = scanId,
  map,
}: {
  readonly groups: readonly (readonly [Exposure, ...Exposure[]])[]
  /** The scan with these resources. */
  readonly scanId: string
  /** The scan with those that this scan couldn’t read. */
  readonly baseId?: string
  /** The two scans, for the diagram of the changes. */
  readonly map: { readonly scanId: string; readonly base: string }
}) {
  return groups.map((group) => {
    const [exposure] = group
    const { resource, from, accounts, by, protocol, ports, after } = exposure
    const key = [resource.type, resource.id, from, accounts, by, protocol, ports].join(' ')
    const resources = group.flatMap(({ resource: { id, ...each } }) => (id === null ? [] : [{ id, ...each }]))
    return resources.length === 0 ? (
      <li key={key}>
        <div className="comparison-head">
          <span>Any {kindName(resource.type)}</span>
        </div>
        {exposureText(exposure)}
      </li>
    ) : (
      <ComparedGroup key={key} resources={resources} scanId={after.verdict === 'unknown' ? baseId : scanId} map={map}>
        {exposureText(exposure)}
      </ComparedGroup>
    )
  })
}

function exposureText({ from, accounts, by, protocol, ports, before, after }: Exposure): string {
  const source = from === 'internet' ? 'the internet' : sourceText({ from, accounts })
  const traffic = protocol === null ? '' : `, ${protocol === 'all' ? 'all traffic' : protocol}`
  const range = ports === null ? '' : ` ${spacedList(ports)}`
  return `From ${source}${traffic}${range}, by ${by}: ${stateText(before)} → ${stateText(after)}`
}

function stateText({ verdict, condition }: State): string {
  return condition === null ? verdict : `${verdict} (${condition})`
}
