/** Splits a graph into chunks by content, so that scans share unchanged chunks. */
import { createHash } from 'node:crypto'
import type { ResourceReference } from '../graph/resource-graph.ts'

/** A resource version that belongs to a graph. */
export type GraphMember = ResourceReference & {
  /** The version's key, in hexadecimal. */
  readonly version: string
}

/** One chunk of a scan's graph. */
export type ChunkEntry = {
  /** SHA-256 of the version keys, in base64url. */
  readonly chunk: string
  readonly type: string
  /** The ID of the chunk's last resource. */
  readonly last: string
}

export type GraphChunk = ChunkEntry & { readonly versions: Buffer }

/**
 * The average number of resources in a chunk. A scan writes 2 KiB of keys for each changed chunk, and about 100 bytes
 * for each chunk.
 */
const averageSize = 64
const largestSize = 256

/** The length of a version key. */
export const versionBytes = 32

/**
 * `members` are in the graph's order. The hash of a resource's type and ID decides whether its chunk ends there.
 * Adding, removing, or changing a resource therefore changes only its own chunk.
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

/** Concatenates the version keys in order. Separate texts or buffers would take several times the memory. */
function packVersions(members: readonly GraphMember[]): Buffer {
  const packed = Buffer.alloc(members.length * versionBytes)
  for (const [index, { version }] of members.entries()) packed.write(version, index * versionBytes, 'hex')
  return packed
}

/** The number of resources in these chunks. */
export function resourcesIn(chunks: readonly Pick<GraphChunk, 'versions'>[]): number {
  return chunks.reduce((sum, { versions }) => sum + versions.length / versionBytes, 0)
}

/** Splits the keys that `packVersions` concatenated. */
export function versionsIn(packed: Buffer): readonly Buffer[] {
  return Array.from({ length: packed.length / versionBytes }, (_, index) =>
    packed.subarray(index * versionBytes, (index + 1) * versionBytes),
  )
}

/** FNV-1a of the texts, 32 bits. The bits are mixed once more, so that the remainder depends on all of them. */
function hash(...texts: readonly string[]): number {
  let value = 0x811c9dc5
  for (const text of texts)
    for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b)
  return (value ^ (value >>> 16)) >>> 0
}
