/** Writes snapshot files: entries one after the other, then the signed manifest, then the seal. */
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import {
  manifestName,
  sealLength,
  sealOf,
  signatureName,
  type SnapshotEntry,
  type SnapshotManifest,
} from '../../contract/snapshot/format.ts'
import { fingerprintOf, signatureText } from '../../contract/snapshot/signature.ts'
import type { SigningKey } from '../store/snapshot-keys.ts'

export type ArchiveWriter = {
  /** Resolves when the content is written, so that only one entry is in memory. Returns its size. */
  add(name: string, content: Iterable<Uint8Array>): Promise<number>
  /** Writes the manifest with all entries, its signature, and the seal. */
  finish(manifest: Omit<SnapshotManifest, 'entries' | 'signedBy'>, key: SigningKey): Promise<void>
  /** Closes an unfinished file. */
  abort(): Promise<void>
}

/** The same content gives the same bytes. All entries have this time, in the local time that the format has. */
const sameForAll = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true } as const

/** Pictures in this format are compressed already. */
const compressed = /\.png$/

/** `path`: a new file. */
export function openArchiveWriter(path: string): ArchiveWriter {
  const zip = new ZipFile()
  const stopped = new AbortController()
  const written = pipeline(
    zip.outputStream as Readable,
    sealed,
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    {
      signal: stopped.signal,
    },
  )
  // `finish` and `add` throw it.
  written.catch(() => undefined)
  const entries: SnapshotEntry[] = []

  const put = async (name: string, content: Iterable<Uint8Array>): Promise<SnapshotEntry> => {
    const hash = createHash('sha256')
    let size = 0
    function* counted() {
      for (const chunk of content) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    }
    const ended = new Promise<void>((resolve, reject) => {
      zip.addReadStreamLazy(name, { ...sameForAll, compress: !compressed.test(name) }, (give) => {
        give(null, Readable.from(counted()).on('end', resolve).on('error', reject))
      })
    })
    await Promise.race([ended, written.then(() => Promise.reject(new Error('The file was closed too early')))])
    return { name, size, sha256: hash.digest('hex') }
  }

  return {
    async add(name, content) {
      const entry = await put(name, content)
      entries.push(entry)
      return entry.size
    },

    async finish(facts, { publicKey, privateKey }) {
      const { format, version, ...rest } = facts
      const manifest: SnapshotManifest = {
        format,
        version,
        signedBy: fingerprintOf(publicKey),
        ...rest,
        entries: entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      }
      const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
      const signature = sign(null, bytes, createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' }))
      await put(manifestName, [bytes])
      await put(signatureName, [Buffer.from(signatureText({ publicKey, signature }))])
      zip.end({ forceZip64Format: false, comment: sealOf('0'.repeat(64)) })
      await written
    },

    async abort() {
      stopped.abort()
      await written.catch(() => undefined)
    },
  }
}

/** Replaces the comment at the end by the hash of all bytes before it. */
async function* sealed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  const hash = createHash('sha256')
  let kept: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const all = Buffer.concat([kept, chunk])
    const safe = Math.max(0, all.length - sealLength)
    hash.update(all.subarray(0, safe))
    yield all.subarray(0, safe)
    kept = all.subarray(safe)
  }
  yield Buffer.from(sealOf(hash.digest('hex')))
}
