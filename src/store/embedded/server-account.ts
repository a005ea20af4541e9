/** Chooses the operating system account of the embedded server, because PostgreSQL refuses to run as root. */
import { spawnSync } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'

/** `null` for the account of this process. */
export type ServerAccount = { readonly uid: number; readonly gid: number } | null

/**
 * For root, returns the owner of an existing data folder, else the machine's `nobody`, because `initdb` requires an
 * account with a name. Other users run the server themselves.
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
        'Start Surveyor as an ordinary user, or set DATABASE_URL to your own PostgreSQL.',
    )
  }
  return { uid: Number(uid), gid: Number(gid) }
}

/**
 * Whether the account can use the path. A process of that account tries it, so that the modes of all parent folders
 * count.
 */
export function canUse(account: ServerAccount, path: string, access: 'execute' | 'write'): boolean {
  const test = access === 'execute' ? 'test -x "$0"' : 'test -x "$0" && test -w "$0"'
  return spawnSync('/bin/sh', ['-c', test, path], { ...account, cwd: '/', timeout: 10_000 }).status === 0
}
