/** Writes files completely or not at all. */
import { randomUUID } from 'node:crypto'
import { access, constants, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { usageError } from '../exit-codes.ts'

/** Writes a file beside the target and renames it. Throws a usage error if that fails. */
export async function writeWholeFile(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`)
  try {
    await writeFile(temporary, content, { flag: 'wx' })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw usageError(`${path} couldn't be written: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** Throws a usage error for a target that can't be written, before any work is done for it. */
export async function checkTarget(path: string): Promise<void> {
  const folder = dirname(path)
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (isFolder) throw usageError(`${path} is a folder. Name a file.`)
  await access(folder, constants.W_OK).catch(() => {
    throw usageError(`The folder ${folder} doesn't exist, or isn't writable.`)
  })
}
