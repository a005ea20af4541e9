/** Classifies failures of AssumeRole by what the operator or the customer can do, without ever quoting credentials. */
import { isTimeRejected } from './rejected-time.ts'

export type AssumeRoleFailure = {
  readonly kind: 'denied' | 'throttled' | 'unreachable' | 'own credentials' | 'clock' | 'region disabled' | 'other'
  /** For people. */
  readonly message: string
}

/** Who was asked: the endpoint as people are told it, and the partition whose credentials were used. */
export type Asked = { readonly endpoint: string; readonly partition: string }

const deniedCodes = new Set(['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation'])
const throttledCodes = new Set([
  'Throttling',
  'ThrottlingException',
  'ThrottledException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'TooManyRequestsException',
  'LimitExceededException',
  'SlowDown',
])
const ownCredentialsCodes = new Set([
  'CredentialsProviderError',
  'TokenProviderError',
  'ProviderError',
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'InvalidAccessKeyId',
  'InvalidSignatureException',
  'IncompleteSignature',
  'IncompleteSignatureException',
  'SignatureDoesNotMatch',
  'MissingAuthenticationToken',
  'MissingAuthenticationTokenException',
  'UnrecognizedClientException',
  'AuthFailure',
  'OptInRequired',
])
/** Names that the SDK gives to errors that came from no answer at all, or from one that it could not read. */
const withoutResponseNames = new Set(['ResponseError', 'SyntaxError', 'Error', 'TypeError', 'Unknown', 'UnknownError'])
/** STS refuses with no others. */
const refusalStatuses = new Set([400, 401, 403])
/** The provider's own messages are a sentence or two; anything longer is not theirs. */
const maxQuoteLength = 600

export function assumeRoleFailure(error: unknown, asked: Asked): AssumeRoleFailure {
  const { endpoint } = asked
  const { code, message, systemCode, status } = described(error)
  if (deniedCodes.has(code)) return { kind: 'denied', message: quoted(message) }
  if (throttledCodes.has(code) || status === 429) {
    return { kind: 'throttled', message: `${endpoint} is throttling this service's calls (${code}).` }
  }
  if (isTimeRejected(code, message)) {
    return {
      kind: 'clock',
      message: `${endpoint} refused the time of the request (${code}). The clock of this machine is wrong, or has just been set. Check that it is synchronized, then try again.`,
    }
  }
  if (ownCredentialsCodes.has(code)) return { kind: 'own credentials', message: ownCredentialsMessage(code, asked) }
  if (code === 'RegionDisabledException') {
    return {
      kind: 'region disabled',
      message: `STS is not activated for this account in the region of ${endpoint}: activate it in the IAM console, or set AWS_REGION to another region.`,
    }
  }
  if (status !== null && status >= 500) {
    return { kind: 'unreachable', message: `${endpoint} answered with status ${status}.` }
  }
  if (code === 'TimeoutError') return { kind: 'unreachable', message: `${endpoint} did not answer in time.` }
  if (systemCode !== null) {
    const reason = message.includes(systemCode) ? quoted(message) : systemCode
    return { kind: 'unreachable', message: `${endpoint} cannot be reached (${reason}).` }
  }
  if (withoutResponseNames.has(code) || status === null || !refusalStatuses.has(status)) {
    return { kind: 'unreachable', message: unreadableResponseMessage(endpoint, status) }
  }
  return { kind: 'other', message: `${endpoint} refused the request (${code}): ${quoted(message)}` }
}

/** The answer itself is not quoted: one that was cut off may hold half a credential. */
export function unreadableResponseMessage(endpoint: string, status: number | null): string {
  const answer = status === null ? 'an answer' : `an answer with status ${status}`
  return `${endpoint} gave ${answer} that is not from STS or was cut off. Check AWS_ENDPOINT_URL and any proxy on the way.`
}

// The provider's messages for these codes can hold the signed request with its session token: only the code is told.
function ownCredentialsMessage(code: string, { endpoint, partition }: Asked): string {
  if (code === 'CredentialsProviderError' || code === 'TokenProviderError' || code === 'ProviderError') {
    const how =
      partition === 'aws'
        ? 'an instance or task role, AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
        : `a profile named by AWS_PROFILE_${partition.toUpperCase().replaceAll('-', '_')}`
    return `The service has no AWS credentials of its own in the partition ${partition}: give it ${how}.`
  }
  if (code.startsWith('Expired')) {
    return `The service's own AWS credentials have expired (${code}): renew them.`
  }
  return `${endpoint} does not accept the service's own AWS credentials (${code}): check the access key, the secret key and the session token.`
}

type Description = {
  readonly code: string
  readonly message: string
  /** Of the socket or resolver, e.g. `ECONNREFUSED`. */
  readonly systemCode: string | null
  /** The HTTP status; `null` when there was no answer. */
  readonly status: number | null
}

function described(error: unknown): Description {
  if (!(error instanceof Error)) return { code: 'Error', message: '', systemCode: null, status: null }
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined
  const status =
    typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata ? metadata.httpStatusCode : null
  return {
    code: error.name,
    message: error.message,
    systemCode: systemCode(error),
    status: typeof status === 'number' ? status : null,
  }
}

function systemCode(error: Error): string | null {
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z]|^CERT_|_CERT|^UNABLE_TO/.test(error.code)) {
    return error.code
  }
  // Both addresses of a name refused: Node wraps their errors into one.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  return inner instanceof Error ? systemCode(inner) : null
}

function quoted(message: string): string {
  const line = message
    // oxlint-disable-next-line no-control-regex -- what an endpoint answers may hold anything
    .replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ')
    .toWellFormed()
    .trim()
  const text = line === '' ? 'no reason given' : line
  return text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength).toWellFormed()}…` : text
}
