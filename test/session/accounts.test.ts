import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  Checklist,
  RoleInstallation,
  SessionAccount,
  SessionAccountDetails,
  VerifiedAccount,
} from '../../contract/session/accounts.ts'
import { type RunningTestService, startRunningService } from '../support/running-service.ts'
import { type SessionClient, signUp } from '../support/session-client.ts'

let running: RunningTestService
let admin: SessionClient
let account: { accountId: string; roleArn: string }

beforeAll(async () => {
  running = await startRunningService({
    world: 'full',
    configuration: { templateUrl: 'https://example.com/role.json' },
  })
  admin = await signUp(running.service, running.organizationId, 'admin')
  account = running.cloud.accounts[0] ?? { accountId: '', roleArn: '' }
})
afterAll(() => running.close())

let connections = 0

const connect = () => {
  connections += 1
  return admin.data<SessionAccountDetails>('POST', '/session/accounts', {
    alias: `connection ${connections}`,
    cloudAccountId: account.accountId,
    roleIdentifier: account.roleArn,
  })
}

const checklist = (id: string) => admin.data<Checklist>('GET', `/session/accounts/${id}/checklist?region=us-east-1`)

describe('connecting an account', () => {
  test('rejects an alias that looks like another, and a role with an invalid path', async () => {
    const alias = `twin ${(connections += 1)}`
    const body = { cloudAccountId: account.accountId, roleIdentifier: account.roleArn }
    const made = await admin.data<SessionAccountDetails>('POST', '/session/accounts', { ...body, alias })
    const other = await connect()
    for (const twin of [`tw\u200bin ${connections - 1}`, `\uff54win ${connections - 1}`]) {
      const refused = [
        await admin.call('POST', '/session/accounts', { ...body, alias: twin }),
        await admin.call('PATCH', `/session/accounts/${other.id}`, { alias: twin }),
      ]
      expect(refused.map(({ status, body: answer }) => [status, answer?.error?.code])).toEqual([
        [409, 'CONFLICT'],
        [409, 'CONFLICT'],
      ])
    }
    expect(await admin.data('GET', `/session/accounts/${made.id}`)).toMatchObject({ alias })
    for (const path of ['../', '$(id)/', '{{resolve:ssm:x}}/']) {
      const roleIdentifier = `arn:aws:iam::${account.accountId}:role/${path}Scan`
      const { status, body: answer } = await admin.call('PATCH', `/session/accounts/${made.id}`, { roleIdentifier })
      expect([status, answer?.error?.details?.[0]?.path]).toEqual([400, ['roleIdentifier']])
    }
  })

  test('pending with what to do, then connected once the role trusts this external id', async () => {
    const made = await connect()
    expect(made).toMatchObject({ status: 'pending', scanCount: 0, lastScan: null, nextStep: expect.any(String) })
    const refused = await admin.data<VerifiedAccount>('POST', `/session/accounts/${made.id}/verify`)
    expect(refused).toMatchObject({ outcome: 'refused', account: { status: 'failed', nextStep: expect.any(String) } })
    expect(refused.message).toContain(made.externalId)

    running.cloud.setRole({ roleArn: account.roleArn, externalId: made.externalId })
    const verified = await admin.data<VerifiedAccount>('POST', `/session/accounts/${made.id}/verify`)
    expect(verified).toMatchObject({
      outcome: 'verified',
      message: null,
      account: { status: 'connected', nextStep: null },
    })
  })

  test('users who may not connect accounts see neither external IDs nor the role, not even in errors', async () => {
    const { id, externalId } = await connect()
    if (externalId === null) throw new Error('an administrator sees no external id')
    await admin.data<VerifiedAccount>('POST', `/session/accounts/${id}/verify`)
    const paths = [`/session/accounts/${id}`, '/session/accounts', `/session/accounts/${id}/role?format=cli`]
    for (const role of ['viewer', 'member'] as const) {
      const client = await signUp(running.service, running.organizationId, role)
      for (const path of paths) expect((await client.call('GET', path)).text).not.toContain(externalId)
      expect(await client.data('GET', `/session/accounts/${id}`)).toMatchObject({
        externalId: null,
        errorMessage: expect.stringContaining('The external ID is (shown to admins). Fix the role, then verify again.'),
      })
      expect((await client.call('GET', `/session/accounts/${id}/role?format=cli`)).status).toBe(403)
    }
    const owner = await signUp(running.service, running.organizationId, 'owner')
    for (const client of [admin, owner]) {
      const shown = await client.data('GET', `/session/accounts/${id}`)
      expect(shown).toMatchObject({ externalId, errorMessage: expect.stringContaining(externalId) })
      expect((await client.call('GET', `/session/accounts/${id}/role?format=cli`)).text).toContain(externalId)
    }
    // Responses for API keys are unchanged. They don't include it even if a scan is refused, because they end up in
    // pipeline logs.
    const member = await signUp(running.service, running.organizationId, 'member')
    const create = (client: SessionClient) => client.call('POST', '/session/scans', { cloudAccountId: id })
    for (const refused of await Promise.all([member, admin].map(create))) {
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('cannot be assumed')])
      expect(refused.text).not.toContain(externalId)
    }
    expect(await running.get(`/api/accounts/${id}`)).toMatchObject({ externalId })
  })

  test('the role comes as a template, a Terraform file, commands and a link, each with this external id', async () => {
    const { id, externalId } = await connect()
    const role = (format: string) =>
      admin.data<RoleInstallation>('GET', `/session/accounts/${id}/role?format=${format}`)
    const template = await role('cloudformation')
    expect(JSON.parse(template.content ?? '')).toMatchObject({ Parameters: { ExternalId: { Default: externalId } } })
    const terraform = (await role('terraform')).content ?? ''
    expect(terraform).toContain('resource "aws_iam_role" "surveyor"')
    expect(terraform).toContain(`"sts:ExternalId": "${externalId}"`)
    const commands = (await role('cli')).content ?? ''
    expect(commands).toMatch(/^set -e\n\naws iam create-role/)
    expect(commands).toContain(externalId)
    const { url } = await role('quick-create')
    expect(url).toMatch(
      /^https:\/\/console\.aws\.amazon\.com\/cloudformation\/home\?region=us-east-1#\/stacks\/quickcreate\?/,
    )
    expect(url).toContain(`param_ExternalId=${externalId}`)
    for (const text of [terraform, commands]) expect(text).toContain('ec2:DescribeVpcs')
  })

  test('rejects a role of another account and a duplicate name', async () => {
    const { alias } = await connect()
    const request = { alias, cloudAccountId: account.accountId }
    expect((await admin.call('POST', '/session/accounts', request)).status).toBe(409)
    const roleIdentifier = 'arn:aws:iam::999999999999:role/Other'
    const answer = await admin.call('POST', '/session/accounts', { ...request, alias: 'other', roleIdentifier })
    expect([answer.status, answer.body?.error?.details?.[0]?.path]).toEqual([400, ['roleIdentifier']])
  })

  test('renamed; with another role it has to be verified again; removed with its scans, but not while one runs', async () => {
    const { id, externalId } = await connect()
    running.cloud.setRole({ roleArn: account.roleArn, externalId })
    await admin.data('POST', `/session/accounts/${id}/verify`)
    expect(await admin.data('PATCH', `/session/accounts/${id}`, { alias: 'renamed' })).toMatchObject({
      alias: 'renamed',
      status: 'connected',
    })
    const roleIdentifier = account.roleArn.replace(/[^/]+$/, 'Another')
    expect(await admin.data('PATCH', `/session/accounts/${id}`, { roleIdentifier })).toMatchObject({
      status: 'pending',
    })
    await admin.data('PATCH', `/session/accounts/${id}`, { roleIdentifier: account.roleArn })
    await admin.data('POST', `/session/accounts/${id}/verify`)

    // The scan keeps running while its calls are held.
    running.cloud.setFaults({ rules: [{ service: 'ec2', effect: 'hold' }] })
    const scan = await admin.data<{ id: string }>('POST', '/session/scans', { cloudAccountId: id, region: 'us-east-1' })
    expect((await admin.call('DELETE', `/session/accounts/${id}`)).status).toBe(409)
    running.cloud.setFaults({})
    await expect
      .poll(() => admin.data<{ status: string }>('GET', `/session/scans/${scan.id}`))
      .toMatchObject({ status: 'completed' })
    const listed = await admin.data<{ accounts: SessionAccount[] }>('GET', '/session/accounts?limit=100')
    const row = listed.accounts.find((account) => account.id === id)
    expect(row).toMatchObject({ scanCount: 1, lastScan: { id: scan.id, status: 'completed' } })
    expect(row?.lastScan?.coverage.collected).toBeGreaterThan(50)

    expect(await admin.data('DELETE', `/session/accounts/${id}`)).toEqual({ removedScans: 1 })
    expect((await admin.call('GET', `/session/accounts/${id}`)).status).toBe(404)
    expect((await admin.call('GET', `/session/scans/${scan.id}`)).status).toBe(404)
  })
})

describe('the checklist', () => {
  test('without a role, all other checks are unknown', async () => {
    const { id } = await connect()
    const found = await checklist(id)
    expect(found).toMatchObject({ role: { status: 'failed' }, externalId: { status: 'unknown' }, statement: null })
    expect(found.services.length).toBeGreaterThan(30)
    expect(new Set(found.services.map(({ status }) => status))).toEqual(new Set(['unknown']))
  })

  test('an open role fails the external ID check', async () => {
    const { id } = await connect()
    running.cloud.setRole({ roleArn: account.roleArn, externalId: null })
    const found = await checklist(id)
    expect(found).toMatchObject({ role: { status: 'passed' }, externalId: { status: 'failed' } })
  })

  test('each service is readable, or names the action that is missing with the statement that allows it', async () => {
    const { id, externalId } = await connect()
    running.cloud.setRole({ roleArn: account.roleArn, externalId })
    const all = await checklist(id)
    expect(all).toMatchObject({ role: { status: 'passed' }, externalId: { status: 'passed' }, statement: null })
    expect(all.services.filter(({ status }) => status !== 'readable' && status !== 'unavailable')).toEqual([])

    running.cloud.setFaults({
      rules: [
        { service: 'sqs', operation: 'ListQueues', effect: 'deny' },
        { service: 'lambda', operation: 'ListFunctions', effect: 'deny' },
      ],
    })
    const some = await checklist(id)
    running.cloud.setFaults({})
    expect(some.services.find(({ service }) => service === 'sqs')).toMatchObject({
      status: 'denied',
      missingActions: ['sqs:ListQueues'],
      message: expect.any(String),
    })
    expect(some.services.find(({ service }) => service === 's3')).toMatchObject({ status: 'readable' })
    expect(some.statement).toMatchObject({ Effect: 'Allow', Resource: '*' })
    expect(JSON.stringify(some.statement)).toContain('lambda:ListFunctions')
    expect(await admin.data('GET', `/session/accounts/${id}`)).toMatchObject({ status: 'pending' })
  })
})
