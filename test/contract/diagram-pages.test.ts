/** Tests partial diagrams over HTTP: parameters, error messages, and detail pages. */
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawDiagrams, drawStoredPicture } from '../../src/drawing/diagrams.ts'
import { largeGraph, threeTierGraph } from '../../src/diagram/testing/sample-graphs.ts'
import { formats } from '../../src/diagram/render-diagram.ts'
import { type ApiAnswer, createApiCaller } from '../support/call-api.ts'
import { openRawConnection, parseAnswers } from '../support/raw-http.ts'
import { saveGraph } from '../support/save-graph.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
let read: (path: string) => Promise<ApiAnswer>
type Listed = { readonly id: string; readonly type: string; readonly title: string; readonly parentId: string | null }
let listed: readonly Listed[]
let poolIsFull = false
let isWaited = false
let key = ''

const graph = { ...largeGraph(6, 12), region: 'us-east-1' }

beforeAll(async () => {
  service = await startTestService({
    diagramFormats: formats,
    drawPicture: async (request, { halfClosed }) => {
      if (!poolIsFull) return drawStoredPicture(service.store, request)
      if (isWaited && !halfClosed.aborted) await once(halfClosed, 'abort')
      return { kind: 'refused', code: 'CONFLICT', message: 'Too many pictures are being drawn.' }
    },
  })
  const organization = await service.createOrganization()
  const call = await createApiCaller(service)
  key = organization.key
  read = (path) => call(path, { key })
  const scan = await organization.insertScan(await organization.connectAccount())
  await service.store.tenant(organization.id, async ({ scans, graphs, diagrams }) => {
    await scans.begin(scan.id, {})
    await saveGraph(graphs, scan.id, graph)
    await diagrams.insert(scan.id, await drawDiagrams(graph))
    await scans.complete(scan.id, 1, {})
  })
  const { body } = await read(`/api/diagrams?scanId=${scan.id}&limit=100`)
  listed = (body?.data?.diagrams ?? []) as readonly Listed[]
})
afterAll(() => service.close())

const overview = (type: string) => listed.find((each) => each.type === type && each.parentId === null)?.id ?? ''
const content = (query: string, type = 'architecture') =>
  read(`/api/diagrams/${overview(type)}/content?format=json&${query}`)

describe('the list of diagrams', () => {
  test('begins with the six views: of a large account with the overview', () => {
    expect(listed.slice(0, 6).map(({ type, parentId }) => [type, parentId])).toEqual(
      ['overview', 'architecture', 'network', 'dataflow', 'security', 'inventory'].map((type) => [type, null]),
    )
  })

  test('of a small account begins with the architecture', async () => {
    const small = await drawDiagrams(threeTierGraph())
    expect(small.map(({ type }) => type)).toEqual([
      'architecture',
      'network',
      'dataflow',
      'security',
      'inventory',
      'overview',
    ])
  })

  test('continues with the detail pages of each, at most 20 per view', () => {
    const pages = listed.slice(6)
    expect(pages.map(({ parentId, type }) => parentId === overview(type))).toEqual(pages.map(() => true))
    expect(pages.map(({ title }) => title)).toContain('Architecture: unit0-network')
    for (const ofView of Map.groupBy(pages, ({ type }) => type).values()) expect(ofView.length).toBeLessThanOrEqual(20)
  })

  test('a detail page has a diagram of its part', async () => {
    const page = listed.find(({ title }) => title === 'Architecture: unit0-network')
    const answer = await read(`/api/diagrams/${page?.id}/content?format=json`)
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('unit0-web')
    expect(answer.text).not.toContain('unit1-web')
  })
})

describe('200', () => {
  test.each([
    ['focus=AWS::EC2::VPC/vpc-unit0', 'architecture'],
    ['focus=unit0-network', 'network'],
    ['focus=i-unit0-web-a-0&depth=2', 'security'],
    ['tags=not env', 'inventory'],
    ['types=AWS::EC2::Instance,-AWS::SQS::Queue', 'architecture'],
    ['groupBy=team', 'inventory'],
    ['collapse=2', 'architecture'],
    ['collapse=networks', 'network'],
    ['direction=right', 'dataflow'],
    ['hide=gap&hide=request', 'architecture'],
    ['fold=a&fold=b', 'network'],
    ['scale=2', 'architecture'],
  ])('%s', async (query, type) => {
    const answer = await content(encodeURI(query), type)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  })

  test('hidden layers and folded groups are left out', async () => {
    type Placed = {
      readonly boxes: readonly { readonly element: Readonly<Record<'kind' | 'id' | 'form', string>> }[]
      readonly routes: readonly { readonly edge: { readonly form: string } }[]
    }
    const drawn = async (query: string) => JSON.parse((await content(`focus=unit0-network${query}`)).text) as Placed
    const isRequest = ({ edge }: Placed['routes'][number]) => edge.form === 'request'
    const [whole, hidden] = [await drawn(''), await drawn('&hide=request')]
    expect(whole.routes.some(isRequest)).toBe(true)
    expect(hidden.routes.some(isRequest)).toBe(false)
    const group = whole.boxes.find(({ element }) => element.form === 'network')?.element.id ?? ''
    const folded = await drawn(`&fold=${encodeURIComponent(group)}`)
    expect(folded.boxes.length).toBeLessThan(whole.boxes.length)
    expect(folded.boxes.some(({ element }) => element.id === group)).toBe(true)
  })

  test('the `opens` of a box is the focus of its page', async () => {
    const drawn = JSON.parse((await content('')).text)
    const opens = [...JSON.stringify(drawn).matchAll(/"opens":"((?:[^"\\]|\\.)+)"/gu)].map(
      ([, focus]) => JSON.parse(`"${focus}"`) as string,
    )
    expect(opens.length).toBeGreaterThan(3)
    for (const focus of opens.slice(0, 4)) {
      expect((await content(`focus=${encodeURIComponent(focus)}`)).status).toBe(200)
    }
  })
})

describe('400 VALIDATION_ERROR names the parameter', () => {
  test.each([
    ['focus='],
    [`focus=${'x'.repeat(2_049)}`],
    ['depth=6'],
    ['depth=-1'],
    ['depth=some'],
    ['tags='],
    ['tags=env%3Dprod%20and'],
    ['types='],
    ['types=Instance'],
    ['types=AWS::EC2::Instance,,'],
    ['groupBy='],
    ['collapse=12'],
    ['collapse=all'],
    ['direction=up'],
    ['hide=arrows'],
    ['fold='],
    ['scale=3'],
    ['scale=0'],
    ['focus=a&focus=b'],
  ])('?%s', async (query) => {
    const { status, body } = await content(query)
    expect([status, body?.error?.code, body?.error?.details?.[0]?.path.slice(0, 1)]).toEqual([
      400,
      'VALIDATION_ERROR',
      [query.split('=')[0]],
    ])
  })

  test('and the position of an error in an expression', async () => {
    const { body } = await content(`tags=${encodeURIComponent('env=prod and (team=x')}`)
    expect(body?.error?.details?.[0]?.message).toBe('has no ) for this ( (at character 14)')
  })
})

describe('404 NOT_FOUND', () => {
  test('a focus that the scan does not have', async () => {
    const { status, body } = await content('focus=vpc-nowhere')
    expect([status, body?.error?.code, body?.error?.message]).toEqual([
      404,
      'NOT_FOUND',
      'No resource matches the focus vpc-nowhere.',
    ])
  })
})

test('409 CONFLICT with Retry-After if too many diagrams are requested', async () => {
  poolIsFull = true
  const { status, body, headers } = await content('').finally(() => (poolIsFull = false))
  expect([status, body?.error?.code, headers.get('retry-after')]).toEqual([409, 'CONFLICT', '10'])
})

test('404 NOT_FOUND: a second part of a diagram with one part', async () => {
  const { status, body } = await content('part=2')
  expect([status, body?.error?.code, body?.error?.message]).toEqual([404, 'NOT_FOUND', 'The diagram has one part.'])
})

test('409 CONFLICT for a waiting caller that half-closes the connection', async () => {
  ;[poolIsFull, isWaited] = [true, true]
  const connection = openRawConnection(service.port)
  connection.socket.end(
    `GET /api/diagrams/${overview('architecture')}/content HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  )
  await connection.closed.finally(() => ([poolIsFull, isWaited] = [false, false]))
  const [answer] = parseAnswers(connection.received())
  expect([answer?.status, answer?.headers['retry-after']]).toEqual([409, '10'])
})

test('the same request returns the same bytes', async () => {
  const [first, second] = [await content('focus=unit0-network'), await content('focus=unit0-network')]
  expect(first.text).toBe(second.text)
})
