/** Finds keys by alias. Services return a key as it was configured: by ID, ARN, or alias. */
import { namesOf } from '../../collector.ts'
import { isForeign, kmsKeyId, parseArn, type Place } from '../../references/arn.ts'
import type { NameTable } from '../../references/name-table.ts'
import { key } from './key.ts'

/** For collectors of types that may reference their key by alias. */
export const keyAliases = namesOf(key, ({ metadata: { KeyId }, aliases }) =>
  aliases.map((name) => ({ name, id: KeyId })),
)

/** Returns a key's ID for its ID, its ARN, its alias, or the alias's ARN. */
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
