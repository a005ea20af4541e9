/** Every error code of the HTTP interface, with its status and what it means to a caller. */

export const errorCatalogue = {
  UNAUTHORIZED: { status: 401, description: 'The API key is missing, invalid, expired or revoked.' },
  FORBIDDEN: { status: 403, description: 'The API key lacks the scope that this operation needs.' },
  NOT_FOUND: { status: 404, description: 'There is no such resource, path or method.' },
  BAD_REQUEST: { status: 400, description: 'The request is malformed or cannot be read.' },
  VALIDATION_ERROR: {
    status: 400,
    description: 'The body or the parameters failed validation; `error.details` names each of them.',
  },
  CONFLICT: { status: 409, description: 'The request conflicts with the current state of a resource.' },
  INVALID_API_VERSION: { status: 400, description: 'The header `Service-Version` holds an unrecognized version.' },
  INTERNAL_ERROR: {
    status: 500,
    description: 'Something broke on our side. Retry with exponential backoff and jitter.',
  },
} as const

export type ErrorCode = keyof typeof errorCatalogue
export type ErrorStatus = (typeof errorCatalogue)[ErrorCode]['status']

export const errorCodes = Object.keys(errorCatalogue).filter((code): code is ErrorCode => code in errorCatalogue)
