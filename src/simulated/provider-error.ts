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

/**
 * The code of an error, its status unless 400, and its message if callers use it. `*` is replaced by the requested
 * identifier.
 */
export type ErrorCode = string | readonly [code: string, status: number, message?: string]

export function codedError(error: ErrorCode, message: string): ProviderError {
  return typeof error === 'string' ? new ProviderError(error, message) : new ProviderError(error[0], message, error[1])
}

/** Returns a setting of a resource. Throws the service's error if it has none. */
export function setting<Value>(value: Value | null | undefined, missing: Exclude<ErrorCode, string>): Value {
  if (value === null || value === undefined) throw codedError(missing, missing[2] ?? '')
  return value
}

export type ErrorKind =
  | 'unsigned'
  | 'unknown access key'
  | 'signature mismatch'
  | 'expired session'
  | 'clock skew'
  | 'denied'
  | 'throttled'
  | 'internal error'
  | 'unavailable'

type Wording = readonly [code: string, status: number, message: string]

const mismatch =
  'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.'
const invalidToken = 'The security token included in the request is invalid.'
const expiredToken = 'The security token included in the request is expired'
const notValidated = 'AWS was not able to validate the provided access credentials'

const queryWordings: Record<ErrorKind, Wording> = {
  unsigned: ['MissingAuthenticationToken', 403, 'Request is missing Authentication Token'],
  'unknown access key': ['InvalidClientTokenId', 403, invalidToken],
  'signature mismatch': ['SignatureDoesNotMatch', 403, mismatch],
  'expired session': ['ExpiredToken', 403, expiredToken],
  'clock skew': [
    'SignatureDoesNotMatch',
    403,
    'Signature expired: the time of the request is too far from that of the server',
  ],
  denied: ['AccessDenied', 403, ''],
  throttled: ['Throttling', 400, 'Rate exceeded'],
  'internal error': ['InternalFailure', 500, 'The request processing has failed because of an unknown error'],
  unavailable: ['ServiceUnavailable', 503, 'The request has failed due to a temporary failure of the server.'],
}

const jsonWordings: Record<ErrorKind, Wording> = {
  unsigned: ['MissingAuthenticationTokenException', 400, 'Missing Authentication Token'],
  'unknown access key': ['UnrecognizedClientException', 400, invalidToken],
  'signature mismatch': ['InvalidSignatureException', 400, mismatch],
  'expired session': ['ExpiredTokenException', 400, expiredToken],
  'clock skew': ['InvalidSignatureException', 400, 'Signature expired'],
  denied: ['AccessDeniedException', 400, ''],
  throttled: ['ThrottlingException', 400, 'Rate exceeded'],
  'internal error': ['InternalServerError', 500, 'The request processing has failed because of an unknown error'],
  unavailable: ['ServiceUnavailableException', 503, 'The service is temporarily unavailable'],
}

/**
 * Sources: "Common errors" of each service's API reference, "Error codes for the Amazon EC2 API", "S3 error responses".
 */
const wordings: Record<Dialect, Record<ErrorKind, Wording>> = {
  query: queryWordings,
  ec2: {
    unsigned: ['MissingParameter', 400, 'The request must contain the parameter AWSAccessKeyId'],
    'unknown access key': ['AuthFailure', 401, notValidated],
    'signature mismatch': ['AuthFailure', 401, notValidated],
    'expired session': ['RequestExpired', 400, 'Request has expired.'],
    'clock skew': ['RequestExpired', 400, 'Request has expired.'],
    denied: ['UnauthorizedOperation', 403, 'You are not authorized to perform this operation. '],
    throttled: ['RequestLimitExceeded', 503, 'Request limit exceeded.'],
    'internal error': ['InternalError', 500, 'An internal error has occurred'],
    unavailable: ['Unavailable', 503, 'The server is overloaded and cannot handle the request.'],
  },
  s3: {
    unsigned: ['AccessDenied', 403, 'Access Denied'],
    'unknown access key': [
      'InvalidAccessKeyId',
      403,
      'The AWS Access Key Id you provided does not exist in our records.',
    ],
    'signature mismatch': ['SignatureDoesNotMatch', 403, mismatch],
    'expired session': ['ExpiredToken', 400, 'The provided token has expired.'],
    'clock skew': [
      'RequestTimeTooSkewed',
      403,
      'The difference between the request time and the current time is too large.',
    ],
    denied: ['AccessDenied', 403, ''],
    throttled: ['SlowDown', 503, 'Please reduce your request rate.'],
    'internal error': ['InternalError', 500, 'We encountered an internal error. Please try again.'],
    unavailable: ['ServiceUnavailable', 503, 'Service is unable to handle request.'],
  },
  json: jsonWordings,
  'rest json': {
    ...jsonWordings,
    unsigned: ['MissingAuthenticationTokenException', 403, 'Missing Authentication Token'],
    'unknown access key': ['UnrecognizedClientException', 403, invalidToken],
    'signature mismatch': ['InvalidSignatureException', 403, mismatch],
    'expired session': ['ExpiredTokenException', 403, expiredToken],
    'clock skew': ['InvalidSignatureException', 403, 'Signature expired'],
    denied: ['AccessDeniedException', 403, ''],
    throttled: ['TooManyRequestsException', 429, 'Rate exceeded'],
    'internal error': ['ServiceException', 500, 'The service encountered an internal error.'],
  },
}

/** Returns the error of this kind in this dialect. `detail` is appended to the fixed text. */
export function providerError(dialect: Dialect, kind: ErrorKind, detail = ''): ProviderError {
  const [code, status, message] = wordings[dialect][kind]
  return new ProviderError(code, message + detail, status)
}
