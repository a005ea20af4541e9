/** Under which account the embedded server runs: PostgreSQL refuses to run as root. */
import { spawnSync } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'

/** `null`: the account of this process. */
export type ServerAccount = { readonly uid: number; readonly gid: number } | null

/**
 * As root, the owner of an existing data folder, else the machine's `nobody` (`initdb` needs an account with a name).
 * An ordinary user runs the server itself.
 */
export async function serverAccount(dataFolder: string | null): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return null
  const owner = dataFolder === null ? null : await stat(dataFolder).catch(() => null)
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(accounts) ?? []
  if (uid === undefined || gid === undefined) {
    throw new Error(
      'PostgreSQL does not run as root, and this machine has no account `nobody` to run it as. ' +
        'Start Surveyor as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
  return { uid: Number(uid), gid: Number(gid) }
}

/** Whether the account can reach and use the path, found out by trying, so that every parent's mode counts. */
export function canUse(account: ServerAccount, path: string, access: 'execute' | 'write'): boolean {
  const test = access === 'execute' ? 'test -x "$0"' : 'test -x "$0" && test -w "$0"'
  return spawnSync('/bin/sh', ['-c', test, path], { ...account, cwd: '/', timeout: 10_000 }).status === 0
}
