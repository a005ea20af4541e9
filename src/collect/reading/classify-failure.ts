/** Classifies an error of AWS, the network, or the SDK for a resource type, with a message that users can act on. */
import { isTimeRejected } from '../../cloud/rejected-time.ts'
import { ResponseError } from '../../cloud/responses/response-error.ts'
import type { CoverageStatus, DeniedBy, Json } from '../../graph/resource-graph.ts'
import { CollectError } from './collect-error.ts'
import { cutText } from './cut-text.ts'
import { failedOperation } from './failed-operation.ts'

export type Failure = {
  readonly status: Exclude<CoverageStatus, 'collected'>
  readonly reason: string
  readonly action: string | null
  readonly deniedBy: DeniedBy | null
  readonly statement: Json
}

/** The error codes of a denied call, for all AWS protocols. */
const deniedCodes = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'AllAccessDisabled',
  'AuthorizationError',
  'AuthorizationErrorException',
  'Client.UnauthorizedOperation',
  'ForbiddenException',
  'KmsAccessDeniedException',
  'NotAuthorized',
  'UnauthorizedException',
  'UnauthorizedOperation',
])

/** The message of a denied call, regardless of its code: "User: … is not authorized to perform: …". */
const deniedMessage = /\bnot authorized to perform:? +[\w-]+:\w/i

/**
 * Codes for valid credentials in a region that the account hasn't enabled, for a service without a subscription of the
 * account, and for operations that a region doesn't support yet.
 */
const unavailableCodes = new Set([
  'AccountSetupInProgressException',
  'AuthFailure',
  'IllegalLocationConstraintException',
  'InvalidAccessKeyId',
  'InvalidAction',
  'InvalidClientTokenId',
  'NotOffered',
  'NotSignedUp',
  'OptInRequired',
  'RegionSetupInProgressException',
  'SubscriptionRequiredException',
  'UnknownOperationException',
  'UnrecognizedClientException',
])

/**
 * The same in words, for codes that have other meanings too: `UnsupportedOperation`, `ValidationException`, even an
 * access denied code.
 */
const unavailableMessage =
  /\bnot (?:yet )?(?:available|supported|enabled|offered) in (?:this|the|your)\b[\w ]* region\b|\bnot subscribed to this service\b|\bnot authorized to invoke this API operation\b/i

/** Source: AWS Lake Formation Developer Guide, "Troubleshooting Lake Formation". */
const lakeFormationMessage = /\bLake Formation permission/i

const throttlingCodes = new Set([
  'EC2ThrottledException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
])

/** The SDK's names for an error without a code. */
const withoutCode = new Set(['Unknown', 'UnknownError'])
/** The engine's names for errors from a value of an unexpected type. */
const wrongKindNames = new Set(['TypeError', 'RangeError'])
/** AWS error codes are one word, and messages one or two sentences. Longer texts are cut. */
const longestCode = 100
const longestMessage = 1_000

const expiredCodes = new Set(['ExpiredToken', 'ExpiredTokenException'])

/**
 * The policy types as AWS error messages name them. Source: IAM User Guide, "Troubleshoot access denied error
 * messages".
 */
const policyKinds: readonly (readonly [RegExp, DeniedBy])[] = [
  [/\bservice control policy\b/i, 'service control policy'],
  [/\bresource control policy\b/i, 'resource control policy'],
  [/\bpermissions boundary\b/i, 'permissions boundary'],
  [/\bsession policy\b/i, 'session policy'],
  [/\bVPC endpoint policy\b/i, 'VPC endpoint policy'],
  [/\bresource-based policy\b/i, 'resource policy'],
  [/\bidentity-based policy\b/i, 'identity policy'],
]

export function classifyFailure(error: unknown, permissions: readonly string[]): Failure {
  const { code, message, status, isOurs } = described(error)
  const called = calledAction(error, permissions)
  if (isOurs) return failure('failed', message)
  if (unavailableCodes.has(code) || code === 'ENOTFOUND' || unavailableMessage.test(message)) {
    return failure(
      'unavailable',
      `The service is not available in this region, or not enabled in this account (${code}).`,
    )
  }
  if (lakeFormationMessage.test(message)) return deniedByLakeFormation(called)
  if (deniedCodes.has(code) || deniedMessage.test(message)) return denied(message, permissions)
  if (code === 'TimeoutError' || code === 'ETIMEDOUT' || code === 'TimeoutException') {
    return failure('failed', `AWS did not respond to ${called} in time.`)
  }
  if (throttlingCodes.has(code)) {
    return failure('failed', `AWS throttled ${called} on every attempt (${code}).`)
  }
  if (isTimeRejected(code, message)) {
    return failure(
      'failed',
      `AWS rejected the time of the request (${code}). The clock of the scanning machine is wrong, or was just set. Check that it is synchronized.`,
    )
  }
  if (expiredCodes.has(code)) {
    return failure('failed', `The session's credentials expired during the scan (${code}).`)
  }
  if (
    error instanceof SyntaxError ||
    /deserializ|unexpected (token|end)|was cut off|not closed|closing tag/i.test(message)
  ) {
    return failure('failed', `The response to ${called} couldn't be parsed; it was truncated or malformed.`)
  }
  if (status >= 500) {
    const told = withoutCode.has(code) ? `status ${status}` : code
    return failure('failed', `AWS returned a server error for ${called} (${told}).`)
  }
  if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'].includes(code)) {
    return failure('failed', `AWS could not be reached for ${called}, or closed the connection (${code}).`)
  }
  if (wrongKindNames.has(code)) {
    return failure('failed', `The response to ${called} has an unexpected format (${code}).`)
  }
  if (withoutCode.has(code)) {
    return failure('failed', `${called} failed with status ${status} and no error code.`)
  }
  if (code === 'Error' || code === 'unknown error') {
    return failure('failed', `${called} failed. See the service log for the reason.`)
  }
  return failure('failed', `${called} failed: ${code}.`)
}

/**
 * Returns the IAM action of the failed operation. If no call failed, but processing a response did, it is the list
 * action.
 */
function calledAction(error: unknown, [listing = '']: readonly string[]): string {
  const operation = failedOperation.of(error)
  return operation === null ? listing : `${listing.split(':')[0]}:${operation}`
}

function failure(status: Failure['status'], reason: string): Failure {
  return { status, reason, action: null, deniedBy: null, statement: null }
}

/** Lake Formation can deny what IAM allows. No IAM policy can override that. */
function deniedByLakeFormation(called: string): Failure {
  return {
    status: 'denied',
    reason: `Lake Formation denied ${called}. Grant the role DESCRIBE on the catalog's databases and tables in Lake Formation; an IAM policy can't allow it.`,
    action: called,
    deniedBy: null,
    statement: null,
  }
}

function denied(message: string, permissions: readonly string[]): Failure {
  const action =
    /not authorized to perform:?\s+([\w-]+:\w+)/i.exec(message)?.[1] ??
    (permissions.length === 1 ? permissions[0] : permissions.find((permission) => message.includes(permission)))
  const deniedBy = policyKinds.find(([pattern]) => pattern.test(message))?.[1] ?? null
  const explicit = /explicit deny/i.test(message)
  const named = action ?? permissions.join(' or ')
  const by = deniedBy === null ? '' : ` by ${explicit ? 'an explicit deny in ' : ''}the ${deniedBy}`
  const remedy = explicit
    ? ' An Allow statement has no effect; remove the explicit deny.'
    : deniedBy === null || deniedBy === 'identity policy'
      ? ''
      : ` Allow the action in that policy; the role's own policy can't override it.`
  return {
    status: 'denied',
    reason: `${named} was denied${by}.${remedy}`,
    action: action ?? permissions[0] ?? null,
    deniedBy,
    // An explicit deny overrides every Allow statement.
    statement: explicit
      ? null
      : { Effect: 'Allow', Action: action === undefined ? [...permissions] : [action], Resource: '*' },
  }
}

type ProviderError = {
  readonly name?: unknown
  readonly code?: unknown
  readonly message?: unknown
  readonly $metadata?: { readonly httpStatusCode?: number }
}

/** `isOurs`: the message is a sentence of this service, written for users. */
function described(error: unknown): { code: string; message: string; status: number; isOurs: boolean } {
  const { name, code, message, $metadata } = (error ?? {}) as ProviderError
  const system = typeof code === 'string' && /^E[A-Z_]+$/.test(code) ? code : null
  return {
    code: cutText(system ?? (typeof name === 'string' && name !== '' ? name : 'unknown error'), longestCode),
    message: typeof message === 'string' ? cutText(message, longestMessage) : '',
    status: $metadata?.httpStatusCode ?? 0,
    isOurs: error instanceof ResponseError || error instanceof CollectError,
  }
}
