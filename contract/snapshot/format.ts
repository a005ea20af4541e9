/** The file format of snapshots: the names of entries, the limits, and the manifest. */

export const snapshotFormat = 'surveyor-snapshot'
export const snapshotVersion = 1

export const manifestName = 'manifest.json'
export const signatureName = 'manifest.sig'
export const graphName = 'graph.jsonl'
export const coverageName = 'coverage.json'
export const exposuresName = 'exposures.json'
export const offlineName = 'diagrams.html'

/** No other name is possible, so that extracting never leaves its folder. */
const entryName =
  /^(?:graph\.jsonl|coverage\.json|exposures\.json|diagrams\.html|manifest\.(?:json|sig)|(?:diagrams|pictures)\/[a-z0-9-]{1,64}\.(?:json|svg|png))$/

export function isEntryName(name: string): boolean {
  return entryName.test(name)
}

/** Larger files are rejected before they are read. */
export const snapshotLimits = {
  fileBytes: 1024 ** 3,
  entries: 1_000,
  entryBytes: 512 * 1024 ** 2,
  totalBytes: 2 * 1024 ** 3,
  /** Uncompressed bytes for each compressed one. Graphs have about 30. */
  ratio: 300,
  /** Below this size, the ratio doesn't matter. */
  ratioFromBytes: 1024 ** 2,
  manifestBytes: 1024 ** 2,
  signatureBytes: 4 * 1024,
} as const

/** The last bytes of the file: the SHA-256 of all bytes before them. The comment of the ZIP file. */
const sealPrefix = 'surveyor-snapshot sha256:'
export const sealLength = sealPrefix.length + 64

export function sealOf(sha256: string): string {
  return `${sealPrefix}${sha256}`
}

/** Returns the SHA-256 of a seal in hexadecimal, or `null` for other text. */
export function sealedHash(text: string): string | null {
  const hash = text.startsWith(sealPrefix) ? text.slice(sealPrefix.length) : ''
  return /^[0-9a-f]{64}$/.test(hash) ? hash : null
}

export type RedactionName = 'none' | 'default' | 'strict' | 'own'

/** What was redacted. Patterns of own rules are only counted, because they may be secrets themselves. */
export type AppliedRedaction = {
  readonly rules: RedactionName
  readonly accountIds: boolean
  readonly publicAddresses: boolean
  readonly emailAddresses: boolean
  readonly accessKeys: boolean
  readonly names: boolean
  readonly tagValues: boolean
  /** Keys of tags whose values are redacted. `*` matches any text. */
  readonly tags: readonly string[]
  /** Names of properties whose texts are redacted. */
  readonly properties: readonly string[]
  readonly patterns: number
}

export type SnapshotEntry = { readonly name: string; readonly size: number; readonly sha256: string }

export type SnapshotManifest = {
  readonly format: typeof snapshotFormat
  readonly version: typeof snapshotVersion
  /** The fingerprint of the key that signed it. */
  readonly signedBy: string
  readonly scan: {
    readonly id: string
    /** A pseudonym if account IDs are redacted. */
    readonly accountId: string
    readonly accountAlias: string
    readonly region: string
    readonly createdAt: string
    readonly completedAt: string
  }
  readonly redaction: AppliedRedaction
  readonly counts: {
    readonly resources: number
    readonly relations: number
    readonly types: number
    readonly exposures: number
    readonly diagrams: number
    readonly pictures: number
    /** Pictures that didn't fit into the limits of a snapshot. */
    readonly picturesLeftOut: number
  }
  /** All other entries but the signature, sorted by name. */
  readonly entries: readonly SnapshotEntry[]
}
