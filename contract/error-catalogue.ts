/** Lists the error codes of the API with their status and meaning. */

export const errorCatalogue = {
  UNAUTHORIZED: { status: 401, description: 'The API key is missing, invalid, expired, or revoked.' },
  FORBIDDEN: { status: 403, description: "The API key doesn't have the required scope." },
  NOT_FOUND: { status: 404, description: "The resource, path, or method doesn't exist." },
  BAD_REQUEST: { status: 400, description: 'The request is malformed.' },
  VALIDATION_ERROR: {
    status: 400,
    description: 'The body or the parameters are invalid. `error.details` lists each problem.',
  },
  CONFLICT: { status: 409, description: 'The request conflicts with the current state of a resource.' },
  INVALID_API_VERSION: { status: 400, description: 'The `Service-Version` header has an unknown version.' },
  INTERNAL_ERROR: {
    status: 500,
    description: 'Internal error. Retry with exponential backoff and jitter.',
  },
} as const

export type ErrorCode = keyof typeof errorCatalogue
export type ErrorStatus = (typeof errorCatalogue)[ErrorCode]['status']

export const errorCodes = Object.keys(errorCatalogue).filter((code): code is ErrorCode => code in errorCatalogue)
