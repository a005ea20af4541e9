/** Defines errors of commands: a code for scripts, an exit code, and one line for users. */

/** These codes are stable, because scripts depend on them. */
const exitCodes = {
  FAILED: 1,
  PRINCIPAL_UNKNOWN: 1,
  USAGE: 2,
  INVALID_ARGUMENT: 2,
  NOT_FOUND: 3,
  CONFLICT: 4,
  /** As in `surveyor-cli`. */
  SCAN_FAILED: 3,
  NO_ACCESS: 4,
  VERIFICATION_FAILED: 5,
  SNAPSHOT_REFUSED: 5,
  UNKNOWN_KEY: 6,
  VERIFICATION_UNDECIDED: 6,
  INTERRUPTED: 130,
} as const

export type OperatorErrorCode = keyof typeof exitCodes

export const exitCodesHelp = `
Exit codes:
  0    done
  1    failed
  2    usage: unknown command or option, invalid or missing argument
  3    not found; map: nothing could be read
  4    conflict: the name or alias is in use, or the object changed meanwhile;
       map: no AWS credentials, or AWS rejected them
  5    account verify: verification failed;
       snapshot verify, snapshot import: the file isn't a valid snapshot
  6    account verify: inconclusive, nothing changed; try again;
       snapshot import: the key that signed the file isn't trusted
  130  interrupted
`

export class OperatorError extends Error {
  readonly code: OperatorErrorCode
  readonly exitCode: number

  constructor(code: OperatorErrorCode, message: string) {
    super(message)
    this.name = 'OperatorError'
    this.code = code
    this.exitCode = exitCodes[code]
  }
}
