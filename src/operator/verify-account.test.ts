import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openOperatorCommands, type OperatorCommands } from '../../test/support/operator-commands.ts'

const accountNumber = '444455556666'
let commands: OperatorCommands
let roleArn: string

beforeAll(async () => {
  commands = await openOperatorCommands()
  return () => commands.close()
})

beforeEach(() => {
  commands.cloud.setFaults({})
  // Each test has its own role, so that tests don't affect each other.
  roleArn = `arn:aws:iam::${accountNumber}:role/Scan-${randomUUID()}`
})

async function connection(org: string): Promise<{ id: string; externalId: string }> {
  const words = ['account', 'connect', '--org', org, '--alias', `alias ${randomUUID()}`, '--account-id', accountNumber]
  const { id, externalId } = await commands.answered([...words, '--role-arn', roleArn])
  return { id, externalId: String(externalId) }
}

test('exit code 0: the connection is connected', async () => {
  const org = await commands.createOrganization()
  const { id, externalId } = await connection(org)
  commands.cloud.setRole({ roleArn, externalId })
  expect(await commands.answered(['account', 'verify', id])).toMatchObject({
    id,
    organization: org,
    status: 'connected',
    roleIdentifier: roleArn,
    verification: { outcome: 'verified', message: null },
  })
})

test('exit code 5: refused, with the reason in output and error', async () => {
  const { id, externalId } = await connection(await commands.createOrganization())
  commands.cloud.setRole({ roleArn, externalId: null })
  const run = await commands.run(['account', 'verify', id, '--wait', '0', '--json'])
  expect(run.exitCode).toBe(5)
  expect(JSON.parse(run.output)).toMatchObject({
    status: 'failed',
    errorMessage: expect.stringContaining(externalId),
  })
  expect(JSON.parse(run.errorOutput)).toMatchObject({ error: { code: 'VERIFICATION_FAILED' } })
})

test('exit code 0 with --allow-open-role, which the list shows', async () => {
  const org = await commands.createOrganization()
  const { id } = await connection(org)
  commands.cloud.setRole({ roleArn, externalId: null })
  expect(await commands.answered(['account', 'verify', id, '--allow-open-role'])).toMatchObject({
    openRoleAllowed: true,
  })
  expect(await commands.answered(['account', 'list', '--org', org])).toEqual([
    expect.objectContaining({ id, organization: org, status: 'connected', openRoleAllowed: true }),
  ])
  expect((await commands.run(['account', 'list'])).output).toContain('connected (open role allowed)')
})

test('exit code 6: undecided, nothing changed', async () => {
  const { id } = await connection(await commands.createOrganization())
  commands.cloud.setFaults({ rules: [{ service: 'sts', effect: 'unavailable' }] })
  const run = await commands.run(['account', 'verify', id, '--wait', '0', '--json'])
  expect(run.exitCode).toBe(6)
  expect(JSON.parse(run.output)).toMatchObject({ status: 'pending', verification: { outcome: 'undecided' } })
  expect(JSON.parse(run.errorOutput)).toMatchObject({ error: { code: 'VERIFICATION_UNDECIDED' } })
})

test('exit code 130: interrupted while it waits', async () => {
  const { id } = await connection(await commands.createOrganization())
  const stop = new AbortController()
  const run = commands.run(['account', 'verify', id], { stopSignal: stop.signal })
  setTimeout(() => stop.abort(), 200)
  expect(await run).toMatchObject({ exitCode: 130, output: '', errorOutput: 'surveyor: Interrupted.\n' })
})

test('uses a given role, unless it belongs to another account', async () => {
  const { id, externalId } = await connection(await commands.createOrganization())
  const other = `${roleArn.slice(0, 80)}x`
  commands.cloud.setRole({ roleArn: other, externalId })
  expect(await commands.answered(['account', 'verify', id, '--role-arn', other])).toMatchObject({
    roleIdentifier: other,
  })
  const foreign = 'arn:aws:iam::999999999999:role/SurveyorScan'
  expect(await commands.refused(['account', 'verify', id, '--role-arn', foreign])).toMatchObject({
    code: 'INVALID_ARGUMENT',
  })
})

test('an unknown ID, and an ID of another organization, is not found', async () => {
  const { id } = await connection(await commands.createOrganization())
  expect(await commands.refused(['account', 'verify', randomUUID()])).toMatchObject({ exitCode: 3, code: 'NOT_FOUND' })
  expect(await commands.refused(['account', 'verify', id, '--org', await commands.createOrganization()])).toMatchObject(
    { code: 'NOT_FOUND' },
  )
})
