const codes: ReadonlySet<string> = new Set(['RequestExpired', 'RequestInTheFuture', 'RequestTimeTooSkewed'])
const messages = /\bsignature (?:expired|not yet current)\b/i

/**
 * Whether an error says that the time of a request is too far from AWS's. `SignatureDoesNotMatch` has more causes: its message tells.
 * EC2 also returns `RequestExpired` for an expired session; sessions are renewed long before that.
 */
export function isTimeRejected(code: string, message: string): boolean {
  return codes.has(code) || messages.test(message)
}
