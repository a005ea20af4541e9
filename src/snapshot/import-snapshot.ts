/**
 * Imports a snapshot as a completed scan. The whole file is checked before anything is written. Resources are stored
 * first, as in a scan. All that makes the scan visible is one transaction.
 */
import { partitionOf } from '../../contract/regions.ts'
import { openArchive } from '../../contract/snapshot/archive.ts'
import type { SnapshotManifest } from '../../contract/snapshot/format.ts'
import { type SnapshotProblem, SnapshotProblemError } from '../../contract/snapshot/problem.ts'
import { fingerprintOf } from '../../contract/snapshot/signature.ts'
import { verifyArchive } from '../../contract/snapshot/verify-snapshot.ts'
import { drawDiagrams } from '../drawing/diagrams.ts'
import { storedExposures } from '../meaning/exposure/stored-exposures.ts'
import type { ConnectionRecord } from '../store/account-connections.ts'
import type { Progress } from '../store/scan-status.ts'
import { chunksOf } from '../store/graph-chunks.ts'
import type { Store, Tenant } from '../store/store.ts'
import { GraphError } from './graph-schema.ts'
import { readGraph, type SnapshotGraph } from './read-graph.ts'

export type ImportRequest = {
  readonly path: string
  readonly organizationId: string
  /** The fingerprint of a key to trust besides known ones. */
  readonly trust?: string
  /** The name of a new account connection. */
  readonly alias?: string
  readonly actor: string
}

export type ImportDependencies = {
  readonly store: Store
  readonly progressOf: (coverage: SnapshotGraph['graph']['coverage']) => Progress
  /** The type in the coverage that stands for all unsupported ones. */
  readonly otherType: string
}

export type ImportOutcome =
  | { readonly kind: 'imported' | 'known'; readonly scanId: string; readonly connectionId: string }
  | { readonly kind: 'refused'; readonly problems: readonly SnapshotProblem[] }
  | { readonly kind: 'unknown key'; readonly signedBy: string }
  | { readonly kind: 'alias taken'; readonly alias: string }
  | { readonly kind: 'invalid graph'; readonly message: string }

/** As in a scan. */
const versionsAtOnce = 1_000
const mostAliasCharacters = 100
/** Control characters, line separators, and characters that change the direction of text. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const mostClockDifferenceMs = 86_400_000

/** Throws only errors of the file system and of the database. */
export async function importSnapshot(dependencies: ImportDependencies, request: ImportRequest): Promise<ImportOutcome> {
  const { store } = dependencies
  const { path, organizationId, trust } = request
  const archive = await openArchive(path).catch(refusal)
  if ('problem' in archive) return { kind: 'refused', problems: [archive.problem] }
  try {
    const { manifest: verified, digest, problems } = await verifyArchive(archive)
    if (problems.length > 0 || verified === null || digest === null) return { kind: 'refused', problems }
    const { accountAlias, ...scan } = verified.scan
    const manifest = { ...verified, scan: { ...scan, accountAlias: oneLine(accountAlias) } }
    const known = await store.tenant(organizationId, (tenant) => knownScan(tenant, digest))
    if (known !== null) return { kind: 'known', ...known }
    if (manifest.signedBy !== trust && !(await isKnownKey(store, organizationId, manifest.signedBy))) {
      return { kind: 'unknown key', signedBy: manifest.signedBy }
    }
    if (partitionOf(manifest.scan.region) === null) {
      throw new GraphError(`The region ${manifest.scan.region} isn't known to this version of Surveyor.`)
    }
    checkTimes(manifest.scan)
    const read = await readGraph(archive, manifest, dependencies.otherType)
    return await save(dependencies, request, { manifest, digest }, read)
  } catch (error) {
    if (error instanceof GraphError) return { kind: 'invalid graph', message: error.message }
    if (error instanceof SnapshotProblemError) return { kind: 'refused', problems: [error.problem] }
    throw error
  } finally {
    await archive.close()
  }
}

function refusal(error: unknown): SnapshotProblemError {
  if (error instanceof SnapshotProblemError) return error
  throw error
}

/** A scan from the future would stay the newest one of its account. */
function checkTimes({ createdAt, completedAt }: SnapshotManifest['scan']): void {
  if (completedAt < createdAt) throw new GraphError('The scan was completed before it was created.')
  if (Date.parse(completedAt) > Date.now() + mostClockDifferenceMs) {
    throw new GraphError(`The scan was completed in the future (${completedAt}).`)
  }
}

async function isKnownKey(store: Store, organizationId: string, signedBy: string): Promise<boolean> {
  const own = await store.snapshotKeys.publicKeys()
  if (own.some((key) => fingerprintOf(key) === signedBy)) return true
  return store.tenant(organizationId, ({ importedSnapshots }) => importedSnapshots.hasImportedFrom(signedBy))
}

async function knownScan({ importedSnapshots, scans }: Tenant, digest: string) {
  const scanId = await importedSnapshots.scanOf(digest)
  const scan = scanId === null ? null : await scans.find(scanId)
  return scan === null ? null : { scanId: scan.id, connectionId: scan.connectionId }
}

async function save(
  { store, progressOf }: ImportDependencies,
  { organizationId, alias, actor }: ImportRequest,
  { manifest, digest }: { readonly manifest: SnapshotManifest; readonly digest: string },
  { graph, versions }: SnapshotGraph,
): Promise<ImportOutcome> {
  const diagrams = await drawDiagrams(graph)
  const exposures = storedExposures(graph)
  for (let start = 0; start < versions.length; start += versionsAtOnce) {
    const batch = versions.slice(start, start + versionsAtOnce)
    await store.tenant(organizationId, ({ graphs }) => graphs.keepVersions(batch))
  }
  const chunks = chunksOf(versions)
  return store.tenant(organizationId, async (tenant): Promise<ImportOutcome> => {
    await tenant.importedSnapshots.lock(manifest.signedBy, manifest.scan.accountId)
    const known = await knownScan(tenant, digest)
    if (known !== null) return { kind: 'known', ...known }
    const wanted = alias ?? importedAlias(manifest)
    const connection = await connectionOf(tenant, manifest, wanted)
    if (connection === null) return { kind: 'alias taken', alias: wanted }
    const { id, accountId: accountNumber, region, createdAt, completedAt } = manifest.scan
    const scan = await tenant.scans.insertImported({
      connectionId: connection.id,
      accountNumber,
      region,
      progress: progressOf(graph.coverage),
      createdAt: new Date(createdAt),
      updatedAt: new Date(completedAt),
    })
    await tenant.graphs.save(scan.id, { ...graph, chunks }, await tenant.graphs.keepExposures(exposures))
    await tenant.diagrams.insert(scan.id, diagrams)
    await tenant.importedSnapshots.insert({ digest, scanId: scan.id, signedBy: manifest.signedBy })
    const details = { connectionId: connection.id, signedBy: manifest.signedBy, originalScan: id, digest }
    await tenant.auditEvents.append({ actor, action: 'snapshot.import', subject: scan.id, details })
    return { kind: 'imported', scanId: scan.id, connectionId: connection.id }
  })
}

/** Snapshots of one account by one key belong to the same connection, so that their scans can be compared. */
async function connectionOf(
  { accounts }: Tenant,
  { scan, signedBy }: SnapshotManifest,
  alias: string,
): Promise<ConnectionRecord | null> {
  const { accountId: accountNumber, region } = scan
  const existing = await accounts.findImported(accountNumber, signedBy)
  if (existing !== null) return existing
  return accounts.insertImported({
    alias,
    accountNumber,
    partition: partitionOf(region) ?? '',
    importedFrom: signedBy,
  })
}

function importedAlias({ scan }: SnapshotManifest): string {
  const suffix = ' (imported)'
  const name = scan.accountAlias === '' ? scan.accountId : scan.accountAlias
  const characters = Array.from(name).slice(0, mostAliasCharacters - suffix.length)
  return `${characters.join('').trim()}${suffix}`
}

/** Other installations may have other rules for names. */
function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(unprintable, ' ').trim()
}
