/** Tests the OpenAPI document and its page: complete, correct, and available without a key. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCatalogue, errorCodes } from '../../contract/error-catalogue.ts'
import { versions } from '../../contract/versions.ts'
import { routes } from '../../src/api/routes.ts'
import { readOpenApi } from '../support/call-api.ts'
import type { OpenApiDocument } from '../support/openapi-check.ts'
import { startTestService } from '../support/test-service.ts'
import type { TestService } from '../support/test-service.ts'

let service: TestService
let document: OpenApiDocument

beforeAll(async () => {
  service = await startTestService({ publicUrl: 'https://surveyor.example/base' })
  document = await readOpenApi(service)
})
afterAll(() => service.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

test('is OpenAPI 3.1 and has every operation of the specification', () => {
  expect(document.openapi).toBe('3.1.0')
  const scopes = Object.fromEntries(
    operations().map(({ method, path, operation }) => [`${method} ${path}`, operation['x-scope']]),
  )
  expect(scopes).toMatchObject({
    'POST /api/scans': 'write',
    'GET /api/scans': 'read',
    'GET /api/scans/{id}': 'read',
    'GET /api/accounts': 'read',
    'GET /api/accounts/{id}': 'read',
    'GET /api/accounts/{id}/baselines': 'read',
    'PUT /api/accounts/{id}/baselines/{name}': 'write',
    'DELETE /api/accounts/{id}/baselines/{name}': 'write',
  })
  expect(Object.keys(scopes)).toHaveLength(routes.length)
})

test('documents every error code, with its status', () => {
  for (const code of errorCodes) {
    expect(document.info.description).toContain(`| ${code} | ${errorCatalogue[code].status} |`)
  }
  expect(document.components.schemas['ErrorCode']).toMatchObject({ enum: errorCodes })
})

test('documents no status outside of the table, and those of every check for every operation', () => {
  const table = new Set(['200', '201', ...errorCodes.map((code) => String(errorCatalogue[code].status))])
  for (const { path, operation } of operations()) {
    const statuses = Object.keys(operation.responses)
    expect([path, statuses.filter((status) => !table.has(status))]).toEqual([path, []])
    expect(statuses).toEqual(expect.arrayContaining(['400', '401', '403', '500']))
  }
})

test('documents the page size of every list', () => {
  for (const path of [
    '/api/scans',
    '/api/accounts',
    '/api/diagrams',
    '/api/scans/{id}/resources',
    '/api/accounts/{id}/baselines',
  ]) {
    expect(document.paths[path]?.['get']?.parameters).toContainEqual(
      expect.objectContaining({
        name: 'limit',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      }),
    )
  }
})

test('documents the known versions, and the required fields of a create', () => {
  for (const { operation } of operations()) {
    expect(operation.parameters).toContainEqual(
      expect.objectContaining({ name: 'Service-Version', in: 'header', schema: { type: 'string', enum: versions } }),
    )
  }
  expect(document.components.schemas['CreateScanRequest']).toMatchObject({
    required: ['cloudAccountId'],
    additionalProperties: false,
    properties: { region: { $ref: '#/components/schemas/Region', default: 'us-east-1' } },
  })
})

test('documents the response headers: the challenge of 401, and the disposition of files', () => {
  for (const { operation } of operations()) {
    expect(operation.responses['401']).toMatchObject({
      headers: { 'WWW-Authenticate': { schema: { type: 'string' } } },
    })
  }
  const content = document.paths['/api/diagrams/{id}/content']?.['get']
  expect(content?.responses['200']).toMatchObject({
    headers: { 'Content-Disposition': { schema: { type: 'string' } } },
  })
})

test('has no dangling reference', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name ?? '',
  )
  expect(references.length).toBeGreaterThan(10)
  expect(references.filter((name) => !(name in document.components.schemas))).toEqual([])
})

test('links begin with the public address', async () => {
  expect(document).toMatchObject({ servers: [{ url: 'https://surveyor.example/base' }] })
  const owner = await service.createOrganization()
  const connection = await owner.connectAccount()
  const answer = await fetch(`${service.baseUrl}/api/scans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({ cloudAccountId: connection.id }),
  })
  expect(answer.headers.get('location')).toMatch(/^https:\/\/surveyor\.example\/base\/api\/scans\/[0-9a-f-]{36}$/)
})

test('without a public address, operations are relative to the document, also behind a proxy that adds a path', async () => {
  const plain = await startTestService()
  const { servers } = (await readOpenApi(plain)) as OpenApiDocument & { readonly servers: readonly { url: string }[] }
  await plain.close()
  expect(servers.map(({ url }) => new URL(url, 'https://proxy.example/prefix/api/openapi.json').pathname)).toEqual([
    '/prefix/',
  ])
})

test('its page loads without a key and without other hosts', async () => {
  const page = await fetch(`${service.baseUrl}/docs`)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const html = await page.text()
  const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '')
  expect(links.length).toBeGreaterThan(3)
  const loaded = await Promise.all(links.map((link) => fetch(new URL(link, `${service.baseUrl}/docs`))))
  const sizes = await Promise.all(loaded.map(async (file) => (await file.arrayBuffer()).byteLength))
  expect(Math.min(...sizes)).toBeGreaterThan(50)
  expect(loaded.map(({ url, status }) => [new URL(url).origin, status])).toEqual(
    links.map(() => [service.baseUrl, 200]),
  )
})

test('health checks respond without a key', async () => {
  const answers = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(service.baseUrl + path)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('503: not ready while the database does not respond, although the process does', async () => {
  const owner = new Client({ connectionString: service.ownerUrl })
  await owner.connect()
  await owner.query('alter table organizations rename to organizations_away')
  const answers = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(service.baseUrl + path)))
  await owner.query('alter table organizations_away rename to organizations')
  await owner.end()
  expect(answers.map(({ status }) => status)).toEqual([200, 503])
})
