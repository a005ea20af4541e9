/** Tests GET /api/scans and /api/accounts: sections 4.2 to 4.5 and 8 of the specification, and unspecified details. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeCursor } from '../../src/http/cursor.ts'
import { createApiCaller } from '../support/call-api.ts'
import type { ApiData, CallApi } from '../support/call-api.ts'
import { startTestService } from '../support/test-service.ts'
import type { TestOrganization, TestService } from '../support/test-service.ts'

let service: TestService
let organization: TestOrganization
let other: TestOrganization
let call: CallApi

beforeAll(async () => {
  service = await startTestService()
  organization = await service.createOrganization()
  other = await service.createOrganization()
  call = await createApiCaller(service)
})
afterAll(() => service.close())

const unknownId = '00000000-0000-4000-8000-000000000000'

const read = (path: string, key = organization.key) => call(path, { key })

const lists = [
  '/api/scans',
  '/api/accounts',
  '/api/diagrams',
  `/api/scans/${unknownId}/resources`,
  `/api/scans/${unknownId}/exposure`,
  `/api/accounts/${unknownId}/baselines`,
]

describe('every list', () => {
  const faults = [
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['limit', 'limit=-1'],
    ['limit', 'limit=1.5'],
    ['limit', 'limit=1e1'],
    ['limit', 'limit=0x10'],
    ['limit', 'limit=%201'],
    ['limit', 'limit=ten'],
    ['limit', 'limit='],
    ['limit', 'limit'],
    ['limit', 'limit=5&limit=6'],
    ['cursor', 'cursor='],
    ['cursor', 'cursor=x'],
    ['cursor', 'cursor=%00'],
    // A correct checksum with an invalid position.
    ['cursor', `cursor=${encodeCursor('scans', ['x', 'y'])}`],
    ['cursor', `cursor=${Buffer.from('["2026-01-01T00:00:00.000Z","x"]').toString('base64url')}`],
    ['cursor', 'cursor=a&cursor=b'],
    ['offset', 'offset=5'],
    ['Limit', 'Limit=5'],
    ['__proto__', '__proto__=1'],
    ['limit[]', 'limit[]=5'],
    ['', '=5'],
  ] as const
  for (const [name, query] of faults) {
    test(`400 VALIDATION_ERROR: ?${query}`, async () => {
      for (const list of lists) {
        const answer = await read(`${list}?${query}`)
        expect([list, answer]).toMatchObject([
          list,
          {
            status: 400,
            body: { error: { code: 'VALIDATION_ERROR', details: [{ path: [name], message: expect.any(String) }] } },
          },
        ])
      }
    })
  }
  test('400 names all errors', async () => {
    const answer = await read('/api/scans?limit=0&status=done&page=2')
    expect(answer.body?.error?.details?.map(({ path }) => path.join()).sort()).toEqual(['limit', 'page', 'status'])
    expect(answer.body?.error?.details).toContainEqual({
      path: ['status'],
      message: 'must be one of queued, scanning, completed, failed',
    })
  })
})

async function allPages(
  list: 'scans' | 'accounts',
  query: string,
  key: string,
): Promise<readonly (readonly ApiData[])[]> {
  const pages: (readonly ApiData[])[] = []
  let cursor: string | undefined
  do {
    const answer = await read(`/api/${list}?${query}${cursor === undefined ? '' : `&cursor=${cursor}`}`, key)
    const data = answer.body?.data
    pages.push(data?.[list] ?? [])
    cursor = data?.meta?.cursor
    expect(data?.meta?.hasMore).toBe(cursor !== undefined)
    expect('cursor' in (data?.meta ?? {})).toBe(cursor !== undefined)
  } while (cursor !== undefined && pages.length < 20)
  return pages
}

describe('pages', () => {
  test('have every scan once, newest first, ties by ID', async () => {
    const owner = await service.createOrganization()
    const connection = await owner.connectAccount()
    // All have the same time, because they are in one transaction.
    const made = await service.store.tenant(owner.id, async ({ scans }) => {
      const records = []
      for (let count = 0; count < 7; count += 1) {
        records.push(
          await scans.insert({
            connectionId: connection.id,
            accountNumber: connection.accountNumber,
            region: 'us-east-1',
          }),
        )
      }
      return records
    })
    const newest = await owner.insertScan(connection)
    const pages = await allPages('scans', 'limit=3', owner.key)
    expect(pages.map((page) => page.length)).toEqual([3, 3, 2])
    const ids = pages.flat().map(({ id }) => id)
    expect(ids).toEqual([...made, newest].map(({ id }) => id).toReversed())
    expect(await allPages('scans', 'limit=8', owner.key)).toEqual([pages.flat()])
    expect(await allPages('scans', 'limit=100', owner.key)).toEqual([pages.flat()])
  })

  test('have every account once', async () => {
    const owner = await service.createOrganization()
    const made = []
    for (let count = 0; count < 5; count += 1) made.push((await owner.connectAccount()).id)
    const pages = await allPages('accounts', 'limit=2', owner.key)
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
    expect(pages.flat().map(({ id }) => id)).toEqual(made.toReversed())
  })

  test('have 20 items by default', async () => {
    const owner = await service.createOrganization()
    const connection = await owner.connectAccount()
    for (let count = 0; count < 21; count += 1) await owner.insertScan(connection)
    expect((await allPages('scans', '', owner.key)).map((page) => page.length)).toEqual([20, 1])
  })

  test('rejects cursors of other lists and damaged cursors', async () => {
    const owner = await service.createOrganization()
    const connection = await owner.connectAccount()
    await owner.insertScan(connection)
    await owner.insertScan(connection)
    const cursor = (await read('/api/scans?limit=1', owner.key)).body?.data?.meta?.cursor ?? ''
    expect((await read(`/api/scans?cursor=${cursor}`, owner.key)).status).toBe(200)
    expect((await read(`/api/accounts?cursor=${cursor}`, owner.key)).status).toBe(400)
    for (let position = 0; position < cursor.length; position += 1) {
      const letter = cursor[position] === 'A' ? 'B' : 'A'
      const damaged = cursor.slice(0, position) + letter + cursor.slice(position + 1)
      expect((await read(`/api/scans?cursor=${damaged}`, owner.key)).status).toBe(400)
    }
  })
})

describe('GET /api/scans', () => {
  test('200: filters by account and status', async () => {
    const owner = await service.createOrganization()
    const [first, second] = [await owner.connectAccount(), await owner.connectAccount()]
    const [queued, failed, elsewhere] = [
      await owner.insertScan(first),
      await owner.insertScan(first),
      await owner.insertScan(second),
    ]
    await service.store.tenant(owner.id, ({ scans }) =>
      scans.fail(failed.id, ['queued'], 'ended by the test', { progress: null }),
    )
    const ids = async (query: string) => {
      const { body } = await read(`/api/scans?${query}`, owner.key)
      return body?.data?.scans?.map(({ id }) => id)
    }
    expect(await ids(`accountId=${first.id}`)).toEqual([failed.id, queued.id])
    expect(await ids(`accountId=${first.id.toUpperCase()}&status=queued`)).toEqual([queued.id])
    expect(await ids('status=queued')).toEqual([elsewhere.id, queued.id])
    expect(await ids('status=completed')).toEqual([])
    expect(await ids(`accountId=${unknownId}`)).toEqual([])
    expect(await ids(`accountId=100000000001`)).toEqual([])
  })
  for (const query of ['status=done', 'status=', 'status=queued&status=failed', 'accountId=', 'accountId=%00']) {
    test(`400: ?${query}`, async () => {
      expect(await read(`/api/scans?${query}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'VALIDATION_ERROR', details: [{ path: [query.split('=')[0]] }] } },
      })
    })
  }
})

describe('one object', () => {
  test('200: a scan with exactly the fields of the specification', async () => {
    const connection = await organization.connectAccount()
    const inserted = await organization.insertScan(connection)
    await service.store.tenant(organization.id, async ({ scans }) => {
      await scans.begin(inserted.id, {})
      await scans.recordProgress(inserted.id, 1, { networks: 2, subnets: 6 })
    })
    const answer = await read(`/api/scans/${inserted.id.toUpperCase()}`)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        data: {
          id: inserted.id,
          cloudAccountId: connection.id,
          customerCloudAccountId: connection.accountNumber,
          region: 'us-east-1',
          status: 'scanning',
          progress: { networks: 2, subnets: 6 },
          errorMessage: null,
          createdAt: inserted.createdAt.toISOString(),
          updatedAt: expect.any(String),
        },
      },
    ])
  })

  test('200: an account with exactly the fields of the specification, the role in get-one only', async () => {
    const owner = await service.createOrganization()
    const connection = await owner.connectAccount({ status: 'failed', alias: 'Prüfung <1>' })
    const listed = {
      id: connection.id,
      alias: 'Prüfung <1>',
      cloudAccountId: connection.accountNumber,
      status: 'failed',
      createdAt: connection.createdAt.toISOString(),
      updatedAt: connection.updatedAt.toISOString(),
    }
    const list = await read('/api/accounts', owner.key)
    expect(list.body).toEqual({ success: true, data: { accounts: [listed], meta: { hasMore: false } } })
    const one = await read(`/api/accounts/${connection.id}`, owner.key)
    expect(one.body).toEqual({
      success: true,
      data: {
        ...listed,
        roleIdentifier: connection.roleArn,
        externalId: connection.externalId,
        errorMessage: 'The role cannot be assumed.',
      },
    })
  })

  const objects = [
    'scans/%',
    'scans/%/coverage',
    'scans/%/resources',
    'scans/%/compare',
    'scans/%/reach?from=internet&to=internet&port=443',
    'scans/%/impact?of=vpc-1',
    'accounts/%',
    'diagrams/%',
    'diagrams/%/content',
  ]
  for (const object of objects) {
    test(`404 is the same for another organization's /api/${object} and a missing one`, async () => {
      const connection = await other.connectAccount()
      const scan = await other.insertScan(connection)
      await service.store.tenant(other.id, ({ diagrams }) =>
        diagrams.insert(scan.id, [{ type: 'architecture', title: 'Theirs', content: {} }]),
      )
      const listed = await read(`/api/diagrams?scanId=${scan.id}`, other.key)
      const foreign = { scans: scan.id, accounts: connection.id, diagrams: listed.body?.data?.diagrams?.[0]?.id ?? '' }
      const kind = object.split('/')[0] as keyof typeof foreign
      const answers = await Promise.all([foreign[kind], unknownId].map((id) => read(`/api/${object.replace('%', id)}`)))
      expect(answers.map(({ status }) => status)).toEqual([404, 404])
      expect(answers[0]?.body).toEqual(answers[1]?.body)
    })
    test(`400: /api/${object} with an id that is no UUID`, async () => {
      for (const id of ['x', '100000000001', `${unknownId}0`, '%00', 'a'.repeat(500), `{${unknownId}}`, '..%2f..']) {
        expect(await read(`/api/${object.replace('%', id)}`)).toMatchObject({
          status: 400,
          body: { error: { code: 'VALIDATION_ERROR', details: [{ path: ['id'] }] } },
        })
      }
    })
  }

  test('404: paths are not normalized', async () => {
    const paths = ['/api/scans/', '/api/SCANS', '/api//scans', '/api/scans//', `/api/accounts/${unknownId}/`]
    const answers = await Promise.all(paths.map((path) => read(path)))
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404))
  })
})

test('lists have no items of other organizations', async () => {
  const owner = await service.createOrganization()
  await other.insertScan(await other.connectAccount())
  const answers = await Promise.all(['scans', 'accounts', 'diagrams'].map((list) => read(`/api/${list}`, owner.key)))
  expect(answers.map(({ body }) => body?.data)).toEqual([
    { scans: [], meta: { hasMore: false } },
    { accounts: [], meta: { hasMore: false } },
    { diagrams: [], meta: { hasMore: false } },
  ])
})
