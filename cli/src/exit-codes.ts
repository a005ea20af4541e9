/** Exit codes, and the error that ends a command with one of them. */

export const exitCodes = {
  fine: 0,
  gateFailed: 1,
  usage: 2,
  scanFailed: 3,
  unreachable: 4,
  /** As in sysexits.h. */
  defect: 70,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export const exitCodesHelp = `
Exit codes:
  0   fine
  1   a condition of --fail-on or --expect failed, or a snapshot file was changed
  2   wrong usage, or an argument names something that doesn't exist
  3   a scan failed, or couldn't be started
  4   the service or the forge can't be reached or fails, or the key or token isn't allowed to do this
  70  a defect in this program`

/** A failure that the user can understand from its message alone. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

export function usageError(message: string): CommandError {
  return new CommandError(exitCodes.usage, message)
}
