/** What can be wrong with a snapshot file. Codes are stable, because scripts depend on them. */

export type SnapshotProblemCode =
  /** Not a snapshot, or so damaged that it can't be read. */
  | 'NOT_A_SNAPSHOT'
  | 'CUT_OFF'
  | 'TOO_LARGE'
  | 'BAD_ENTRY_NAME'
  | 'UNSUPPORTED_VERSION'
  | 'BAD_MANIFEST'
  | 'BAD_SIGNATURE'
  /** Signed by another key than the expected one. */
  | 'OTHER_KEY'
  | 'ENTRY_MISSING'
  | 'ENTRY_UNEXPECTED'
  | 'ENTRY_DIFFERS'
  /** All entries are unchanged, but other bytes of the file aren't. */
  | 'FILE_DIFFERS'

export type SnapshotProblem = {
  readonly code: SnapshotProblemCode
  /** The entry with the problem, or `null` if it isn't in one entry. */
  readonly entry: string | null
  readonly message: string
}

export class SnapshotProblemError extends Error {
  override readonly name = 'SnapshotProblemError'
  readonly problem: SnapshotProblem

  constructor(code: SnapshotProblemCode, message: string, entry: string | null = null) {
    super(message)
    this.problem = { code, entry, message }
  }
}
