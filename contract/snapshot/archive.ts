/** Opens snapshot files for reading, within limits that hold before anything is decompressed. */
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { isEntryName, sealedHash, sealLength, snapshotLimits } from './format.ts'
import { SnapshotProblemError } from './problem.ts'

export type SnapshotArchive = {
  readonly names: ReadonlySet<string>
  /** The uncompressed content. Throws a `SnapshotProblemError` if it can't be read. */
  read(name: string): AsyncGenerator<Buffer, void>
  /** Like `read`, as a whole. */
  readWhole(name: string, mostBytes: number): Promise<Buffer>
  /** Whether all bytes of the file are those that were written. */
  isSealIntact(): Promise<boolean>
  close(): Promise<void>
}

export type ArchiveLimits = { readonly [Name in keyof typeof snapshotLimits]: number }

const localHeader = Buffer.from('PK\x03\x04', 'latin1')
const bytesAtOnce = 1024 ** 2

/** Throws a `SnapshotProblemError`, or the error of the file system. */
export async function openArchive(path: string, limits: ArchiveLimits = snapshotLimits): Promise<SnapshotArchive> {
  const file = await open(path, 'r')
  try {
    const size = await checkedSize(file, limits)
    const hash = await readSeal(file, size)
    const zip = await fromFdPromise(file.fd, { strictFileNames: true, autoClose: false }).catch(damaged)
    const entries = await readEntries(zip, limits)
    const read = (name: string) => readEntry(zip, entries, name)
    return {
      names: new Set(entries.keys()),
      read,
      async readWhole(name, mostBytes) {
        if ((entries.get(name)?.uncompressedSize ?? 0) > mostBytes) throw tooLarge(name, mostBytes)
        const chunks: Buffer[] = []
        for await (const chunk of read(name)) chunks.push(chunk)
        return Buffer.concat(chunks)
      },
      isSealIntact: async () => (await hashOfStart(file, size - sealLength)) === hash,
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function checkedSize(file: FileHandle, limits: ArchiveLimits): Promise<number> {
  const status = await file.stat()
  if (!status.isFile()) throw new SnapshotProblemError('NOT_A_SNAPSHOT', "It isn't a file.")
  if (status.size > limits.fileBytes) {
    throw new SnapshotProblemError(
      'TOO_LARGE',
      `The file has ${status.size} bytes. A snapshot has at most ${limits.fileBytes}.`,
    )
  }
  const start = Buffer.alloc(localHeader.length)
  await file.read(start, 0, start.length, 0)
  if (!start.equals(localHeader)) {
    throw new SnapshotProblemError('NOT_A_SNAPSHOT', "The file isn't a snapshot, or its start was changed.")
  }
  return status.size
}

async function readSeal(file: FileHandle, size: number): Promise<string> {
  const end = Buffer.alloc(Math.min(sealLength, size))
  await file.read(end, 0, end.length, size - end.length)
  const hash = sealedHash(end.toString('latin1'))
  if (hash !== null) return hash
  throw new SnapshotProblemError('CUT_OFF', 'The file is cut off, its end was changed, or it is not a snapshot.')
}

async function readEntries(zip: ZipFile, limits: ArchiveLimits): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  let total = 0
  if (zip.entryCount > limits.entries) {
    throw new SnapshotProblemError(
      'TOO_LARGE',
      `The file has ${zip.entryCount} entries. A snapshot has at most ${limits.entries}.`,
    )
  }
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName, uncompressedSize, compressedSize } = entry
      if (!isEntryName(fileName) || entries.has(fileName)) throw badName(fileName)
      if (!entry.canDecodeFileData()) damaged()
      total += uncompressedSize
      const ratio = uncompressedSize / Math.max(1, compressedSize)
      if (uncompressedSize > limits.entryBytes) throw tooLarge(fileName, limits.entryBytes)
      if (total > limits.totalBytes) throw tooLarge(null, limits.totalBytes)
      if (uncompressedSize > limits.ratioFromBytes && ratio > limits.ratio) {
        throw new SnapshotProblemError('TOO_LARGE', `The entry ${fileName} is compressed too much.`, fileName)
      }
      entries.set(fileName, entry)
    }
  } catch (error) {
    if (error instanceof SnapshotProblemError) throw error
    // The library checks names, too, before it returns an entry.
    const name =
      error instanceof Error
        ? /^(?:absolute path|invalid (?:relative path|characters in fileName)): (.*)$/su.exec(error.message)?.[1]
        : undefined
    if (name !== undefined) throw badName(name)
    damaged()
  }
  return entries
}

async function* readEntry(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  name: string,
): AsyncGenerator<Buffer, void> {
  const entry = entries.get(name)
  if (entry === undefined) throw new SnapshotProblemError('ENTRY_MISSING', `The entry ${name} is missing.`, name)
  try {
    // The library ends the stream with an error at the first byte beyond the size that was checked.
    yield* await zip.openReadStreamPromise(entry)
  } catch {
    throw new SnapshotProblemError('ENTRY_DIFFERS', `The entry ${name} was changed. It can't be decompressed.`, name)
  }
}

async function hashOfStart(file: FileHandle, length: number): Promise<string> {
  const hash = createHash('sha256')
  const buffer = Buffer.alloc(bytesAtOnce)
  for (let position = 0; position < length;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, length - position), position)
    if (bytesRead === 0) break
    hash.update(buffer.subarray(0, bytesRead))
    position += bytesRead
  }
  return hash.digest('hex')
}

function damaged(): never {
  throw new SnapshotProblemError('NOT_A_SNAPSHOT', "The directory of the file can't be read. The file was changed.")
}

function badName(name: string): SnapshotProblemError {
  return new SnapshotProblemError(
    'BAD_ENTRY_NAME',
    `The file has an entry with the name ${JSON.stringify(name.slice(0, 200))}, which snapshots don't have, or have once.`,
  )
}

function tooLarge(name: string | null, mostBytes: number): SnapshotProblemError {
  const what = name === null ? 'All entries together have' : `The entry ${name} has`
  return new SnapshotProblemError('TOO_LARGE', `${what} more than ${mostBytes} bytes.`, name)
}
