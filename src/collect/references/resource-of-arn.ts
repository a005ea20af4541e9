/** Which resource an ARN names, under the type and the identifier that the type's own collector gives it. */
import type { ResourceReference } from '../../graph/resource-graph.ts'
import { everyResourceType } from '../../resource-types/look-ups.ts'
import { isForeign, parseArn, type Place } from './arn.ts'

type Form = { readonly type: string; readonly pattern: RegExp }

const forms: ReadonlyMap<string, readonly Form[]> = Map.groupBy(
  everyResourceType.flatMap(({ type, arns = [] }) => arns.map(([service, pattern]) => ({ service, type, pattern }))),
  ({ service }) => service,
)

/**
 * `undefined` for what is no ARN or names no type that is listed. A foreign resource has its ARN as identifier,
 * so that it is never taken for one of the same name at hand.
 */
export function resourceOfArn(text: string | undefined, place: Place): ResourceReference | undefined {
  // Log groups name all their streams by a wildcard; what belongs to a group is its name alone.
  const arn = parseArn(text?.replace(/:\*$/, ''))
  if (arn === undefined) return undefined
  for (const { type, pattern } of forms.get(arn.service) ?? []) {
    const named = pattern.exec(arn.resource)
    if (named === null) continue
    const [matched, id] = named
    const matchedArn = `arn:${arn.partition}:${arn.service}:${arn.region}:${arn.accountNumber}:${matched}`
    return { type, id: isForeign(arn, place) ? matchedArn : (id ?? matchedArn) }
  }
  return undefined
}
