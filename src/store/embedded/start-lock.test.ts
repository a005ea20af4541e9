import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { isCode, isRunning, withStartLock } from './start-lock.ts'

let folder: string
let lock: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-lock-'))
  lock = join(folder, 'start.lock')
  return () => rm(folder, { recursive: true })
})

/** The content of the lock file while it is locked. */
const held = () => withStartLock(lock, 10_000, () => readFile(lock, 'utf8'))

/** A process that has ended. */
const ended = () => spawnSync(process.execPath, ['--version']).pid

describe('the lock', () => {
  test('has one owner at a time, is readable only for its user, and leaves no file', async () => {
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

  test('is released when the work fails', async () => {
    await expect(withStartLock(lock, 0, () => Promise.reject(new Error('It broke.')))).rejects.toThrow('It broke.')
    expect(await readdir(folder)).toEqual([])
  })

  test('of an ended process is removed, also if a later process has its ID', async () => {
    const ours = await held()
    const [pid, , id] = ours.split(' ')
    for (const stale of [`${ended()} 1 ${id}`, `${pid} 1 ${id}`, 'nonsense', '']) {
      await writeFile(lock, stale)
      expect((await held()).split(' ').slice(0, 2)).toEqual(ours.split(' ').slice(0, 2))
      expect(await readdir(folder)).toEqual([])
    }
  })

  test('of a running process is waited for, and the timeout names the process', async () => {
    const other = (await held()).replace(/\S+\n$/, 'other\n')
    await writeFile(lock, other)
    await expect(withStartLock(lock, 0, () => Promise.resolve())).rejects.toThrow(
      `Process ${process.pid} has been starting or stopping the embedded PostgreSQL for too long (lock file ${lock}). ` +
        "End that process, or delete the file if the process isn't Surveyor.",
    )
    expect(await readdir(folder)).toEqual(['start.lock'])
    expect(await readFile(lock, 'utf8')).toBe(other)
  })

  test('of a new owner is not removed', async () => {
    await withStartLock(lock, 0, () => writeFile(lock, 'another'))
    expect(await readFile(lock, 'utf8')).toBe('another')
  })

  test('fails if its folder does not exist', async () => {
    await expect(withStartLock(join(folder, 'none', 'lock'), 0, () => Promise.resolve())).rejects.toThrow('ENOENT')
  })
})

test('recognizes running processes of all users', () => {
  expect([process.pid, 1].map(isRunning)).toEqual([true, true])
  expect([ended(), 0, -1, 1.5, Number.NaN].map(isRunning)).toEqual([false, false, false, false, false])
})

test.runIf(process.platform === 'linux')(
  'a process that has ended does not run, even if its parent has not noticed yet',
  async () => {
    // `exec` puts a program in the place of the shell that doesn't wait for its child. Until then, the child lives.
    const script = 'sleep 1 & echo $!; exec sleep 60'
    const parent = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void parent.kill())
    const [pid] = (await once(parent.stdout, 'data')) as [Buffer]
    await expect.poll(() => readFile(`/proc/${Number(pid)}/stat`, 'utf8')).toContain(') Z ')
    expect(isRunning(Number(pid))).toBe(false)
  },
)

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
