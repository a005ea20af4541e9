/** The only error that callers see unchanged. All other errors become `INTERNAL_ERROR`. */
import { errorCatalogue } from '../../contract/error-catalogue.ts'
import type { ErrorCode, ErrorStatus } from '../../contract/error-catalogue.ts'
import type { ErrorDetail, ErrorEnvelope } from '../../contract/envelope.ts'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[] | null
  /** Set for limits, which are temporary; `null` if a retry doesn't help. */
  readonly retryAfterSeconds: number | null

  constructor(
    code: ErrorCode,
    message: string,
    { details = null, retryAfterSeconds = null }: Partial<Pick<ApiError, 'details' | 'retryAfterSeconds'>> = {},
  ) {
    super(message)
    this.code = code
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): ErrorStatus {
    return errorCatalogue[this.code].status
  }
}

export function validationError(details: readonly ErrorDetail[]): ApiError {
  const told = details.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
  return new ApiError('VALIDATION_ERROR', `The request is not valid: ${told.join('; ')}`, { details })
}

export const unknownPath = () => new ApiError('NOT_FOUND', "The path or method doesn't exist.")

export const notFound = (what: string) => new ApiError('NOT_FOUND', `${what} does not exist.`)

export function errorBody(error: ApiError): ErrorEnvelope {
  const { code, message, details } = error
  return {
    success: false,
    error: {
      code,
      message,
      ...(details !== null && { details: details.map((detail) => ({ ...detail, path: [...detail.path] })) }),
    },
  }
}
