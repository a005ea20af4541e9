/** Parses command arguments before anything is opened or written. Every parser throws InvalidArgumentError. */
import { InvalidArgumentError } from 'commander'
import { regionsByPartition } from '../../contract/region-codes.ts'
import { partitionOf } from '../../contract/regions.ts'
import { parseRoleArn, type RoleArn } from '../accounts/role-arn.ts'
import { parseEmailAddress } from '../identity/email-address.ts'
import { type Scope, scopes } from '../store/scope.ts'

const maxNameLength = 100
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Control characters, line separators, and characters that change the reading order. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u
const maxWaitSeconds = 600
const maxPort = 65_535
const maxLatencyMs = 60_000

/** A user-defined name: 1 to 100 characters on one line, without white space around it. */
export function name(text: string): string {
  const trimmed = text.trim()
  if (!visible.test(trimmed)) throw new InvalidArgumentError('It must have at least one visible character.')
  if (Array.from(trimmed).length > maxNameLength) {
    throw new InvalidArgumentError(`It must have at most ${maxNameLength} characters.`)
  }
  if (!trimmed.isWellFormed() || unprintable.test(trimmed)) {
    throw new InvalidArgumentError('It must be one line of text without control characters.')
  }
  return trimmed
}

/** An organization's name must not look like an ID, because commands accept either. */
export function organizationName(text: string): string {
  const organization = name(text)
  if (uuidForm.test(organization)) throw new InvalidArgumentError("A name can't be a UUID.")
  return organization
}

/** An email address, in lower case. */
export function email(text: string): string {
  const address = parseEmailAddress(text.trim())
  if (address === null) throw new InvalidArgumentError('It must be an email address in ASCII characters.')
  return address
}

/** An OpenID Connect subject: 1 to 255 ASCII characters, unchanged. */
export function subject(text: string): string {
  if (!/^[ -~]{1,255}$/.test(text) || text.trim() === '') {
    throw new InvalidArgumentError('It must be 1 to 255 ASCII characters.')
  }
  return text
}

/** A UUID, in lower case. */
export function id(text: string): string {
  if (!uuidForm.test(text)) throw new InvalidArgumentError('It must be an ID (a UUID).')
  return text.toLowerCase()
}

/** `read`, `write`, or both, separated by a comma. */
export function scopeList(text: string): readonly Scope[] {
  const words = text.split(',').map((word) => word.trim())
  const unknown = words.filter((word) => !scopes.some((scope) => scope === word))
  if (unknown.length > 0) {
    throw new InvalidArgumentError(`It must be one or more of ${scopes.join(', ')}, separated by commas.`)
  }
  return scopes.filter((scope) => words.includes(scope))
}

/** A time in the future: an ISO 8601 date (midnight UTC), or a date and time with time zone. */
export function expiry(text: string): Date {
  const [, date, time] =
    /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? []
  const moment = new Date(`${date}${time ?? 'T00:00:00Z'}`)
  // Detects dates such as February 30, which Date turns into March 2.
  const day = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(moment.getTime()) || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date) {
    throw new InvalidArgumentError(
      'It must be an ISO 8601 date or time with time zone, for example 2027-01-31T12:00:00Z.',
    )
  }
  if (moment.getTime() <= Date.now()) throw new InvalidArgumentError('It must be in the future.')
  return moment
}

/** A 12-digit account ID. */
export function accountNumber(text: string): string {
  if (!/^\d{12}$/.test(text)) throw new InvalidArgumentError('It must be a 12-digit account ID.')
  return text
}

export type GivenRole = RoleArn & { readonly arn: string }

export function roleArn(text: string): GivenRole {
  const role = parseRoleArn(text)
  if (role === null || !(role.partition in regionsByPartition)) {
    throw new InvalidArgumentError(
      'It must be the ARN of an IAM role, for example arn:aws:iam::123456789012:role/SurveyorScan.',
    )
  }
  return { ...role, arn: text }
}

export function partition(text: string): string {
  const known = Object.keys(regionsByPartition).sort()
  if (!known.includes(text)) throw new InvalidArgumentError(`It must be one of ${known.join(', ')}.`)
  return text
}

export function region(text: string): string {
  if (partitionOf(text) === null) throw new InvalidArgumentError('It must be an AWS region, for example eu-west-1.')
  return text
}

/** 0 to 600 seconds. */
export const waitSeconds = (text: string): number => wholeNumber(text, maxWaitSeconds)

/** 0 (any free port) to 65535. */
export const port = (text: string): number => wholeNumber(text, maxPort)

/** 0 to 60000 ms. */
export const latencyMs = (text: string): number => wholeNumber(text, maxLatencyMs)

function wholeNumber(text: string, max: number): number {
  const value = Number(text)
  if (!/^\d{1,6}$/.test(text) || value > max) {
    throw new InvalidArgumentError(`It must be a whole number from 0 to ${max}.`)
  }
  return value
}
