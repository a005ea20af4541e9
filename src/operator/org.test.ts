import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { openOperatorCommands, type OperatorCommands } from '../../test/support/operator-commands.ts'

let commands: OperatorCommands

beforeAll(async () => {
  commands = await openOperatorCommands()
  return () => commands.close()
})

test('create returns ID and name; list shows it', async () => {
  const name = `Zürich 株式会社 🚀 ${randomUUID()}`
  const created = await commands.answered(['org', 'create', name])
  expect(created).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), name })
  expect(await commands.answered(['org', 'list'])).toContainEqual({ ...created, createdAt: expect.any(String) })
})

test('a duplicate name is a conflict', async () => {
  const name = await commands.createOrganization()
  expect(await commands.refused(['org', 'create', name])).toMatchObject({ exitCode: 4, code: 'CONFLICT' })
})

test.each(['', '   ', 'x'.repeat(101), 'a\nb', 'a\u0000b', 'a\ud800b', 'a\u202eb', randomUUID()])(
  'rejects the name %j',
  async (name) => {
    expect(await commands.refused(['org', 'create', name])).toMatchObject({ exitCode: 2, code: 'INVALID_ARGUMENT' })
    const names = (await commands.store.organizations.list()).map((organization) => organization.name)
    expect(names).not.toContain(name)
  },
)

test('allows 100 characters of any number of code units', async () => {
  const name = '🚀'.repeat(64) + randomUUID()
  expect(await commands.answered(['org', 'create', name])).toMatchObject({ name })
})

test('delete requires the name as confirmation; the organization is gone, and its name is free', async () => {
  const name = await commands.createOrganization()
  const id = (await commands.store.organizations.find(name))?.id
  const wrong = ['org', 'delete', name, '--confirm', 'another']
  expect(await commands.refused(wrong)).toMatchObject({ exitCode: 2, code: 'INVALID_ARGUMENT' })
  expect(await commands.answered(['org', 'delete', name, '--confirm', name])).toMatchObject({ id, name, members: 0 })
  expect(await commands.refused(['org', 'delete', id ?? '', '--confirm', name])).toMatchObject({ code: 'NOT_FOUND' })
  expect(await commands.answered(['org', 'create', name])).toMatchObject({ name })
})
