/** Tests malformed HTTP: every response is still an envelope with a documented status. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendRaw, openRawConnection, parseAnswers } from '../support/raw-http.ts'
import type { RawAnswer } from '../support/raw-http.ts'
import { startTestService } from '../support/test-service.ts'
import type { TestOrganization, TestService } from '../support/test-service.ts'

let service: TestService
let organization: TestOrganization
/** The headers of a complete request. */
let authorized: string

beforeAll(async () => {
  service = await startTestService()
  organization = await service.createOrganization()
  authorized = `Host: localhost\r\nAuthorization: Bearer ${organization.key}\r\n`
})
afterAll(() => service.close())

const json = 'Content-Type: application/json\r\n'
const body = '{"cloudAccountId":"00000000-0000-4000-8000-000000000000"}'
const length = `Content-Length: ${body.length}\r\n`

function expectError(answer: RawAnswer | undefined, status: number, code: string): void {
  expect(answer).toMatchObject({
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': expect.stringMatching(/^[0-9A-Za-z._-]{1,64}$/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({ success: false, error: { code, message: expect.any(String) } })
}

type Case = readonly [name: string, request: () => string | Uint8Array, status: number, code: string]

const unreadable: readonly Case[] = [
  ['no HTTP at all', () => 'hello\r\n\r\n', 400, 'BAD_REQUEST'],
  ['an unknown method', () => `BREW /api/scans HTTP/1.1\r\n${authorized}\r\n`, 400, 'BAD_REQUEST'],
  ['an unknown HTTP version', () => `GET /api/scans HTTP/9.9\r\n${authorized}\r\n`, 400, 'BAD_REQUEST'],
  [
    'a header line without a colon',
    () => `GET /api/scans HTTP/1.1\r\n${authorized}nonsense\r\n\r\n`,
    400,
    'BAD_REQUEST',
  ],
  ['a NUL in a header', () => `GET /api/scans HTTP/1.1\r\n${authorized}X: a\0b\r\n\r\n`, 400, 'BAD_REQUEST'],
  ['a space in the path', () => `GET /api/scans x HTTP/1.1\r\n${authorized}\r\n`, 400, 'BAD_REQUEST'],
  [
    'headers over 16 KiB',
    () => `GET /api/scans HTTP/1.1\r\n${authorized}X: ${'a'.repeat(20_000)}\r\n\r\n`,
    400,
    'BAD_REQUEST',
  ],
  [
    'a path over 16 KiB',
    () => `GET /api/scans/${'a'.repeat(20_000)} HTTP/1.1\r\n${authorized}\r\n`,
    400,
    'BAD_REQUEST',
  ],
  [
    'Content-Length and Transfer-Encoding together',
    () => `POST /api/scans HTTP/1.1\r\n${authorized}${json}${length}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'BAD_REQUEST',
  ],
  [
    'two lengths',
    () => `POST /api/scans HTTP/1.1\r\n${authorized}${json}${length}Content-Length: 3\r\n\r\n${body}`,
    400,
    'BAD_REQUEST',
  ],
  [
    'a negative length',
    () => `POST /api/scans HTTP/1.1\r\n${authorized}${json}Content-Length: -1\r\n\r\n`,
    400,
    'BAD_REQUEST',
  ],
  [
    'a broken chunk',
    () =>
      `POST /api/scans HTTP/1.1\r\n${authorized}${json}Transfer-Encoding: chunked\r\n\r\nZZ\r\n${body}\r\n0\r\n\r\n`,
    400,
    'BAD_REQUEST',
  ],
  [
    'an unknown transfer encoding',
    () => `POST /api/scans HTTP/1.1\r\n${authorized}${json}Transfer-Encoding: gzip\r\n\r\n`,
    400,
    'BAD_REQUEST',
  ],
  [
    'a transfer encoding before chunked',
    () => `POST /api/scans HTTP/1.1\r\n${authorized}${json}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    400,
    'BAD_REQUEST',
  ],
  ['no Host', () => `GET /api/scans HTTP/1.1\r\nAuthorization: Bearer ${organization.key}\r\n\r\n`, 400, 'BAD_REQUEST'],
  ['two Hosts', () => `GET /api/scans HTTP/1.1\r\n${authorized}Host: other\r\n\r\n`, 400, 'BAD_REQUEST'],
  [
    'an expectation that cannot be met',
    () => `GET /api/scans HTTP/1.1\r\n${authorized}Expect: magic\r\n\r\n`,
    400,
    'BAD_REQUEST',
  ],
  [
    'percent-encoding that cannot be decoded',
    () => `GET /api/scans/%zz HTTP/1.1\r\n${authorized}\r\n`,
    400,
    'BAD_REQUEST',
  ],
]

const unacceptableBodies: readonly Case[] = [
  ['no body', () => `POST /api/scans HTTP/1.1\r\n${authorized}\r\n`, 400, 'BAD_REQUEST'],
  [
    'an empty body',
    () => `POST /api/scans HTTP/1.1\r\n${authorized}${json}Content-Length: 0\r\n\r\n`,
    400,
    'BAD_REQUEST',
  ],
  ['no content type', () => post('', body), 400, 'BAD_REQUEST'],
  ['an empty content type', () => post('Content-Type:\r\n', body), 400, 'BAD_REQUEST'],
  ['an invalid content type', () => post('Content-Type: json\r\n', body), 400, 'BAD_REQUEST'],
  ['another content type', () => post('Content-Type: text/plain\r\n', body), 400, 'BAD_REQUEST'],
  ['a content type with the same start', () => post('Content-Type: application/jsonx\r\n', body), 400, 'BAD_REQUEST'],
  ['another charset', () => post('Content-Type: application/json; charset=latin1\r\n', body), 400, 'BAD_REQUEST'],
  ['two content types', () => post(json + json, body), 400, 'BAD_REQUEST'],
  ['a compressed body', () => post(`${json}Content-Encoding: gzip\r\n`, gzipSync(body)), 400, 'BAD_REQUEST'],
  ['malformed JSON', () => post(json, '{"cloudAccountId":'), 400, 'BAD_REQUEST'],
  ['bytes that are not UTF-8', () => post(json, Buffer.from([0x22, 0xff, 0x22])), 400, 'BAD_REQUEST'],
  ['a body over 64 KiB', () => post(json, `"${'a'.repeat(65_536)}"`), 400, 'BAD_REQUEST'],
  [
    'a chunked body over 64 KiB',
    () =>
      `POST /api/scans HTTP/1.1\r\n${authorized}${json}Transfer-Encoding: chunked\r\n\r\n12000\r\n${'a'.repeat(0x12000)}\r\n0\r\n\r\n`,
    400,
    'BAD_REQUEST',
  ],
  ['a JSON text of 64 KiB', () => post(json, `"${'a'.repeat(65_534)}"`), 400, 'VALIDATION_ERROR'],
  ['deep nesting', () => post(json, '['.repeat(30_000) + ']'.repeat(30_000)), 400, 'VALIDATION_ERROR'],
  ['null', () => post(json, 'null'), 400, 'VALIDATION_ERROR'],
  ['an array', () => post(json, '[]'), 400, 'VALIDATION_ERROR'],
  [
    'charset utf-8 is accepted',
    () => post('Content-Type: Application/JSON ; charset="UTF-8"\r\n', body),
    404,
    'NOT_FOUND',
  ],
]

function post(headers: string, content: string | Uint8Array): Uint8Array {
  const bytes = Buffer.from(content)
  const head = `POST /api/scans HTTP/1.1\r\n${authorized}${headers}Content-Length: ${bytes.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes])
}

describe('a request that cannot be read', () => {
  for (const [name, request, status, code] of unreadable) {
    test.concurrent(`${status} ${code}: ${name}`, async () => {
      const answers = await sendRaw(service.port, request())
      expect(answers).toHaveLength(1)
      expectError(answers[0], status, code)
    })
  }
})

describe('a body that cannot be accepted', () => {
  for (const [name, request, status, code] of unacceptableBodies) {
    test.concurrent(`${status} ${code}: ${name}`, async () => {
      const answers = await sendRaw(service.port, request())
      expect(answers).toHaveLength(1)
      expectError(answers[0], status, code)
    })
  }

  test('400: cut off', async () => {
    const cutOff = `POST /api/scans HTTP/1.1\r\n${authorized}${json}Content-Length: 100\r\n\r\n{"cloud`
    const answers = await sendRaw(service.port, cutOff, { halfClose: true })
    expect(answers).toHaveLength(1)
    expectError(answers[0], 400, 'BAD_REQUEST')
  })

  test('401 precedes errors of the body, and its arrival', async () => {
    const answers = await sendRaw(service.port, 'POST /api/scans HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n')
    expect(answers).toHaveLength(1)
    expectError(answers[0], 401, 'UNAUTHORIZED')
  })

  test('the connection serves the next request after a body over 64 KiB', async () => {
    const next = `GET /api/scans HTTP/1.1\r\n${authorized}\r\n`
    const answers = await sendRaw(
      service.port,
      Buffer.concat([post(json, `"${'a'.repeat(200_000)}"`), Buffer.from(next)]),
      { expected: 2 },
    )
    expect(answers.map(({ status }) => status)).toEqual([400, 200])
  })
})

describe('unsupported methods and protocols', () => {
  for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY', 'M-SEARCH']) {
    test.concurrent(`${method}: 404 with a key, 401 without`, async () => {
      const [withKey] = await sendRaw(service.port, `${method} /api/scans HTTP/1.1\r\n${authorized}\r\n`)
      const [without] = await sendRaw(service.port, `${method} /api/scans HTTP/1.1\r\nHost: x\r\n\r\n`)
      expect([withKey?.status, without?.status]).toEqual([404, 401])
    })
  }

  test('CONNECT: 404 with a key, 401 without', async () => {
    const [withKey] = await sendRaw(service.port, `CONNECT localhost:80 HTTP/1.1\r\n${authorized}\r\n`)
    const [without] = await sendRaw(service.port, 'CONNECT localhost:80 HTTP/1.1\r\nHost: x\r\n\r\n')
    expectError(withKey, 404, 'NOT_FOUND')
    expectError(without, 401, 'UNAUTHORIZED')
  })

  test('an Upgrade is ignored, and the request gets its response', async () => {
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
    const [answer] = await sendRaw(service.port, `GET /api/scans HTTP/1.1\r\n${authorized}${upgrade}\r\n`)
    expect(answer?.status).toBe(200)
  })

  test('Expect: 100-continue is confirmed only after the key has been checked', async () => {
    const expectation = `${json}${length}Expect: 100-continue\r\n\r\n`
    const [refused] = await sendRaw(service.port, `POST /api/scans HTTP/1.1\r\nHost: x\r\n${expectation}`)
    expect(refused?.status).toBe(401)
    const accepted = openRawConnection(service.port)
    accepted.write(`POST /api/scans HTTP/1.1\r\n${authorized}${expectation}`)
    await expect.poll(() => accepted.received()).toMatch(/^HTTP\/1\.1 100 /)
    accepted.write(body)
    await expect.poll(() => accepted.received()).toMatch(/NOT_FOUND/)
    accepted.socket.destroy()
    expect(parseAnswers(accepted.received()).map(({ status }) => status)).toEqual([100, 404])
  })

  test('a body on GET is ignored', async () => {
    const get = `GET /api/scans HTTP/1.1\r\n${authorized}${json}${length}\r\n${body}`
    const answers = await sendRaw(service.port, get + get, { expected: 2 })
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  test('HTTP/1.0 needs no Host', async () => {
    const [answer] = await sendRaw(
      service.port,
      `GET /api/scans HTTP/1.0\r\nAuthorization: Bearer ${organization.key}\r\n\r\n`,
    )
    expect(answer?.status).toBe(200)
  })

  test('accepts an absolute URL in the request line', async () => {
    const [answer] = await sendRaw(service.port, `GET http://localhost/api/scans HTTP/1.1\r\n${authorized}\r\n`)
    const [unknown] = await sendRaw(
      service.port,
      'GET http://localhost/api/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n',
    )
    expect([answer?.status, unknown?.status]).toEqual([200, 401])
  })
})

/** Both wait for the server's next check of its connections. */
describe.concurrent('a request that does not arrive in time', () => {
  test('400, not 408', async () => {
    const slow = await startTestService()
    slow.server.server.headersTimeout = 200
    slow.server.server.requestTimeout = 300
    const { key } = await slow.createOrganization()
    const head = `POST /api/scans HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${json}`
    const [withoutEnd, withoutBody] = await Promise.all([
      sendRaw(slow.port, head),
      sendRaw(slow.port, `${head}Content-Length: 100\r\n\r\n{`),
    ])
    expectError(withoutEnd[0], 400, 'BAD_REQUEST')
    expectError(withoutBody[0], 400, 'BAD_REQUEST')
    await slow.close()
  })

  test('401, and no second response', async () => {
    const slow = await startTestService()
    slow.server.server.headersTimeout = 200
    slow.server.server.requestTimeout = 300
    const connection = openRawConnection(slow.port)
    connection.write('POST /api/scans HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
    await connection.closed
    expect(parseAnswers(connection.received()).map(({ status }) => status)).toEqual([401])
    await slow.close()
  })
})

describe('a request gets one response, regardless of later bytes on its connection', () => {
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n'
  const early: readonly (readonly [name: string, head: () => Promise<string>, status: number])[] = [
    ['401', async () => 'POST /api/scans HTTP/1.1\r\nHost: x\r\n', 401],
    [
      '403',
      async () => {
        const { key } = await organization.createKey({ scopes: ['read'] })
        return `POST /api/scans HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${json}`
      },
      403,
    ],
    ['404', async () => `GET /nothing HTTP/1.1\r\n${authorized}`, 404],
    ['200', async () => `GET /api/openapi.json HTTP/1.1\r\n${authorized}`, 200],
  ]

  for (const [name, head, status] of early) {
    test.concurrent(`${name} before the body has come, then a broken chunk`, async ({ expect }) => {
      const connection = openRawConnection(service.port)
      connection.write((await head()) + chunked)
      await expect.poll(() => connection.received()).toMatch(/^HTTP\/1\.1 /)
      connection.write('zz\r\n')
      await connection.closed
      expect(parseAnswers(connection.received()).map((answer) => answer.status)).toEqual([status])
    })
  }

  test('invalid bytes do not affect the response before them', async () => {
    const get = `GET /api/scans HTTP/1.1\r\n${authorized}\r\n`
    const connection = openRawConnection(service.port)
    connection.write(`${get}${get}nonsense\r\n\r\n`)
    await connection.closed
    const answers = parseAnswers(connection.received())
    expect(answers.map(({ status, headers }) => [status, headers['connection']])).toEqual([
      [200, 'keep-alive'],
      [200, 'close'],
    ])
  })

  test('invalid bytes after the response get their own response', async () => {
    const connection = openRawConnection(service.port)
    connection.write(`GET /api/scans HTTP/1.1\r\n${authorized}\r\n`)
    await expect.poll(() => connection.received()).toMatch(/"success"/)
    connection.write('nonsense\r\n\r\n')
    await connection.closed
    expect(parseAnswers(connection.received()).map(({ status }) => status)).toEqual([200, 400])
  })

  test('an invalid body is rejected in order', async () => {
    const connection = openRawConnection(service.port)
    const get = `GET /api/scans HTTP/1.1\r\n${authorized}\r\n`
    connection.write(`${get}POST /api/scans HTTP/1.1\r\n${authorized}${json}${chunked}zz\r\n`)
    await connection.closed
    const answers = parseAnswers(connection.received())
    expect(answers.map(({ status }) => status)).toEqual([200, 400])
    expectError(answers[1], 400, 'BAD_REQUEST')
  })
})
