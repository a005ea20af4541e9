import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { isCode, isRunning, withStartLock } from './start-lock.ts'

let folder: string
let lock: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-lock-'))
  lock = join(folder, 'start.lock')
  return () => rm(folder, { recursive: true })
})

/** What the lock file says while it is held. */
const held = () => withStartLock(lock, 10_000, () => readFile(lock, 'utf8'))

/** A process that has ended. */
const ended = () => spawnSync(process.execPath, ['--version']).pid

describe('the lock', () => {
  test('is held by one at a time, for its user alone, and leaves nothing behind', async () => {
    const steps: string[] = []
    const work = (name: string) =>
      withStartLock(lock, 10_000, async () => {
        steps.push(`${name} begins`)
        expect((await stat(lock)).mode & 0o777).toBe(0o600)
        steps.push(`${name} ends`)
        return name
      })
    expect(await Promise.all(['a', 'b', 'c'].map(work))).toEqual(['a', 'b', 'c'])
    const names = steps.map((step) => step.split(' ')[0])
    expect(names).toEqual(names.map((_, index) => names[index - (index % 2)]))
    expect(await readdir(folder)).toEqual([])
  })

  test('is given back when the work fails', async () => {
    await expect(withStartLock(lock, 0, () => Promise.reject(new Error('It broke.')))).rejects.toThrow('It broke.')
    expect(await readdir(folder)).toEqual([])
  })

  test('of a process that has ended is taken away, and of one with its id that began later', async () => {
    const ours = await held()
    const [pid, , id] = ours.split(' ')
    for (const stale of [`${ended()} 1 ${id}`, `${pid} 1 ${id}`, 'nonsense', '']) {
      await writeFile(lock, stale)
      expect((await held()).split(' ').slice(0, 2)).toEqual(ours.split(' ').slice(0, 2))
      expect(await readdir(folder)).toEqual([])
    }
  })

  test('of a process that lives is waited for, and named when it takes too long', async () => {
    const other = (await held()).replace(/\S+\n$/, 'other\n')
    await writeFile(lock, other)
    await expect(withStartLock(lock, 0, () => Promise.resolve())).rejects.toThrow(
      `Process ${process.pid} has been starting or stopping the embedded PostgreSQL for too long (it holds ${lock}). ` +
        'End that process, or delete the file if it has nothing to do with Surveyor.',
    )
    expect(await readdir(folder)).toEqual(['start.lock'])
    expect(await readFile(lock, 'utf8')).toBe(other)
  })

  test('that another process holds by now is left to it', async () => {
    await withStartLock(lock, 0, () => writeFile(lock, 'another'))
    expect(await readFile(lock, 'utf8')).toBe('another')
  })

  test('cannot be had where there is no folder for it', async () => {
    await expect(withStartLock(join(folder, 'none', 'lock'), 0, () => Promise.resolve())).rejects.toThrow('ENOENT')
  })
})

test('a process runs that is there, whoever’s it is, and no other number', () => {
  expect([process.pid, 1].map(isRunning)).toEqual([true, true])
  expect([ended(), 0, -1, 1.5, Number.NaN].map(isRunning)).toEqual([false, false, false, false, false])
})

test('a code is that of an error', () => {
  expect(isCode(Object.assign(new Error('link'), { code: 'EEXIST' }), 'EEXIST')).toBe(true)
  expect(isCode(Object.assign(new Error('link'), { code: 'ENOENT' }), 'EEXIST')).toBe(false)
  expect([new Error('EEXIST'), { code: 'EEXIST' }, 'EEXIST', null].map((each) => isCode(each, 'EEXIST'))).toEqual([
    false,
    false,
    false,
    false,
  ])
})
