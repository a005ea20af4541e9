/**
 * Classifies failures of AssumeRole by what the operator or the customer can do. Messages never include credentials.
 */
import { isTimeRejected } from './rejected-time.ts'

export type AssumeRoleFailure = {
  readonly kind: 'denied' | 'throttled' | 'unreachable' | 'own credentials' | 'clock' | 'region disabled' | 'other'
  /** For users. */
  readonly message: string
}

/** The called endpoint as messages show it, and the partition of the used credentials. */
export type StsEndpoint = { readonly endpoint: string; readonly partition: string }

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
/** The SDK's error names for a missing or unreadable response. */
const withoutResponseNames = new Set(['ResponseError', 'SyntaxError', 'Error', 'TypeError', 'Unknown', 'UnknownError'])
/** STS refuses with these statuses only. */
const refusalStatuses = new Set([400, 401, 403])
/** AWS's own messages are one or two sentences. Longer texts come from elsewhere. */
const maxQuoteLength = 600

export function assumeRoleFailure(error: unknown, sts: StsEndpoint): AssumeRoleFailure {
  const { endpoint } = sts
  const { code, message, systemCode, status } = described(error)
  if (deniedCodes.has(code)) return { kind: 'denied', message: quoted(message) }
  if (throttledCodes.has(code) || status === 429) {
    return { kind: 'throttled', message: `${endpoint} is throttling this service's calls (${code}).` }
  }
  if (isTimeRejected(code, message)) {
    return {
      kind: 'clock',
      message: `${endpoint} rejected the time of the request (${code}). The clock of this machine is wrong, or has just been set. Check that it is synchronized, then try again.`,
    }
  }
  if (ownCredentialsCodes.has(code)) return { kind: 'own credentials', message: ownCredentialsMessage(code, sts) }
  if (code === 'RegionDisabledException') {
    return {
      kind: 'region disabled',
      message: `STS is not activated for this account in the region of ${endpoint}. Activate it in the IAM console, or set AWS_REGION to another region.`,
    }
  }
  if (status !== null && status >= 500) {
    return { kind: 'unreachable', message: `${endpoint} returned status ${status}.` }
  }
  if (code === 'TimeoutError') return { kind: 'unreachable', message: `${endpoint} timed out.` }
  if (systemCode !== null) {
    const reason = message.includes(systemCode) ? quoted(message) : systemCode
    return { kind: 'unreachable', message: `${endpoint} cannot be reached (${reason}).` }
  }
  if (withoutResponseNames.has(code) || status === null || !refusalStatuses.has(status)) {
    return { kind: 'unreachable', message: unreadableResponseMessage(endpoint, status) }
  }
  return { kind: 'other', message: `${endpoint} refused the request (${code}): ${quoted(message)}` }
}

/** The response isn't quoted, because a truncated one may include part of a credential. */
export function unreadableResponseMessage(endpoint: string, status: number | null): string {
  const answer = status === null ? 'a response' : `a response with status ${status}`
  return `${endpoint} returned ${answer} that isn't from STS or was truncated. Check AWS_ENDPOINT_URL and any proxies.`
}

// Only the code is shown, because AWS's messages for these codes may include the signed request with its session token.
function ownCredentialsMessage(code: string, { endpoint, partition }: StsEndpoint): string {
  if (code === 'CredentialsProviderError' || code === 'TokenProviderError' || code === 'ProviderError') {
    const how =
      partition === 'aws'
        ? 'an instance or task role, AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
        : `a profile named by AWS_PROFILE_${partition.toUpperCase().replaceAll('-', '_')}`
    return `The service has no AWS credentials for the partition ${partition}. Configure ${how}.`
  }
  if (code.startsWith('Expired')) {
    return `Surveyor's own AWS credentials have expired (${code}). Renew them.`
  }
  return `${endpoint} rejected Surveyor's own AWS credentials (${code}). Check the access key, the secret key, and the session token.`
}

type Description = {
  readonly code: string
  readonly message: string
  /** The error code of the socket or resolver, for example `ECONNREFUSED`. */
  readonly systemCode: string | null
  /** The HTTP status; `null` without a response. */
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
  // If both addresses of a name fail, Node wraps their errors into one.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  return inner instanceof Error ? systemCode(inner) : null
}

function quoted(message: string): string {
  const line = message
    // oxlint-disable-next-line no-control-regex -- responses may contain any character
    .replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ')
    .toWellFormed()
    .trim()
  const text = line === '' ? 'no reason given' : line
  return text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength).toWellFormed()}…` : text
}
