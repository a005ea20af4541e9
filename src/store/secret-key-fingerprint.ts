/**
 * Ensures that all processes use the same SECRET_KEY for a database. Another key would change the runtime login's
 * password.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { Client } from 'pg'

/**
 * Throws if the database was set up with another key. Changes nothing. `canLogIn`: whether the runtime role has this
 * key's password.
 */
export async function refuseAnotherKey(
  owner: Client,
  secretKey: string,
  role: string,
  canLogIn: () => Promise<boolean>,
): Promise<void> {
  if (!(await isOurs(owner, secretKey, role, canLogIn))) {
    throw new Error(
      'SECRET_KEY is not the one that this database was set up with. Nothing was changed, because processes with the other key would be ' +
        'locked out. Set the same SECRET_KEY for every process (an embedded database has it in DATA_DIR/secret.key); ' +
        'to change it on purpose, stop every process and run: surveyor secret-key change',
    )
  }
}

async function isOurs(
  owner: Client,
  secretKey: string,
  role: string,
  canLogIn: () => Promise<boolean>,
): Promise<boolean> {
  const { rows: found } = await owner.query<{ tables: boolean; fingerprints: boolean; role: boolean }>(
    `select to_regclass('public.organizations') is not null as tables,
            to_regclass('public.secret_key_fingerprint') is not null as fingerprints,
            exists (select from pg_roles where rolname = $1) as role`,
    [role],
  )
  if (found[0]?.tables !== true) return true
  const [kept] = found[0].fingerprints ? await keptFingerprints(owner) : []
  // The database was set up before fingerprints existed, or its process ended before writing one. The password of the
  // runtime role identifies the key.
  if (kept === undefined) return !found[0].role || canLogIn()
  return kept.fingerprint.equals(fingerprintOf(secretKey, kept.salt))
}

async function keptFingerprints(owner: Client): Promise<readonly { salt: Buffer; fingerprint: Buffer }[]> {
  const { rows } = await owner.query<{ salt: Buffer; fingerprint: Buffer }>(
    'select salt, fingerprint from public.secret_key_fingerprint',
  )
  return rows
}

/** Stores the fingerprint once the tables exist. With `changesKey`, it replaces that of another key. */
export async function keepFingerprint(owner: Client, secretKey: string, changesKey: boolean): Promise<void> {
  if (changesKey) await owner.query('delete from public.secret_key_fingerprint')
  const salt = randomBytes(32)
  await owner.query(
    `insert into public.secret_key_fingerprint (salt, fingerprint) values ($1, $2) on conflict do nothing`,
    [salt, fingerprintOf(secretKey, salt)],
  )
}

/** Throws while other processes use the database, because they would be locked out. */
export async function refuseWhileUsed(owner: Client, role: string): Promise<void> {
  const { rowCount } = await owner.query('select from pg_stat_activity where usename = $1', [role])
  if (rowCount !== 0) {
    throw new Error(
      `SECRET_KEY cannot be changed while Surveyor runs: ${rowCount} connections to the database are open. Stop every process first.`,
    )
  }
}

/** Doesn't reveal the key: an HMAC with the key over a salt. */
function fingerprintOf(secretKey: string, salt: Buffer): Buffer {
  return createHmac('sha256', secretKey).update('fingerprint of the secret key').update(salt).digest()
}
