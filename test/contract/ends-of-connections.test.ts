/**
 * Tests callers that half-close, disconnect, or send more while a create waits, and a server that stops in the
 * meantime.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRawConnection, parseAnswers, sendRaw } from '../support/raw-http.ts'
import type { RawConnection } from '../support/raw-http.ts'
import { startTestService } from '../support/test-service.ts'
import type { TestOrganization, TestService } from '../support/test-service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

type WaitingCreate = RawConnection & { readonly owner: TestOrganization; readonly scanId: string }

/** Starts a create that waits: its scan is queued, and no worker runs. */
async function beginCreate(on: TestService): Promise<WaitingCreate> {
  const owner = await on.createOrganization()
  const body = JSON.stringify({ cloudAccountId: (await owner.connectAccount()).id })
  const connection = openRawConnection(on.port)
  connection.write(
    `POST /api/scans HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  const created = async () =>
    (await on.store.tenant(owner.id, ({ scans }) => scans.list({}, { limit: 1, after: null }))).items
  await expect.poll(created).toHaveLength(1)
  const [scan] = await created()
  return { ...connection, owner, scanId: scan?.id ?? '' }
}

/** Ends the scan like a worker. */
async function finish(on: TestService, { owner, scanId }: WaitingCreate): Promise<void> {
  await on.store.tenant(owner.id, async ({ scans }) => {
    const begun = await scans.begin(scanId, {})
    if (begun === null) throw new Error('the scan has ended')
    await scans.complete(scanId, begun.attempt, { networks: 1 })
  })
}

function logged(
  on: TestService,
): readonly { readonly level: number; readonly msg: string; readonly reason?: string }[] {
  return on.logLines.map((line) => JSON.parse(line))
}

describe('a caller that half-closes the connection after its request', () => {
  test('gets the response of a read, then the end', async () => {
    const { key } = await service.createOrganization()
    const connection = openRawConnection(service.port)
    connection.socket.end(`GET /api/scans HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`)
    await connection.closed
    expect(parseAnswers(connection.received()).map(({ status }) => status)).toEqual([200])
  })

  test('gets the response of a waiting create', async () => {
    const create = await beginCreate(service)
    create.socket.end()
    await finish(service, create)
    await create.closed
    expect(parseAnswers(create.received()).map(({ status }) => status)).toEqual([201])
  })

  test('gets only the end without a request', async () => {
    expect(await sendRaw(service.port, '', { halfClose: true })).toEqual([])
  })
})

test('invalid bytes do not affect the response of a waiting create', async () => {
  const create = await beginCreate(service)
  create.write('nonsense\r\n\r\n')
  await expect.poll(() => logged(service).some(({ msg }) => msg === 'unreadable request')).toBe(true)
  create.write('more of it\r\n\r\n')
  await finish(service, create)
  await create.closed
  const answers = parseAnswers(create.received())
  expect(answers.map(({ status, headers }) => [status, headers['connection']])).toEqual([[201, 'close']])
})

test('a caller that disconnects does not count as an error', async () => {
  const create = await beginCreate(service)
  create.socket.resetAndDestroy()
  await expect
    .poll(() => logged(service))
    .toContainEqual(expect.objectContaining({ level: 30, msg: 'request not answered', reason: 'the caller has left' }))
  expect(logged(service).filter(({ level }) => level > 30)).toEqual([])
})

test('a stopping server returns the current scan to waiting creates, half-closed or not', async () => {
  const stopped = await startTestService()
  const [whole, halfClosed] = await Promise.all([beginCreate(stopped), beginCreate(stopped)])
  halfClosed.socket.end()
  await stopped.close()
  await Promise.all([whole.closed, halfClosed.closed])
  for (const create of [whole, halfClosed]) {
    const answers = parseAnswers(create.received())
    expect(answers.map(({ status, headers }) => [status, headers['connection']])).toEqual([[201, 'close']])
    expect(create.received()).toContain('"status":"queued"')
  }
  expect(logged(stopped).filter(({ level }) => level > 30)).toEqual([])
})
