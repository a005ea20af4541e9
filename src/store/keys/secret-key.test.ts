import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keptSecretKey } from './secret-key.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-key-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a key is made once, for its user alone, and kept', async () => {
  const data = join(folder, 'data', 'surveyor')
  const key = await keptSecretKey(data)
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  expect(await keptSecretKey(data)).toBe(key)
  expect(await readFile(join(data, 'secret.key'), 'utf8')).toBe(key)
  expect(await readdir(data)).toEqual(['secret.key'])
  expect((await stat(join(data, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect(await keptSecretKey(join(folder, 'another'))).not.toBe(key)
})

test('of a key that another process made meanwhile, that one is kept', async () => {
  await writeFile(join(folder, 'secret.key'), 'x'.repeat(32))
  expect(await keptSecretKey(folder)).toBe('x'.repeat(32))
})

test('a file that holds no key is not overwritten, but told', async () => {
  const path = join(folder, 'secret.key')
  await writeFile(path, 'x'.repeat(31))
  const message = `${path} holds no key of at least 32 characters. Remove it to have a new one made.`
  await expect(keptSecretKey(folder)).rejects.toThrow(message)
  expect(await readFile(path, 'utf8')).toBe('x'.repeat(31))
})

test('what cannot be read is no missing key', async () => {
  await mkdir(join(folder, 'secret.key'))
  await expect(keptSecretKey(folder)).rejects.toThrow('EISDIR')
})
