import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestStore, type TestStore } from '../../test/support/test-store.ts'

let testStore: TestStore
let organizationId: string

beforeAll(async () => {
  testStore = await createTestStore()
  organizationId = (await testStore.store.organizations.insert('Names'))?.id ?? ''
})
afterAll(() => testStore.close())

const account = { accountNumber: '123456789012', partition: 'aws', roleArn: 'arn', externalId: 'external' }
const insert = (alias: string) =>
  testStore.store.tenant(organizationId, ({ accounts }) => accounts.insert({ ...account, alias }))
const rename = (id: string, alias: string) =>
  testStore.store.tenant(organizationId, ({ accounts }) => accounts.rename(id, alias))

const same: readonly (readonly [string, string])[] = [
  ['caf\u00e9', 'cafe\u0301'],
  ['production', 'pro\u200bduction'],
  ['staging', '\ufeffstaging\u2060'],
  ['soft', 'so\u00adft'],
  ['left', '\u200eleft\u200f'],
  ['joined', 'join\u200d\u200ced'],
  ['wide', '\uff57ide'],
  ['ligature fi', 'ligature \ufb01'],
  ['two words', 'two\u00a0 words'],
  ['heart \u2764', 'heart \u2764\ufe0f'],
  ['tag', 't\u{e0061}ag'],
  ['filler', 'fil\u3164ler'],
  ['selected', 'selec\u{e0101}ted'],
  ['isolated', '\u2066isolated\u2069'],
  // An invisible character separates the accent from its letter. It is removed before both become one character.
  ['th\u00e9', 'the\u200b\u0301'],
  ['roti\u00e9', 'rotie\u034f\u0301'],
  ['\uac00', '\u1100\u2060\u1161'],
]

test.each(same)('%j and %j count as the same account name', async (name, other) => {
  const first = await insert(name)
  expect(first).not.toBeNull()
  expect(await insert(other)).toBeNull()
  const second = await insert(`another ${name}`)
  expect(await rename(second?.id ?? '', other)).toBe(false)
  // Its own name in another form.
  expect(await rename(first?.id ?? '', other)).toBe(true)
  expect(await insert(name)).toBeNull()
})

test.each(same)('%j and %j count as the same organization name', async (name, other) => {
  const { store } = testStore
  const { organizations } = store
  const made = await organizations.insert(name)
  expect(made).not.toBeNull()
  expect(await organizations.insert(other)).toBeNull()
  const taken = store.tenant(organizationId, async ({ settings }) => {
    if (!(await settings.change({ name: other }))) throw new Error('the name is taken')
  })
  await expect(taken).rejects.toThrow('the name is taken')
  expect((await organizations.find(other))?.id).toBe(made?.id)
})

test.each([
  ['Case', 'case'],
  ['a b', 'ab'],
  ['resume', 'r\u00e9sum\u00e9'],
  ['x1', 'x2'],
  ['strasse', 'stra\u00dfe'],
])('%j and %j are different names', async (name, other) => {
  expect([await insert(name), await insert(other)]).not.toContain(null)
  const { organizations } = testStore.store
  expect([await organizations.insert(name), await organizations.insert(other)]).not.toContain(null)
})

test('of concurrent names that look the same, one is accepted', async () => {
  const forms = ['once', 'on\u200bce', 'on\u00adce', '\uff4fnce']
  expect((await Promise.all(forms.map(insert))).filter((made) => made !== null)).toHaveLength(1)
})

test('an older name that looks like another one stays valid until it is changed', async () => {
  const { store } = testStore
  const [first, second] = [await insert('old twin'), await insert('old twin of old')]
  await store.tenant(organizationId, ({ transaction }) =>
    transaction
      .updateTable('account_connections')
      .set({ alias: 'old\u200b twin', looks_alike: true })
      .where('id', '=', second?.id ?? '')
      .execute(),
  )
  expect(await rename(second?.id ?? '', 'old\u200b twin')).toBe(true)
  expect(await rename(second?.id ?? '', 'old\u200b\u200b twin')).toBe(false)
  expect(await rename(first?.id ?? '', 'young twin')).toBe(true)

  await store.organizations.insert('Old house')
  const twin = (await store.organizations.insert('Old house, again'))?.id ?? ''
  await store.tenant(twin, ({ transaction }) =>
    transaction
      .updateTable('organizations')
      .set({ name: 'Old\u200b house', looks_alike: true })
      .where('id', '=', twin)
      .execute(),
  )
  // Saves both settings, like the settings page.
  const save = (name: string) =>
    store.tenant(twin, async ({ settings }) => {
      if (!(await settings.change({ name, retentionDays: 30 }))) throw new Error('the name is taken')
    })
  await save('Old\u200b house')
  await expect(save('Old\u200b\u200b house')).rejects.toThrow('the name is taken')
})

test('an account of another organization may have the name', async () => {
  const other = (await testStore.store.organizations.insert('Other names'))?.id ?? ''
  expect(await insert('shared')).not.toBeNull()
  const made = await testStore.store.tenant(other, ({ accounts }) => accounts.insert({ ...account, alias: 'shared' }))
  expect(made).not.toBeNull()
})
