/**
 * Locks the embedded server of a data folder with a file, so that only one process at a time creates, starts, or stops
 * it.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Runs `work` with the lock. Waits at most `timeoutMs` for another owner. The lock of a dead process is removed. */
export async function withStartLock<Result>(
  path: string,
  timeoutMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const holder = `${process.pid} ${processStatus(process.pid).start} ${randomUUID()}\n`
  const claim = `${path}.${randomUUID()}`
  try {
    await writeFile(claim, holder, { mode: 0o600 })
    await acquire(path, claim, Date.now() + timeoutMs)
  } finally {
    await rm(claim, { force: true })
  }
  try {
    return await work()
  } finally {
    if ((await readFile(path, 'utf8').catch(() => '')) === holder) await rm(path, { force: true })
  }
}

async function acquire(path: string, claim: string, deadline: number): Promise<void> {
  for (;;) {
    try {
      // A link creates the file together with its content, unlike opening with O_EXCL.
      await link(claim, path)
      return
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
    }
    const holder = await readFile(path, 'utf8').catch(() => null)
    if (holder !== null && !isAlive(holder)) {
      await removeStale(path, holder)
      continue
    }
    if (Date.now() > deadline) {
      throw new Error(
        `Process ${holder?.split(' ')[0] ?? 'unknown'} has been starting or stopping the embedded PostgreSQL for too long ` +
          `(lock file ${path}). End that process, or delete the file if the process isn't Surveyor.`,
      )
    }
    await sleep(50)
  }
}

/** Moves the file aside first. If that was a new owner's lock, it is put back. */
async function removeStale(path: string, holder: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if ((await readFile(aside, 'utf8')) !== holder) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

function isAlive(holder: string): boolean {
  const [pid, start] = holder.split(' ')
  return isRunning(Number(pid)) && start === processStatus(Number(pid)).start
}

/** Whether a process with this ID runs, under any user. A zombie process doesn't count. */
export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!isCode(error, 'EPERM')) return false
  }
  return processStatus(pid).state !== 'Z'
}

/** The start time distinguishes a process from a later one with the same ID. Without /proc, only the ID is compared. */
function processStatus(pid: number): { readonly state: string; readonly start: string } {
  let status = ''
  try {
    status = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return { state: 'unknown', start: 'unknown' }
  }
  // Fields 3 and 22 of proc(5), counted after the command, which may include spaces and brackets.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? 'unknown', start: fields[19] ?? 'unknown' }
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
