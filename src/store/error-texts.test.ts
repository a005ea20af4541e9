/** Tests the error messages for an unusable database, and which errors are retried. */
import { DatabaseError } from 'pg'
import { describe, expect, test } from 'vitest'
import { DatabaseUnreachableError, endsConnection, mayConnectLater } from './connection-loss.ts'
import { isDiskFull } from './disk-full.ts'
import { explainPermission } from './missing-permission.ts'
import { explainConnection } from './unreachable-database.ts'

/** An error as PostgreSQL returns it. */
function refusal(code: string, message = 'it is not allowed'): DatabaseError {
  return Object.assign(new DatabaseError(message, message.length, 'error'), { code })
}

/** An error of the driver or the operating system. */
function failure(message: string, code?: string): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code })
}

const address = 'postgres://sur%40veyor:secret@db.example:6543/my%20data'

describe('a connection that cannot be made', () => {
  test.each<readonly [Error, string]>([
    [refusal('28P01'), 'The server db.example:6543 of DATABASE_URL refused the password of the login sur@veyor.'],
    [refusal('28000'), 'The server db.example:6543 of DATABASE_URL refused the login sur@veyor (it is not allowed).'],
    [refusal('3D000'), 'The server db.example:6543 of DATABASE_URL has no database my data. Create it.'],
    [
      refusal('53300', 'too many clients'),
      'The server db.example:6543 of DATABASE_URL has no free connection (too many clients). Raise its limit, or lower DATABASE_POOL in every process.',
    ],
    [
      failure('The server does not support SSL connections'),
      'The server db.example:6543 of DATABASE_URL offers no TLS, but its sslmode requires it.',
    ],
    ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'].map(
      (code) =>
        [
          failure('connect', code),
          `PostgreSQL is not reachable at db.example:6543, the address of DATABASE_URL (${code}).`,
        ] satisfies [Error, string],
    ),
  ])('%s: %s', (error, message) => {
    const explained = explainConnection(error, address)
    expect(explained).toEqual(new Error(message))
    expect((explained as Error).cause).toBe(error)
  })

  test('explains what a connection pool failed with in the end', () => {
    const cause = failure('connect', 'ECONNREFUSED')
    expect(explainConnection(new DatabaseUnreachableError(cause), address)).toEqual(explainConnection(cause, address))
  })

  test('uses the default port if the address has none', () => {
    const explained = explainConnection(failure('connect', 'ECONNREFUSED'), 'postgres://db.example/data')
    expect((explained as Error).message).toContain('db.example:5432')
  })

  test.each([
    refusal('57P03'),
    refusal(''),
    failure('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
    failure('something else'),
    'no error',
    null,
  ])('returns other errors unchanged: %s', (error) => {
    expect(explainConnection(error, address)).toBe(error)
  })
})

describe('a missing permission', () => {
  const denied = refusal('42501', 'permission denied for schema public')
  const explained =
    'The login sur@veyor of DATABASE_URL lacks a permission in the database my data: permission denied for schema public. ' +
    "It has to own the database, its schema public and Surveyor's tables. " +
    'A database administrator has to run: ALTER DATABASE my data OWNER TO sur@veyor'

  test.each([
    ['as PostgreSQL returns it', denied],
    ['as the cause of a migration error', new Error(`0001-start: ${denied.message}`, { cause: denied })],
  ])('%s, names login and database', (_, error) => {
    expect(explainPermission(error, address)).toEqual(new Error(explained))
    expect((explainPermission(error, address) as Error).cause).toBe(error)
  })

  test.each([
    ['another refusal', refusal('42P01')],
    ['a message that already names the permission', new Error('The login needs CREATEROLE.', { cause: denied })],
    ['another failure', failure('connect', '42501')],
    ['no error', '42501'],
  ])('%s is not one', (_, error) => {
    expect(explainPermission(error, address)).toBe(error)
  })
})

describe('a failure', () => {
  test.each([
    // The session ended, and a new one may work.
    [refusal('08006'), true, true],
    [refusal('08P01'), true, true],
    [refusal('57P01'), true, true],
    [refusal('57P02'), true, true],
    [refusal('57P03'), true, true],
    [refusal('57P05'), true, true],
    [refusal('25P03'), true, true],
    // No connection is free, so there is no session yet.
    [refusal('53300'), false, true],
    // Only the statement is rejected.
    [refusal('23505'), false, false],
    [refusal('57014'), false, false],
    [refusal('57P04'), false, false],
    [refusal('1080060'), false, false],
    [new DatabaseError('without a code', 0, 'error'), false, false],
    // PostgreSQL did not respond.
    [failure('read', 'ECONNRESET'), true, true],
    [failure('Connection terminated unexpectedly'), true, true],
    [failure('timeout expired'), true, true],
    [failure('timeout exceeded when trying to connect'), true, false],
    [failure('Cannot use a pool after calling end on the pool'), true, false],
    [failure('the message timeout expired'), true, false],
    [Object.assign(new Error('code'), { code: 7 }), true, false],
    ['no error', true, false],
  ])('%s ends its connection: %s, and may be temporary: %s', (error, ends, later) => {
    expect([endsConnection(error), mayConnectLater(error)]).toEqual([ends, later])
  })

  test.each([
    [refusal('53100'), true],
    [refusal('53200'), false],
    [failure('write failed: No space left on device'), true],
    [failure('the disk is fine', 'ENOENT'), false],
    ['No space left on device', false],
  ])('%s means a full disk: %s', (error, isFull) => {
    expect(isDiskFull(error)).toBe(isFull)
  })
})
