/** The key for cookies and stored secrets: given by SECRET_KEY, else made once and kept in the data folder. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const leastLength = 32

/** Safe when several processes start at once: the first to link its key wins, all read the same one. */
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
  throw new Error(`${path} holds no key of at least ${leastLength} characters. Remove it to have a new one made.`)
}
