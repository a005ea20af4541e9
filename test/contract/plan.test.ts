/** Tests the API for plans against a scan. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anywhere, shopGraph, terraformPlan } from '../support/sample-plans.ts'
import type { ConnectionRecord } from '../../src/store/account-connections.ts'
import { type CallApi, createApiCaller } from '../support/call-api.ts'
import { saveGraph } from '../support/save-graph.ts'
import { startTestService, type TestOrganization, type TestService } from '../support/test-service.ts'

let service: TestService
let organization: TestOrganization
let connection: ConnectionRecord
let call: CallApi
let scanId: string

beforeAll(async () => {
  service = await startTestService()
  organization = await service.createOrganization()
  connection = await organization.connectAccount()
  call = await createApiCaller(service)
  const graph = shopGraph()
  scanId = (await organization.insertScan(connection, graph.region)).id
  await service.store.tenant(organization.id, async ({ scans, graphs, diagrams }) => {
    await scans.begin(scanId, {})
    await saveGraph(graphs, scanId, graph)
    await scans.complete(scanId, 1, {})
    await diagrams.insert(scanId, [{ type: 'architecture', title: 'Architecture', content: {} }])
  })
})
afterAll(() => service.close())

const rule = { type: 'ingress', protocol: 'tcp', from_port: 5432, to_port: 5432, cidr_blocks: [anywhere] }
const opening = terraformPlan({ 'aws_security_group_rule.db': { after: { ...rule, security_group_id: 'sg-orders' } } })

const judge = (plan: unknown, { id = scanId, key = organization.key } = {}) =>
  call(`/api/scans/${id}/plan`, { key, json: plan })

test('a plan that opens a database, with the cause and the page that shows it', async () => {
  const { status, body } = await judge(opening)
  expect(status).toBe(200)
  expect(body?.data).toMatchObject({
    format: 'Terraform plan',
    touched: [
      {
        address: 'aws_security_group_rule.db',
        action: 'create',
        isPart: true,
        resource: { id: 'sg-orders' },
        map: expect.stringMatching(/^\/scans\/[^/]+\/map\/[^/]+\?resource=AWS%3A%3AEC2%3A%3ASecurityGroup~sg-orders$/),
      },
    ],
    exposures: [
      {
        kind: 'opened',
        summary: 'Opens tcp 5432 of orders to the internet by public access',
        causedBy: ['aws_security_group_rule.db'],
        reasons: [],
      },
    ],
    comparison: {
      base: { id: scanId },
      exposures: { opened: [{ ports: '5432', resource: { id: 'orders' } }], closed: [], changed: [], unknown: [] },
      changed: [{ id: 'sg-orders' }],
    },
    cutOff: [],
    breaks: [],
    unmanaged: [],
    missing: [],
    unknown: [],
  })
})

test('nothing is stored: the scan and its exposures stay as they are', async () => {
  const path = `/api/scans/${scanId}/exposure`
  const before = await call(path, { key: organization.key })
  await judge(opening)
  expect((await call(path, { key: organization.key })).text).toBe(before.text)
})

test('a document that is not a plan is a validation error without its values', async () => {
  const { status, body, text } = await judge({ ...opening, format_version: '0.1', password: 'hunter2' })
  expect([status, body?.error?.code]).toEqual([400, 'VALIDATION_ERROR'])
  expect(body?.error?.message).toContain('The plan has format version 0.1, and only version 1 is supported.')
  expect(text).not.toContain('hunter2')
  for (const other of [[], 'text', null]) {
    expect(await judge(other)).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } })
  }
})

const planOf = (length: number) => ({ ...opening, planned_values: 'x'.repeat(length) })

test('a plan over 64 KiB is read, and one over 16 MiB is not', async () => {
  expect((await judge(planOf(1_000_000))).status).toBe(200)
  const { status, body } = await judge(planOf(17_000_000))
  expect([status, body?.error]).toEqual([400, { code: 'BAD_REQUEST', message: 'The body is larger than 16 MiB.' }])
})

test('only a completed scan of the own organization, with the scope read', async () => {
  const unfinished = await organization.insertScan(connection)
  expect(await judge(opening, { id: unfinished.id })).toMatchObject({
    status: 409,
    body: {
      error: { code: 'CONFLICT', message: 'The scan is queued. A plan can only be compared with a completed scan.' },
    },
  })
  const other = await service.createOrganization()
  expect(await judge(opening, { key: other.key })).toMatchObject({
    status: 404,
    body: { error: { code: 'NOT_FOUND' } },
  })
  const writer = await organization.createKey({ scopes: ['write'] })
  expect(await judge(opening, { key: writer.key })).toMatchObject({ status: 403 })
})
