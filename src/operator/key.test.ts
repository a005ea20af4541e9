import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { openOperatorCommands, type OperatorCommands } from '../../test/support/operator-commands.ts'
import { parseApiKey } from '../store/keys/api-key.ts'

let commands: OperatorCommands

beforeAll(async () => {
  commands = await openOperatorCommands()
  return () => commands.close()
})

test('create returns the key once, for an organization by name or ID', async () => {
  const name = await commands.createOrganization()
  const { id } = (await commands.store.organizations.find(name)) ?? { id: '' }
  for (const org of [name, id]) {
    const key = await commands.answered(['key', 'create', '--org', org, '--scopes', 'write,read'])
    expect(key).toEqual({
      id: expect.any(String),
      key: expect.stringMatching(/^svy_live_/),
      name: 'API key',
      scopes: ['read', 'write'],
      expiresAt: null,
    })
    const parsed = parseApiKey(String(key.key))
    expect(await commands.store.findKeyByHash(parsed?.hash ?? new Uint8Array())).toMatchObject({
      id: key.id,
      organizationId: id,
    })
  }
  const listed = await commands.answered(['key', 'list', '--org', name])
  expect(listed).toHaveLength(2)
  expect(JSON.stringify(listed)).not.toContain('svy_live_')
})

test.each([
  ['2999-01-31', '2999-01-31T00:00:00.000Z'],
  ['2999-01-31T12:00:00Z', '2999-01-31T12:00:00.000Z'],
  ['2999-01-31T12:00:00.250+02:00', '2999-01-31T10:00:00.250Z'],
])('expires %s is stored as %s', async (text, expiresAt) => {
  const org = await commands.createOrganization()
  const words = ['key', 'create', '--org', org, '--scopes', 'read', '--name', 'pipeline', '--expires', text]
  expect(await commands.answered(words)).toMatchObject({ name: 'pipeline', scopes: ['read'], expiresAt })
})

test.each([
  ['--expires', '2020-01-01'],
  ['--expires', '2999-02-30'],
  ['--expires', '2999-13-01'],
  ['--expires', '2999-01-01T25:00:00Z'],
  ['--expires', '2999-01-01T12:00:00'],
  ['--expires', 'tomorrow'],
  ['--expires', ''],
  ['--scopes', 'admin'],
  ['--scopes', 'read,'],
  ['--scopes', ''],
  ['--name', ''],
  ['--name', 'x'.repeat(101)],
])('%s %j is rejected and creates no key', async (option, text) => {
  const org = await commands.createOrganization()
  const words = ['key', 'create', '--org', org, '--scopes', 'read', option, text]
  expect(await commands.refused(words)).toMatchObject({
    exitCode: 2,
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining(option),
  })
  expect(await commands.answered(['key', 'list', '--org', org])).toEqual([])
})

test('an unknown organization is not found', async () => {
  for (const org of ['No such organization', randomUUID()]) {
    const words = ['key', 'create', '--org', org, '--scopes', 'read']
    expect(await commands.refused(words)).toMatchObject({ exitCode: 3, code: 'NOT_FOUND' })
  }
})

test('revoke finds the key in any organization, and can be repeated', async () => {
  const org = await commands.createOrganization()
  const { id } = await commands.answered(['key', 'create', '--org', org, '--scopes', 'read'])
  const first = await commands.answered(['key', 'revoke', id])
  expect(first).toMatchObject({ id, organization: org, revokedAt: expect.any(String) })
  expect(await commands.answered(['key', 'revoke', id.toUpperCase()])).toEqual(first)
  expect(await commands.refused(['key', 'revoke', randomUUID()])).toMatchObject({ exitCode: 3, code: 'NOT_FOUND' })
  expect(await commands.refused(['key', 'revoke', 'not-an-id'])).toMatchObject({
    exitCode: 2,
    code: 'INVALID_ARGUMENT',
  })
})

test('revoke in another organization than the key’s is not found and changes nothing', async () => {
  const org = await commands.createOrganization()
  const { id } = await commands.answered(['key', 'create', '--org', org, '--scopes', 'read'])
  const other = await commands.createOrganization()
  expect(await commands.refused(['key', 'revoke', id, '--org', other])).toMatchObject({ code: 'NOT_FOUND' })
  expect(await commands.answered(['key', 'list', '--org', org])).toEqual([
    expect.objectContaining({ id, revokedAt: null }),
  ])
})
