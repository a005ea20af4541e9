/** Keys that are named by an alias: services tell what they were given. */
import { namesOf } from '../../collector.ts'
import { isForeign, kmsKeyId, parseArn, type Place } from '../../references/arn.ts'
import type { NameTable } from '../../references/name-table.ts'
import { key } from './key.ts'

/** For collectors of types that may name their key by an alias. */
export const keyAliases = namesOf(key, ({ metadata: { KeyId }, aliases }) =>
  aliases.map((name) => ({ name, id: KeyId })),
)

/** A key's id, by its id, its ARN, its alias, or the ARN of that. */
export function keyNamed(
  text: string | undefined,
  context: Place & { readonly resourcesNamed: NameTable },
): string | undefined {
  const arn = parseArn(text)
  if (arn !== undefined && isForeign(arn, context)) return kmsKeyId(text)
  const name = arn?.resource ?? text
  if (name?.startsWith('alias/') !== true) return kmsKeyId(text)
  return context.resourcesNamed(name).find(({ type }) => type === key.type)?.id
}
