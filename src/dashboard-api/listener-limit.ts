/** Limits the open event streams per user: each one keeps a connection and polls the database. */
import { SessionError } from './dashboard-error.ts'

/** Far more than a browser opens: over HTTP/1.1, it has six connections per host. */
const most = 20
const retryAfterSeconds = 5

export type ListenerLimit = {
  /** Throws `TOO_MANY_REQUESTS`. Call the returned function when the stream ends. */
  enter(userId: string): () => void
}

/** Limits the streams of this process only. */
export function listenerLimit(): ListenerLimit {
  const open = new Map<string, number>()
  return {
    enter(userId) {
      const before = open.get(userId) ?? 0
      if (before >= most) {
        throw new SessionError(
          'TOO_MANY_REQUESTS',
          `You already have ${most} live scan pages open. Close one, then try again.`,
          retryAfterSeconds,
        )
      }
      open.set(userId, before + 1)
      return () => {
        const left = (open.get(userId) ?? 1) - 1
        if (left === 0) open.delete(userId)
        else open.set(userId, left)
      }
    },
  }
}
