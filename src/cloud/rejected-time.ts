const codes: ReadonlySet<string> = new Set(['RequestExpired', 'RequestInTheFuture', 'RequestTimeTooSkewed'])
const messages = /\bsignature (?:expired|not yet current)\b/i

/**
 * Detects errors about a request time that differs too much from AWS's. `SignatureDoesNotMatch` has other causes too,
 * so its message decides. EC2 also returns `RequestExpired` for an expired session, but sessions are renewed long
 * before that.
 */
export function isTimeRejected(code: string, message: string): boolean {
  return codes.has(code) || messages.test(message)
}
