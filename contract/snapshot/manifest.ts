/** Parses manifests of snapshots. Unknown fields are errors, so that a signed manifest has one meaning. */
import {
  coverageName,
  exposuresName,
  graphName,
  isEntryName,
  manifestName,
  offlineName,
  signatureName,
  snapshotFormat,
  snapshotLimits,
  type SnapshotManifest,
  snapshotVersion,
} from './format.ts'
import { SnapshotProblemError } from './problem.ts'
import { isFingerprint } from './signature.ts'

type Check = (value: unknown, path: string) => void

/** Returns the only form of a time that is valid, or `null` for a date that doesn't exist. */
function isoTime(text: string): string | null {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

function refuse(path: string, what: string): never {
  throw new SnapshotProblemError('BAD_MANIFEST', `The manifest isn't valid: ${path} ${what}.`, manifestName)
}

const text =
  (pattern: RegExp, what: string): Check =>
  (value, path) => {
    if (typeof value !== 'string' || !pattern.test(value)) refuse(path, `must be ${what}`)
  }
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value, path) => {
    if (!values.includes(value)) refuse(path, `must be one of ${values.map(String).join(', ')}`)
  }
const count: Check = (value, path) => {
  if (!Number.isSafeInteger(value) || Number(value) < 0) refuse(path, 'must be a whole number')
}
const flag = oneOf(true, false)
const time: Check = (value, path) => {
  const isTime = typeof value === 'string' && value === isoTime(value)
  if (!isTime) refuse(path, 'must be a time in UTC')
}
const shortText = text(/^[^\0]{0,256}$/u, 'a text of up to 256 characters')

const list =
  (item: Check, most: number): Check =>
  (value, path) => {
    if (!Array.isArray(value) || value.length > most) refuse(path, `must be a list of up to ${most} items`)
    for (const [at, each] of value.entries()) item(each, `${path}[${at}]`)
  }
const record =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(path, 'must be an object')
    const given = new Map<string, unknown>(Object.entries(value))
    for (const name of given.keys()) {
      if (!Object.hasOwn(fields, name)) refuse(path, `has the unknown field ${JSON.stringify(name)}`)
    }
    for (const [name, check] of Object.entries(fields)) check(given.get(name), path === '' ? name : `${path}.${name}`)
  }

const check = record({
  format: oneOf(snapshotFormat),
  version: oneOf(snapshotVersion),
  signedBy: (value, path) => {
    if (typeof value !== 'string' || !isFingerprint(value)) refuse(path, 'must be the fingerprint of a key')
  },
  scan: record({
    id: text(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'a UUID'),
    accountId: text(/^\d{12}$/, '12 digits'),
    accountAlias: shortText,
    region: text(/^[a-z]{2,4}(?:-[a-z]{2,20}){1,4}-\d{1,2}$/, 'a region'),
    createdAt: time,
    completedAt: time,
  }),
  redaction: record({
    rules: oneOf('none', 'default', 'strict', 'own'),
    accountIds: flag,
    publicAddresses: flag,
    emailAddresses: flag,
    accessKeys: flag,
    names: flag,
    tagValues: flag,
    tags: list(shortText, 200),
    properties: list(shortText, 200),
    patterns: count,
  }),
  counts: record({
    resources: count,
    relations: count,
    types: count,
    exposures: count,
    diagrams: count,
    pictures: count,
    picturesLeftOut: count,
  }),
  entries: list(
    record({
      name: (value, path) => {
        const isListed = typeof value === 'string' && isEntryName(value)
        if (!isListed || value === manifestName || value === signatureName) refuse(path, 'must be the name of an entry')
      },
      size: count,
      sha256: text(/^[0-9a-f]{64}$/, 'a SHA-256'),
    }),
    snapshotLimits.entries,
  ),
})

const always = [graphName, coverageName, exposuresName, offlineName]

/** Throws a `SnapshotProblemError`. */
export function parseManifest(bytes: Uint8Array): SnapshotManifest {
  const value = parsed(bytes)
  if (typeof value !== 'object' || value === null) refuse('it', 'must be an object')
  const { format, version } = value as Partial<SnapshotManifest>
  if (format !== snapshotFormat) refuse('format', `must be ${snapshotFormat}`)
  if (version !== snapshotVersion) {
    throw new SnapshotProblemError(
      'UNSUPPORTED_VERSION',
      `The snapshot has the format version ${JSON.stringify(version)}. This version of Surveyor reads version ${snapshotVersion}.`,
      manifestName,
    )
  }
  check(value, '')
  const manifest = value as SnapshotManifest
  const names = manifest.entries.map(({ name }) => name)
  if (names.some((name, at) => at > 0 && name <= (names[at - 1] ?? ''))) refuse('entries', 'must be sorted by name')
  const missing = always.find((name) => !names.includes(name))
  if (missing !== undefined) refuse('entries', `must include ${missing}`)
  return manifest
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return refuse('it', 'must be JSON in UTF-8')
  }
}
