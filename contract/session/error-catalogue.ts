/** Lists the error codes of the dashboard API: those of the API, and those that only users get. */
import { errorCatalogue, type ErrorCode } from '../error-catalogue.ts'

/** Errors of requests under `/session/`, in the envelope of the API. */
export const sessionErrorCatalogue = {
  ...errorCatalogue,
  UNAUTHORIZED: { status: 401, description: 'The user is not signed in, or the session expired.' },
  FORBIDDEN: {
    status: 403,
    description: "The member's role does not allow it, or the request was sent by another site.",
  },
  TOO_MANY_REQUESTS: { status: 429, description: 'Too many attempts. Retry after the seconds in `Retry-After`.' },
} as const satisfies Readonly<Record<ErrorCode | 'TOO_MANY_REQUESTS', { status: number; description: string }>>

export type SessionErrorCode = keyof typeof sessionErrorCatalogue
