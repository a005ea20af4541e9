/** Tests diagrams of changes over HTTP: the base scan, its errors, and every format. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diagramMediaTypes } from '../../contract/diagram.ts'
import { formats } from '../../src/diagram/render-diagram.ts'
import { threeTierGraph } from '../../src/diagram/testing/sample-graphs.ts'
import { drawDiagrams, drawStoredPicture } from '../../src/drawing/diagrams.ts'
import type { ResourceGraph } from '../../src/graph/resource-graph.ts'
import type { ScanRecord } from '../../src/store/scans.ts'
import { type ApiAnswer, createApiCaller } from '../support/call-api.ts'
import { saveGraph } from '../support/save-graph.ts'
import { startTestService, type TestOrganization, type TestService } from '../support/test-service.ts'

const instance = 'i-shop-web-b-1'
const after: ResourceGraph = { ...threeTierGraph(), region: 'us-east-1' }
/** Without one of the instances. */
const before: ResourceGraph = {
  ...after,
  resources: after.resources.filter(({ id }) => id !== instance),
  relations: after.relations.filter(({ source, target }) => source.id !== instance && target.id !== instance),
}

let service: TestService
let organization: TestOrganization
let read: (path: string) => Promise<ApiAnswer>
let scans: readonly ScanRecord[]
let elsewhere: ScanRecord

beforeAll(async () => {
  service = await startTestService({
    diagramFormats: formats,
    drawPicture: (request) => drawStoredPicture(service.store, request),
  })
  organization = await service.createOrganization()
  const call = await createApiCaller(service)
  read = (path) => call(path, { key: organization.key })
  const connection = await organization.connectAccount()
  scans = [await complete(before), await complete(after)]
  elsewhere = await organization.insertScan(connection, 'eu-west-1')

  async function complete(graph: ResourceGraph): Promise<ScanRecord> {
    const scan = await organization.insertScan(connection)
    await service.store.tenant(organization.id, async ({ scans: stored, graphs, diagrams, baselines }) => {
      await stored.begin(scan.id, {})
      await saveGraph(graphs, scan.id, graph)
      await diagrams.insert(scan.id, await drawDiagrams(graph))
      await stored.complete(scan.id, 1, {})
      if (graph === before) await baselines.set('release', scan)
    })
    return scan
  }
})
afterAll(() => service.close())

async function content(scan: ScanRecord | undefined, query: string): Promise<ApiAnswer> {
  const { body } = await read(`/api/diagrams?scanId=${scan?.id}&type=architecture`)
  const [diagram] = (body?.data?.diagrams ?? []) as readonly { readonly id: string }[]
  return read(`/api/diagrams/${diagram?.id}/content?${query}`)
}

type Placed = {
  readonly title: string
  readonly comparison?: string
  readonly boxes: readonly { readonly element: { readonly change?: string; readonly members: readonly object[] } }[]
}

function statesOf({ text }: ApiAnswer) {
  const { comparison, boxes } = JSON.parse(text) as Placed
  const added = boxes.filter(({ element }) => element.change === 'added').flatMap(({ element }) => element.members)
  return { comparison, added }
}

describe('the base scan', () => {
  test.each([
    ['previous', () => 'previous'],
    ['a scan ID', () => scans[0]?.id ?? ''],
    ['a scan ID in capitals', () => (scans[0]?.id ?? '').toUpperCase()],
    ['a baseline', () => 'release'],
  ])('can be %s', async (_, base) => {
    const answer = await content(scans[1], `format=json&compare=${base()}`)
    expect(answer.status).toBe(200)
    expect(statesOf(answer)).toEqual({
      comparison: '+ 1 added',
      added: [{ type: 'AWS::EC2::Instance', id: instance }],
    })
  })

  test('can be the scan itself: nothing changed', async () => {
    const answer = await content(scans[1], `format=json&compare=${scans[1]?.id}`)
    expect(statesOf(answer)).toEqual({ comparison: 'nothing changed', added: [] })
  })

  test('that has not completed has read nothing: everything is unknown', async () => {
    const connection = await organization.connectAccount()
    const running = await organization.insertScan(connection)
    await service.store.tenant(organization.id, ({ scans: stored }) => stored.begin(running.id, {}))
    const completed = await organization.insertScan(connection)
    await service.store.tenant(organization.id, async ({ scans: stored, graphs, diagrams }) => {
      await stored.begin(completed.id, {})
      await saveGraph(graphs, completed.id, after)
      await diagrams.insert(completed.id, await drawDiagrams(after))
      await stored.complete(completed.id, 1, {})
    })
    const { comparison, added } = statesOf(await content(completed, `format=json&compare=${running.id}`))
    expect(comparison).toBe(`? ${after.resources.length} couldn't be compared`)
    expect(added).toEqual([])
  })

  test.each([
    ['without an earlier scan', 0, () => 'previous', 404, 'An earlier completed scan does not exist.'],
    ['without a scan that is so old', 1, () => '7d', 404, 'A completed scan before that time does not exist.'],
    ['that does not exist', 1, () => crypto.randomUUID(), 404, 'The base scan does not exist.'],
    [
      'without a baseline of this name',
      1,
      () => 'other',
      404,
      'A baseline "other" of this account in us-east-1 does not exist.',
    ],
    [
      'of another region',
      1,
      () => elsewhere.id,
      400,
      'The request is not valid: compare: must be a scan of the same account and region',
    ],
    [
      'that is no day of the calendar',
      1,
      () => '2026-02-30',
      400,
      'The request is not valid: compare: must be a day of the calendar',
    ],
  ])('%s is an error', async (_, position, base, status, message) => {
    const { status: found, body } = await content(scans[position], `compare=${base()}`)
    expect([found, body?.error?.message]).toEqual([status, message])
  })

  test('with a name that no base can have is rejected', async () => {
    const { status, body } = await content(scans[1], `compare=${encodeURIComponent('a b')}`)
    expect([status, body?.error?.code]).toEqual([400, 'VALIDATION_ERROR'])
  })
})

test.each(formats)('the changes in the format %s', async (format) => {
  const answer = await content(scans[1], `format=${format}&compare=previous`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain(diagramMediaTypes[format])
  const alone = await content(scans[1], `format=${format}`)
  expect(alone.text).not.toBe(answer.text)
})

test('a page of a comparison is a comparison', async () => {
  const answer = await content(scans[1], `format=json&compare=previous&focus=${instance}`)
  expect(statesOf(answer).added).toEqual([{ type: 'AWS::EC2::Instance', id: instance }])
})
