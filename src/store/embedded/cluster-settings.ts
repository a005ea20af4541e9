/** Stores the settings of an embedded server: its data folder and passwords. */
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerAccount } from './server-account.ts'
import { canUse } from './server-account.ts'
import { sharedFolder } from './server-binaries.ts'
import { isCode } from './start-lock.ts'

export type ClusterSettings = {
  readonly dataFolder: string
  /** The password of the superuser `postgres`, which only creates the owner's login and database. */
  readonly administratorPassword: string
  /** The password of `surveyor`, the owner of the service's database. */
  readonly ownerPassword: string
}

/** Returns `null` if DATA_DIR has no embedded server yet. */
export async function readClusterSettings(dataDirectory: string): Promise<ClusterSettings | null> {
  const path = settingsPath(dataDirectory)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    if (isCode(error, 'EACCES')) {
      throw new Error(`${path} belongs to another user. Start Surveyor as the user that created ${dataDirectory}`, {
        cause: error,
      })
    }
    throw error
  }
  const settings: unknown = JSON.parse(text)
  if (isClusterSettings(settings)) return settings
  throw new Error(`${path} is damaged: dataFolder, administratorPassword and ownerPassword are expected`)
}

/** Chooses a data folder that the account can use, generates passwords, and stores them with mode 0600. */
export async function makeClusterSettings(
  dataDirectory: string,
  account: ServerAccount,
  onNotice: (message: string) => void,
): Promise<ClusterSettings> {
  const settings = {
    dataFolder: await makeDataFolder(dataDirectory, account, onNotice),
    administratorPassword: randomBytes(24).toString('base64url'),
    ownerPassword: randomBytes(24).toString('base64url'),
  }
  const path = settingsPath(dataDirectory)
  await writeFile(`${path}.new`, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return settings
}

async function makeDataFolder(
  dataDirectory: string,
  account: ServerAccount,
  onNotice: (message: string) => void,
): Promise<string> {
  const beside = join(await realpath(dataDirectory), 'postgres')
  await mkdir(beside, { recursive: true, mode: 0o700 })
  if (account === null) return beside
  await chown(beside, account.uid, account.gid)
  if (canUse(account, beside, 'write')) return beside

  await rm(beside, { recursive: true })
  // Always a new folder. The passwords of an existing one were lost with the settings that named it.
  const elsewhere = join(sharedFolder, randomBytes(8).toString('hex'))
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 })
  await mkdir(elsewhere, { recursive: true, mode: 0o700 })
  await chown(elsewhere, account.uid, account.gid)
  if (!canUse(account, elsewhere, 'write')) {
    throw new Error(
      `PostgreSQL does not run as root, and account ${account.uid} can reach neither ${beside} nor ${elsewhere}. ` +
        'Start Surveyor as an ordinary user, or set DATABASE_URL to your own PostgreSQL.',
    )
  }
  onNotice(`keeping the database in ${elsewhere}, because account ${account.uid} cannot reach ${dataDirectory}`)
  return elsewhere
}

function settingsPath(dataDirectory: string): string {
  return join(dataDirectory, 'postgres.json')
}

function isClusterSettings(value: unknown): value is ClusterSettings {
  return (
    typeof value === 'object' &&
    value !== null &&
    'dataFolder' in value &&
    typeof value.dataFolder === 'string' &&
    'administratorPassword' in value &&
    typeof value.administratorPassword === 'string' &&
    'ownerPassword' in value &&
    typeof value.ownerPassword === 'string'
  )
}
