/** Queries chunks of graphs: lists of versions of neighboring resources. Equal chunks are stored once. */
import { sql } from 'kysely'
import type { DatabaseTransaction } from './database.ts'
import type { ChunkEntry, GraphChunk } from './graph-chunks.ts'

/** The number of chunks in one statement, 2 KiB each. */
const batchSize = 500

/** Inserts the chunks that aren't stored yet. Their versions are. */
export async function insertChunks(
  transaction: DatabaseTransaction,
  organizationId: string,
  chunks: readonly GraphChunk[],
): Promise<void> {
  const byKey = new Map(chunks.map((chunk) => [chunk.chunk, chunk]))
  const { rows } = await sql<{ chunk: Buffer }>`
    select chunk from resource_chunks
    where organization_id = ${organizationId} and unused_since is null
      and chunk = any(${[...byKey.keys()].map(keyOf)}::bytea[])
  `.execute(transaction)
  for (const { chunk } of rows) byKey.delete(chunk.toString('base64url'))
  // Sorted by key, so that two scans that end at the same time wait for each other instead of failing.
  const missing = [...byKey.values()]
    .map(({ chunk, versions }) => ({ key: keyOf(chunk), versions }))
    .sort((a, b) => Buffer.compare(a.key, b.key))
  for (let start = 0; start < missing.length; start += batchSize) {
    const batch = missing.slice(start, start + batchSize)
    // Sent as one buffer. In an array, each would be sent in hexadecimal.
    const versions = Buffer.concat(batch.map((chunk) => chunk.versions))
    await sql`
      insert into resource_chunks (organization_id, chunk, versions)
      select ${organizationId}, chunk,
        substring(${versions}::bytea from 1 + (sum(length) over (order by position) - length)::integer for length)
      from unnest(
        ${batch.map(({ key }) => key)}::bytea[], ${batch.map((chunk) => chunk.versions.length)}::integer[]
      ) with ordinality as kept (chunk, length, position)
      on conflict (organization_id, chunk) do update set unused_since = null
    `.execute(transaction)
  }
}

/** Returns the version keys of the chunks, concatenated in order. */
export async function readChunks(
  transaction: DatabaseTransaction,
  organizationId: string,
  chunks: readonly ChunkEntry[],
): Promise<Buffer> {
  const { rows } = await sql<{ versions: Buffer }>`
    select versions
    from unnest(${chunks.map(({ chunk }) => keyOf(chunk))}::bytea[]) with ordinality as wanted (chunk, position)
    cross join lateral (
      select versions from resource_chunks
      where organization_id = ${organizationId} and resource_chunks.chunk = wanted.chunk
      limit 1
    ) as kept
    order by position
  `.execute(transaction)
  if (rows.length !== chunks.length)
    throw new Error(`Only ${rows.length} of ${chunks.length} chunks of a graph are stored`)
  return Buffer.concat(rows.map(({ versions }) => versions))
}

function keyOf(chunk: string): Buffer {
  return Buffer.from(chunk, 'base64url')
}
