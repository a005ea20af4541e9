/** Verifies a snapshot file without a service: its signature, each entry, and all other bytes. */
import { createHash } from 'node:crypto'
import { openArchive, type SnapshotArchive } from './archive.ts'
import { manifestName, signatureName, snapshotLimits, type SnapshotManifest } from './format.ts'
import { parseManifest } from './manifest.ts'
import { type SnapshotProblem, SnapshotProblemError } from './problem.ts'
import { fingerprintOf, isSigned, parseSignature } from './signature.ts'

export type SnapshotReport = {
  /** Empty: the file is unchanged. */
  readonly problems: readonly SnapshotProblem[]
  /** `null` if it can't be read, or its signature is wrong. */
  readonly manifest: SnapshotManifest | null
  /** SHA-256 of the manifest. It identifies the content. */
  readonly digest: string | null
}

/** `key`: the fingerprint of the expected key. Throws only errors of the file system. */
export async function verifySnapshot(path: string, { key }: { readonly key?: string } = {}): Promise<SnapshotReport> {
  try {
    const archive = await openArchive(path)
    try {
      return await verifyArchive(archive, key)
    } finally {
      await archive.close()
    }
  } catch (error) {
    if (error instanceof SnapshotProblemError) return { problems: [error.problem], manifest: null, digest: null }
    throw error
  }
}

/** The manifest with a valid signature, and its SHA-256. Throws a `SnapshotProblemError`. */
export async function readManifest(
  archive: SnapshotArchive,
): Promise<{ readonly manifest: SnapshotManifest; readonly digest: string }> {
  const bytes = await archive.readWhole(manifestName, snapshotLimits.manifestBytes)
  const text = await archive.readWhole(signatureName, snapshotLimits.signatureBytes)
  const signature = parseSignature(text.toString('utf8'))
  if (!isSigned(bytes, signature)) {
    throw new SnapshotProblemError('BAD_SIGNATURE', 'The signature is wrong. The manifest was changed.', manifestName)
  }
  const manifest = parseManifest(bytes)
  if (manifest.signedBy !== fingerprintOf(signature.publicKey)) {
    throw new SnapshotProblemError('BAD_SIGNATURE', 'The manifest names another key than its signature.', manifestName)
  }
  return { manifest, digest: createHash('sha256').update(bytes).digest('hex') }
}

export async function verifyArchive(archive: SnapshotArchive, key?: string): Promise<SnapshotReport> {
  const { manifest, digest } = await readManifest(archive)
  const problems: SnapshotProblem[] = []
  if (key !== undefined && key !== manifest.signedBy) {
    const message = `The snapshot is signed by the key ${manifest.signedBy}, not by ${key}.`
    problems.push({ code: 'OTHER_KEY', entry: null, message })
  }
  const listed = new Set([manifestName, signatureName, ...manifest.entries.map(({ name }) => name)])
  for (const entry of [...archive.names].filter((name) => !listed.has(name)).sort()) {
    const message = `The entry ${entry} isn't in the manifest. It was added.`
    problems.push({ code: 'ENTRY_UNEXPECTED', entry, message })
  }
  for (const entry of manifest.entries) {
    const problem = await verifyEntry(archive, entry)
    if (problem !== null) problems.push(problem)
  }
  if (problems.length === 0 && !(await archive.isSealIntact())) {
    const message = 'All entries are unchanged, but other bytes of the file were changed.'
    problems.push({ code: 'FILE_DIFFERS', entry: null, message })
  }
  return { problems, manifest, digest }
}

async function verifyEntry(
  archive: SnapshotArchive,
  { name, size, sha256 }: SnapshotManifest['entries'][number],
): Promise<SnapshotProblem | null> {
  const hash = createHash('sha256')
  let length = 0
  try {
    for await (const chunk of archive.read(name)) {
      hash.update(chunk)
      length += chunk.length
    }
  } catch (error) {
    if (error instanceof SnapshotProblemError) return error.problem
    throw error
  }
  if (length === size && hash.digest('hex') === sha256) return null
  return { code: 'ENTRY_DIFFERS', entry: name, message: `The entry ${name} was changed.` }
}
