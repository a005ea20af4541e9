/** Stores equal JSON once: the content of diagrams, and the exposures of scans. */
import { createHash } from 'node:crypto'
import type { DatabaseTransaction } from './database.ts'

/** Returns the key. Content that no scan uses is removed after a day. */
export async function keepContent(
  transaction: DatabaseTransaction,
  organizationId: string,
  content: unknown,
): Promise<Buffer> {
  // JSON escapes the characters that PostgreSQL can't store, and they stay escaped there.
  const text = JSON.stringify(content)
  const key = createHash('sha256').update(text).digest()
  await transaction
    .insertInto('diagram_contents')
    .values({ organization_id: organizationId, content_key: key, content: text })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'content_key'])
        .doUpdateSet({ unused_since: null })
        .where('diagram_contents.unused_since', 'is not', null),
    )
    .execute()
  return key
}
