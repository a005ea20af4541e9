/** Verifies that an ID token was issued by the provider for this service and this sign-in, and that it is recent. */
import { jwtVerify } from 'jose'
import type { ProviderDocument } from './provider-document.ts'

export type IdTokenClaims = Readonly<Record<string, unknown>> & {
  /** The user's ID at the issuer, which is never reassigned. */
  readonly sub: string
}

/** The allowed clock difference. */
const clockToleranceSeconds = 60
/** The token comes directly from the token endpoint, so it must be recent. */
const oldestSeconds = 600
/** OpenID Connect allows at most 255 ASCII characters. */
const subjectForm = /^[ -~]{1,255}$/

export function isSubject(value: unknown): value is string {
  return typeof value === 'string' && subjectForm.test(value) && value.trim() !== ''
}

/** Rejects with the reason if the token is invalid. */
export async function verifyIdToken(
  token: string,
  { keys, algorithms }: Pick<ProviderDocument, 'keys' | 'algorithms'>,
  expected: { readonly issuer: string; readonly clientId: string; readonly nonce: string },
): Promise<IdTokenClaims> {
  const { issuer, clientId, nonce } = expected
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    algorithms: [...algorithms],
    requiredClaims: ['exp', 'iat', 'sub'],
    // Also rejects an issue time in the future.
    maxTokenAge: oldestSeconds,
    clockTolerance: clockToleranceSeconds,
  })
  const { sub, aud, azp } = payload
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined) {
    throw new Error('The ID token has several audiences, but no "azp" claim.')
  }
  if (azp !== undefined && azp !== clientId) throw new Error('The ID token was issued for another client ("azp").')
  if (payload.nonce !== nonce) throw new Error('The ID token belongs to another sign-in ("nonce").')
  if (!isSubject(sub)) throw new Error('The ID token has a subject that is not 1 to 255 ASCII characters.')
  return { ...payload, sub }
}
