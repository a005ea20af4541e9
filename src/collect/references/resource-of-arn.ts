/** Finds the resource of an ARN, with the type and the identifier that the type's collector assigns. */
import type { ResourceReference } from '../../graph/resource-graph.ts'
import { everyResourceType } from '../../resource-types/look-ups.ts'
import { isForeign, parseArn, type Place } from './arn.ts'

type Form = { readonly type: string; readonly pattern: RegExp }

const forms: ReadonlyMap<string, readonly Form[]> = Map.groupBy(
  everyResourceType.flatMap(({ type, arns = [] }) => arns.map(([service, pattern]) => ({ service, type, pattern }))),
  ({ service }) => service,
)

/**
 * Returns `undefined` if the text isn't an ARN or its type isn't supported. A foreign resource has its ARN as
 * identifier, so that it isn't confused with a scanned resource of the same name.
 */
export function resourceOfArn(text: string | undefined, place: Place): ResourceReference | undefined {
  // ARNs of log groups may end in a wildcard for their streams. The identifier is the name alone.
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
