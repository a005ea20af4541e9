/** Describes errors to users, with the exit code. */
import { SurveyorApiError, SurveyorUnreachableError } from './client/errors.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import type { ExitCode } from './exit-codes.ts'

export type Failure = { readonly exitCode: ExitCode; readonly message: string }

export function describeError(error: unknown): Failure {
  if (error instanceof CommandError) return error
  if (error instanceof SurveyorUnreachableError) return { exitCode: exitCodes.unreachable, message: error.message }
  if (error instanceof SurveyorApiError) return { exitCode: apiExitCode(error), message: apiText(error) }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { exitCode: exitCodes.defect, message: `Internal error. Please report it. ${stack}` }
}

function apiExitCode({ code }: SurveyorApiError): ExitCode {
  switch (code) {
    case 'UNAUTHORIZED':
    case 'FORBIDDEN':
    case 'INTERNAL_ERROR':
    case 'INVALID_API_VERSION':
      return exitCodes.unreachable
    case 'CONFLICT':
      return exitCodes.scanFailed
    case 'NOT_FOUND':
    case 'BAD_REQUEST':
    case 'VALIDATION_ERROR':
      return exitCodes.usage
    default:
      return code satisfies never
  }
}

function apiText({ code, message, details, requestId }: SurveyorApiError): string {
  const problems = details.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')
  const request = code === 'INTERNAL_ERROR' && requestId !== null ? ` Request ID: ${requestId}.` : ''
  return `${message}${problems === '' ? '' : ` ${problems}.`}${request}`
}
