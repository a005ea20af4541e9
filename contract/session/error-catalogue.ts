/** Every error code of the dashboard's interface: those of the HTTP interface, and what only people meet. */
import { errorCatalogue, type ErrorCode } from '../error-catalogue.ts'

/** Of requests under `/session/` that only this interface refuses; the envelope is that of the HTTP interface. */
export const sessionErrorCatalogue = {
  ...errorCatalogue,
  UNAUTHORIZED: { status: 401, description: 'Nobody is signed in, or the session has ended.' },
  FORBIDDEN: {
    status: 403,
    description: "The member's role does not allow it, or the request comes from another site.",
  },
  TOO_MANY_REQUESTS: { status: 429, description: 'Too many attempts: try again after the seconds in `Retry-After`.' },
} as const satisfies Readonly<Record<ErrorCode | 'TOO_MANY_REQUESTS', { status: number; description: string }>>

export type SessionErrorCode = keyof typeof sessionErrorCatalogue
