/** Verifies ID tokens: that the provider made it for this service, just now, and for this very sign-in. */
import { jwtVerify } from 'jose'
import type { ProviderDocument } from './provider-document.ts'

export type IdTokenClaims = Readonly<Record<string, unknown>> & {
  /** Who signed in, as the issuer names them: never given to anybody else there. */
  readonly sub: string
}

/** What clocks may differ by. */
const clockToleranceSeconds = 60
/** It comes straight from the token endpoint. */
const oldestSeconds = 600
/** OpenID Connect: at most 255 ASCII characters. */
const subjectForm = /^[ -~]{1,255}$/

/** Rejects with what is wrong. */
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
    // Refuses a time of issue that lies in the future, too.
    maxTokenAge: oldestSeconds,
    clockTolerance: clockToleranceSeconds,
  })
  const { sub, aud, azp } = payload
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined) {
    throw new Error('The ID token has several audiences, and no "azp" that says whom it was made for.')
  }
  if (azp !== undefined && azp !== clientId) throw new Error('The ID token was made for another client ("azp").')
  if (payload.nonce !== nonce) throw new Error('The ID token belongs to another sign-in ("nonce").')
  if (typeof sub !== 'string' || !subjectForm.test(sub) || sub.trim() === '') {
    throw new Error('The ID token has a subject that is not 1 to 255 ASCII characters.')
  }
  return { ...payload, sub }
}
