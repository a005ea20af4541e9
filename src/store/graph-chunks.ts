/** Cuts a graph into chunks by content, so that scans share those in which nothing changed. */
import { createHash } from 'node:crypto'
import type { ResourceReference } from '../graph/resource-graph.ts'

/** A version of a resource that a graph names. */
export type GraphMember = ResourceReference & {
  /** The version's key, in hexadecimal. */
  readonly version: string
}

/** One chunk of a scan's graph. */
export type ChunkEntry = {
  /** SHA-256 of the versions' keys, in base64url. */
  readonly chunk: string
  readonly type: string
  /** The id of the chunk's last resource. */
  readonly last: string
}

export type GraphChunk = ChunkEntry & { readonly versions: Buffer }

/**
 * Resources in a chunk, on average: a scan writes 2 KiB of keys for each chunk with a change in it, and about 100 bytes for
 * each chunk that it has.
 */
const averageSize = 64
const largestSize = 256

/** Of a version's key. */
export const versionBytes = 32

/**
 * Members in the graph's order. A chunk ends where the hash of a resource's own type and id says so: one resource more or
 * less, or another version of it, changes no chunk but its own.
 */
export function chunksOf(members: readonly GraphMember[]): readonly GraphChunk[] {
  const chunks: GraphChunk[] = []
  let start = 0
  members.forEach(({ type, id }, index) => {
    const next = members[index + 1]
    const size = index + 1 - start
    if (next?.type === type && size < largestSize && hash(type, ' ', id) % averageSize !== 0) return
    const versions = packVersions(members.slice(start, index + 1))
    chunks.push({ chunk: createHash('sha256').update(versions).digest('base64url'), type, last: id, versions })
    start = index + 1
  })
  return chunks
}

/** The keys of the versions in a row, in order: as a text or a buffer each, they take several times as much memory. */
export function packVersions(members: readonly GraphMember[]): Buffer {
  const packed = Buffer.alloc(members.length * versionBytes)
  for (const [index, { version }] of members.entries()) packed.write(version, index * versionBytes, 'hex')
  return packed
}

/** The keys that `packVersions` put in a row. */
export function versionsIn(packed: Buffer): readonly Buffer[] {
  return Array.from({ length: packed.length / versionBytes }, (_, index) =>
    packed.subarray(index * versionBytes, (index + 1) * versionBytes),
  )
}

/** FNV-1a of the texts in a row, 32 bits, with its bits mixed once more for the remainder to depend on all of them. */
function hash(...texts: readonly string[]): number {
  let value = 0x811c9dc5
  for (const text of texts)
    for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b)
  return (value ^ (value >>> 16)) >>> 0
}
