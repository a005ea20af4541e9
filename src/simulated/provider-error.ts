/** Errors as AWS services send them: one code and status for each kind of error and dialect. */

/** How a service formats its errors. `s3` and `ec2` differ from other services of their protocol. */
export type Dialect = 'ec2' | 'query' | 's3' | 'json' | 'rest json'

/** An error with exactly this code, status, and message for the caller. */
export class ProviderError extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

type Coded = readonly [code: string, status: number, message?: string]

/** The code of an error, or also its status and message. `*` is replaced by the requested identifier. */
export type ErrorCode = string | Coded

/** `usualMessage`: for errors that have no own message. */
export function codedError(error: ErrorCode, usualMessage: string, identifier = ''): ProviderError {
  const [code, status, message = usualMessage] = typeof error === 'string' ? [error] : error
  return new ProviderError(code, message.replace('*', identifier), status)
}

/** Returns a setting of a resource. Throws the service's error if it has none. */
export function setting<Value>(value: Value | null | undefined, missing: ErrorCode): Value {
  if (value === null || value === undefined) throw codedError(missing, '')
  return value
}

export type ErrorKind = keyof typeof messages

/** Those of most services. Some dialects have their own. */
const messages = {
  unsigned: 'Missing Authentication Token',
  'unknown access key': 'The security token included in the request is invalid.',
  'signature mismatch': 'The request signature we calculated does not match the signature you provided.',
  'expired session': 'The security token included in the request is expired',
  'clock skew': 'Signature expired: the time of the request is too far from that of the server',
  denied: '',
  throttled: 'Rate exceeded',
  'internal error': 'The request processing has failed because of an unknown error',
  unavailable: 'The request has failed due to a temporary failure of the server.',
}

const jsonErrors: Record<ErrorKind, Coded> = {
  unsigned: ['MissingAuthenticationTokenException', 400],
  'unknown access key': ['UnrecognizedClientException', 400],
  'signature mismatch': ['InvalidSignatureException', 400],
  'expired session': ['ExpiredTokenException', 400],
  'clock skew': ['InvalidSignatureException', 400],
  denied: ['AccessDeniedException', 400],
  throttled: ['ThrottlingException', 400],
  'internal error': ['InternalServerError', 500],
  unavailable: ['ServiceUnavailableException', 503],
}

/**
 * Sources: "Common errors" of each service's API reference, "Error codes for the Amazon EC2 API", "S3 error responses".
 */
const errors: Record<Dialect, Record<ErrorKind, Coded>> = {
  query: {
    unsigned: ['MissingAuthenticationToken', 403],
    'unknown access key': ['InvalidClientTokenId', 403],
    'signature mismatch': ['SignatureDoesNotMatch', 403],
    'expired session': ['ExpiredToken', 403],
    'clock skew': ['SignatureDoesNotMatch', 403],
    denied: ['AccessDenied', 403],
    throttled: ['Throttling', 400],
    'internal error': ['InternalFailure', 500],
    unavailable: ['ServiceUnavailable', 503],
  },
  ec2: {
    unsigned: ['MissingParameter', 400, 'The request must contain the parameter AWSAccessKeyId'],
    'unknown access key': ['AuthFailure', 401],
    'signature mismatch': ['AuthFailure', 401],
    'expired session': ['RequestExpired', 400, 'Request has expired.'],
    'clock skew': ['RequestExpired', 400, 'Request has expired.'],
    denied: ['UnauthorizedOperation', 403, 'You are not authorized to perform this operation. '],
    throttled: ['RequestLimitExceeded', 503, 'Request limit exceeded.'],
    'internal error': ['InternalError', 500],
    unavailable: ['Unavailable', 503],
  },
  s3: {
    unsigned: ['AccessDenied', 403, 'Access Denied'],
    'unknown access key': ['InvalidAccessKeyId', 403],
    'signature mismatch': ['SignatureDoesNotMatch', 403],
    'expired session': ['ExpiredToken', 400],
    'clock skew': ['RequestTimeTooSkewed', 403],
    denied: ['AccessDenied', 403],
    throttled: ['SlowDown', 503],
    'internal error': ['InternalError', 500],
    unavailable: ['ServiceUnavailable', 503],
  },
  json: jsonErrors,
  'rest json': {
    ...jsonErrors,
    throttled: ['TooManyRequestsException', 429],
    'internal error': ['ServiceException', 500],
  },
}

/** Returns the error of this kind in this dialect. `detail` is appended to the fixed text. */
export function providerError(dialect: Dialect, kind: ErrorKind, detail = ''): ProviderError {
  const [code, status, message = messages[kind]] = errors[dialect][kind]
  // REST services refuse credentials as forbidden, other JSON services as a bad request.
  return new ProviderError(code, message + detail, dialect === 'rest json' && status === 400 ? 403 : status)
}
