/** Bounds how many streams of events one person holds open: each keeps a connection, and asks the database again and again. */
import { SessionError } from './session-error.ts'

/** Far more than a browser opens: over HTTP/1.1 it has six connections to one address. */
const most = 20
const retryAfterSeconds = 5

export type ListenerLimit = {
  /** Throws `TOO_MANY_REQUESTS`. Returns what to call at the end. */
  enter(userId: string): () => void
}

/** Of one process. */
export function listenerLimit(): ListenerLimit {
  const open = new Map<string, number>()
  return {
    enter(userId) {
      const before = open.get(userId) ?? 0
      if (before >= most) {
        throw new SessionError(
          'TOO_MANY_REQUESTS',
          `You are listening to ${most} scans at once already. Close a page.`,
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
