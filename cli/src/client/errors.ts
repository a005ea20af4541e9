/** Errors of the API client. */
import type { ErrorCode } from './openapi.ts'

/** An error response of the API. Branch on `code`, not on the message. */
export class SurveyorApiError extends Error {
  override readonly name = 'SurveyorApiError'
  readonly code: ErrorCode
  readonly status: number
  /** What is wrong with each field of the request. Empty unless `code` is `VALIDATION_ERROR`. */
  readonly details: readonly { readonly path: readonly string[]; readonly message: string }[]
  /** The request ID, which the service's log has too. */
  readonly requestId: string | null

  constructor(
    status: number,
    error: { code: ErrorCode; message: string; details?: SurveyorApiError['details'] },
    requestId: string | null,
  ) {
    super(error.message)
    this.code = error.code
    this.status = status
    this.details = error.details ?? []
    this.requestId = requestId
  }
}

/** No usable response: the service can't be reached, responds with errors only, or another server responds. */
export class SurveyorUnreachableError extends Error {
  override readonly name = 'SurveyorUnreachableError'
}
