/** Idempotency keys of create requests: per organization, kept for 24 hours. */

export type IdempotentScan = {
  readonly scanId: string
  /** SHA-256 of the validated body, defaults filled in. */
  readonly fingerprint: Uint8Array
}

export type IdempotencyKeys = {
  /**
   * Waits for a concurrent request with the same key to commit or roll back. Answers what that key already stands for,
   * or `null`: then the key is locked for this transaction, which is to call `remember`.
   */
  claim(key: string): Promise<IdempotentScan | null>
  remember(key: string, entry: IdempotentScan): Promise<void>
}
