/** Verifies Signature Version 4 by signing the received request again with the issued secret. */
import { createHash } from 'node:crypto'
import { Sha256 } from '@smithy/core/checksum'
import { SignatureV4 } from '@smithy/signature-v4'

/** A complete received request. */
export type ReceivedRequest = {
  readonly method: string
  /** The path as sent, percent-encoded, without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string | string[]>>
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** The content of the `Authorization` header. */
export type SignatureClaim = {
  readonly accessKeyId: string
  readonly region: string
  readonly service: string
  readonly signedHeaders: readonly string[]
  readonly signature: string
  readonly signedAt: Date
  readonly sessionToken: string | undefined
}

const authorizationPattern =
  /^AWS4-HMAC-SHA256 Credential=([^/\s]+)\/(\d{8})\/([^/\s]+)\/([^/\s]+)\/aws4_request,\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/

/** Returns `null` if the request has no complete header signature. */
export function readSignatureClaim(request: ReceivedRequest): SignatureClaim | null {
  const match = authorizationPattern.exec(request.headers['authorization'] ?? '')
  const time = request.headers['x-amz-date'] ?? ''
  const signedAt = new Date(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (match === null || Number.isNaN(signedAt.getTime())) return null
  const [, accessKeyId = '', , region = '', service = '', signedHeaders = '', signature = ''] = match
  return {
    accessKeyId,
    region,
    service,
    signedHeaders: signedHeaders.split(';'),
    signature,
    signedAt,
    sessionToken: request.headers['x-amz-security-token'],
  }
}

/** Whether the signature was made over this request with this secret. */
export async function isSignatureValid(
  request: ReceivedRequest,
  claim: SignatureClaim,
  secretAccessKey: string,
): Promise<boolean> {
  if (!claim.signedHeaders.includes('host') || !isPayloadHashTrue(request)) return false
  const signer = new SignatureV4({
    credentials: {
      accessKeyId: claim.accessKeyId,
      secretAccessKey,
      ...(claim.sessionToken === undefined ? {} : { sessionToken: claim.sessionToken }),
    },
    region: claim.region,
    service: claim.service,
    sha256: Sha256,
    // S3 signs the path unchanged. All other services sign it encoded twice.
    uriEscapePath: claim.service !== 's3',
    applyChecksum: false,
  })
  const signed = await signer.sign(
    {
      method: request.method,
      protocol: 'http:',
      hostname: request.headers['host'] ?? '',
      path: request.path,
      query: request.query,
      headers: Object.fromEntries(claim.signedHeaders.map((name) => [name, request.headers[name] ?? ''])),
      body: request.body,
    },
    { signingDate: claim.signedAt, signableHeaders: new Set(claim.signedHeaders) },
  )
  return signed.headers['authorization']?.endsWith(`Signature=${claim.signature}`) === true
}

/** A declared body hash is signed, so it must match the body or declare an unsigned body. */
function isPayloadHashTrue(request: ReceivedRequest): boolean {
  const declared = request.headers['x-amz-content-sha256']
  if (declared === undefined || declared === 'UNSIGNED-PAYLOAD' || declared.startsWith('STREAMING-')) return true
  return declared === createHash('sha256').update(request.body).digest('hex')
}
