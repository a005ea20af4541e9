/**
 * Provides the key for cookies and stored secrets: SECRET_KEY, or else a key that is created once in the data folder.
 */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const leastLength = 32

/** Safe if several processes start at once. The first to link its key wins, and all read that key. */
export async function keptSecretKey(dataDirectory: string): Promise<string> {
  const path = join(dataDirectory, 'secret.key')
  const existing = await read(path)
  if (existing !== null) return existing
  await mkdir(dataDirectory, { recursive: true })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, randomBytes(leastLength).toString('hex'), { mode: 0o600 })
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return (await read(path)) ?? ''
}

async function read(path: string): Promise<string | null> {
  try {
    const key = await readFile(path, 'utf8')
    if (key.length >= leastLength) return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  throw new Error(
    `${path} has no key of at least ${leastLength} characters. Delete it, and Surveyor creates a new one.`,
  )
}
