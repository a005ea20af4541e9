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

test('a key is created once, readable only for its user', async () => {
  const data = join(folder, 'data', 'surveyor')
  const key = await keptSecretKey(data)
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  expect(await keptSecretKey(data)).toBe(key)
  expect(await readFile(join(data, 'secret.key'), 'utf8')).toBe(key)
  expect(await readdir(data)).toEqual(['secret.key'])
  expect((await stat(join(data, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect(await keptSecretKey(join(folder, 'another'))).not.toBe(key)
})

test('uses the key that another process created in the meantime', async () => {
  await writeFile(join(folder, 'secret.key'), 'x'.repeat(32))
  expect(await keptSecretKey(folder)).toBe('x'.repeat(32))
})

test('fails without overwriting a file that has no key', async () => {
  const path = join(folder, 'secret.key')
  await writeFile(path, 'x'.repeat(31))
  const message = `${path} has no key of at least 32 characters. Delete it, and Surveyor creates a new one.`
  await expect(keptSecretKey(folder)).rejects.toThrow(message)
  expect(await readFile(path, 'utf8')).toBe('x'.repeat(31))
})

test('an unreadable file does not count as a missing key', async () => {
  await mkdir(join(folder, 'secret.key'))
  await expect(keptSecretKey(folder)).rejects.toThrow('EISDIR')
})
