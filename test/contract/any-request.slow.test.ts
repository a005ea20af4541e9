/** Tests random requests: each response matches the OpenAPI document and the status table. */
import { request as sendRequest } from 'node:http'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { regions } from '../../contract/regions.ts'
import { readOpenApi } from '../support/call-api.ts'
import { createOpenApiCheck } from '../support/openapi-check.ts'
import type { Answer, OpenApiCheck } from '../support/openapi-check.ts'
import { startTestService } from '../support/test-service.ts'
import type { TestService } from '../support/test-service.ts'

type AnyRequest = {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Buffer | null
}

let service: TestService
let check: OpenApiCheck
let requests: fc.Arbitrary<AnyRequest>

beforeAll(async () => {
  service = await startTestService()
  check = createOpenApiCheck(await readOpenApi(service))
  const owner = await service.createOrganization()
  const other = await service.createOrganization()
  const connection = await owner.connectAccount()
  const pending = await owner.connectAccount({ status: 'pending' })
  const scan = await owner.insertScan(connection)
  const foreign = await other.insertScan(await other.connectAccount())
  await service.store.tenant(owner.id, ({ diagrams }) =>
    diagrams.insert(scan.id, [{ type: 'architecture', title: 'Architecture', content: {} }]),
  )
  const { items } = await service.store.tenant(owner.id, ({ diagrams }) => diagrams.list({}, { limit: 1, after: null }))
  const ids = [scan.id, connection.id, pending.id, foreign.id, ...items.map(({ id }) => id)]
  const reader = await owner.createKey({ scopes: ['read'] })
  requests = anyRequest(ids, [owner.key, reader.key, other.key, 'svy_live_x'])
})
afterAll(() => service.close())

/** Mostly almost valid, because random data is rejected early. */
function anyRequest(ids: readonly string[], keys: readonly string[]): fc.Arbitrary<AnyRequest> {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\0', '\ud800', '__proto__', '', 'previous'),
  )
  const id = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...ids) }, fc.uuid(), text)
  const segment = fc.oneof(
    id.map((value) => encodeURIComponent(value.toWellFormed())),
    fc.constantFrom(
      'scans',
      'accounts',
      'diagrams',
      'coverage',
      'resources',
      'compare',
      'reach',
      'impact',
      'content',
      'baselines',
      'release',
      '%',
      '%zz',
      '..',
      '',
      '*',
    ),
  )
  const path = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        '/api/scans',
        '/api/scan-runs',
        '/api/schedules',
        '/api/accounts',
        '/api/diagrams',
        '/api/views',
        '/api/share-links',
      ),
    },
    {
      weight: 6,
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            'scans/%',
            'scans/%/coverage',
            'scans/%/resources',
            'scans/%/compare',
            'scans/%/reach',
            'scans/%/impact',
            'scan-runs/%',
            'schedules/%',
            'schedules/%/run',
            'accounts/%',
            'accounts/%/baselines',
            'accounts/%/baselines/release',
            'diagrams/%',
            'diagrams/%/content',
            'views/%',
            'share-links/%',
          ),
          id,
        )
        .map(([template, value]) => `/api/${template.replace('%', () => encodeURIComponent(value.toWellFormed()))}`),
    },
    fc.array(segment, { maxLength: 4 }).map((segments) => `/api/${segments.join('/')}`),
  )
  const parameterName = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        'limit',
        'cursor',
        'status',
        'accountId',
        'scanId',
        'type',
        'tag',
        'q',
        'base',
        'region',
        'format',
        'theme',
        'stamp',
      ),
    },
    text,
  )
  const parameterValue = fc.oneof(
    fc.integer({ min: -2, max: 102 }).map(String),
    fc.constantFrom('queued', 'completed', 'svg', 'json', 'pdf', 'dark', 'true', 'architecture'),
    id,
    text,
  )
  const query = fc
    .array(fc.tuple(parameterName, parameterValue), { maxLength: 3 })
    .map((parameters) =>
      parameters.map((pair) => pair.map((part) => encodeURIComponent(part.toWellFormed())).join('=')).join('&'),
    )
  const headerText = fc.stringMatching(/^[\x20-\x7e]{0,40}$/)
  const headers = fc
    .record(
      {
        authorization: fc.oneof(
          { weight: 8, arbitrary: fc.constantFrom(...keys).map((key) => `Bearer ${key}`) },
          headerText,
        ),
        'content-type': fc.oneof({ weight: 6, arbitrary: fc.constant('application/json') }, headerText),
        'service-version': fc.oneof({ weight: 6, arbitrary: fc.constant('2026-02-01') }, headerText),
        'idempotency-key': fc.oneof(headerText, fc.array(headerText, { minLength: 2, maxLength: 2 })),
        'x-request-id': headerText,
        'content-encoding': fc.constantFrom('identity', 'gzip'),
        expect: fc.constantFrom('magic'),
        accept: headerText,
      },
      { requiredKeys: [] },
    )
    // No worker runs, so a create that waits would wait forever.
    .map((given) => ({ prefer: 'respond-async', ...given }))
  const json = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record(
        {
          cloudAccountId: fc.oneof(id, fc.jsonValue()),
          scanId: fc.oneof(id, fc.jsonValue()),
          region: fc.oneof(fc.constantFrom(...regions), text),
          [' x']: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    },
    fc.jsonValue(),
  )
  const body = fc.oneof(
    { weight: 4, arbitrary: json.map((value) => Buffer.from(JSON.stringify(value))) },
    fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
    fc.constant(null),
  )
  const method = fc.oneof(
    { weight: 6, arbitrary: fc.constant('GET') },
    { weight: 4, arbitrary: fc.constant('POST') },
    fc.constantFrom('PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY'),
  )
  const create = fc
    .record({
      cloudAccountId: fc.constantFrom(...ids),
      region: fc.constantFrom('us-east-1', 'eu-west-1', 'cn-north-1'),
    })
    .map((content) => ({
      method: 'POST',
      path: '/api/scans',
      query: '',
      headers: { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json', prefer: 'respond-async' },
      body: Buffer.from(JSON.stringify(content)),
    }))
  return fc.oneof({ weight: 19, arbitrary: fc.record({ method, path, query, headers, body }) }, create)
}

/** Uses a bare client, because others refuse to send many of these requests. */
async function send({
  method,
  path,
  query,
  headers,
  body,
}: AnyRequest): Promise<Answer & { readonly requestId: unknown }> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer & { readonly requestId: unknown }>()
  const request = sendRequest(
    {
      host: '127.0.0.1',
      port: service.port,
      method,
      path: `${path}${query === '' ? '' : `?${query}`}`,
      headers: { ...headers, ...(body !== null && { 'content-length': body.length }) },
    },
    (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          mediaType: answer.headers['content-type']?.split(';')[0] ?? '',
          text: Buffer.concat(chunks).toString(),
          requestId: answer.headers['x-request-id'],
        }),
      )
    },
  )
  request.on('error', reject)
  request.end(body ?? undefined)
  return promise
}

const statusTable = [200, 201, 400, 401, 403, 404, 409]

test('every response is as documented, without internal errors', async () => {
  const seen = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const answer = await send(request)
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
      expect(statusTable).toContain(answer.status)
      expect(answer.requestId).toMatch(/^[0-9A-Za-z._-]{1,64}$/)
      expect(check.problems(request.method, request.path, answer)).toEqual([])
    }),
    { numRuns: 3000 },
  )
  // Every status has to occur, otherwise the test would prove little.
  expect(statusTable.filter((status) => !seen.has(status))).toEqual([])
})
