import { setImmediate } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { saveGraph } from '../../test/support/save-graph.ts'
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts'
import type { Resource } from '../graph/resource-graph.ts'
import { versionBytes } from '../store/graph-chunks.ts'
import type { PictureRequest } from './picture-request.ts'
import { overviewOptions } from '../diagram/draw-page.ts'
import { largeGraph } from '../diagram/testing/sample-graphs.ts'
import { sharedDrawings } from '../sharing/draw-shared.ts'
import type { Shared } from '../sharing/find-shared.ts'
import { readShareRequest } from '../sharing/share-request.ts'
import { drawDiagrams, drawStoredPicture } from './diagrams.ts'
import { defaultLimits, type Drawing, type DrawingLimits, openDrawing } from './drawing-pool.ts'

let tenant: TestTenant
let request: PictureRequest
const never = new AbortController().signal
const staying = { leaving: never, halfClosed: never }
const opened: Drawing[] = []

beforeAll(async () => {
  tenant = await createTestTenant()
  const graph = largeGraph(8, 30)
  const diagramId = await tenant.tenant(async ({ scans, graphs, diagrams }) => {
    const scan = await scans.insert({
      connectionId: tenant.connectionId,
      accountNumber: graph.accountId,
      region: graph.region,
    })
    await saveGraph(graphs, scan.id, graph)
    await diagrams.insert(scan.id, await drawDiagrams(graph))
    const { items } = await diagrams.list({ scanId: scan.id, type: 'architecture' }, { limit: 1, after: null })
    return items[0]?.id ?? ''
  })
  const plain = {
    format: 'svg',
    theme: 'light',
    scale: 1,
    stamp: false,
    part: 1,
    characterLimit: 50_000,
    hide: [],
    fold: [],
    compare: null,
    alone: null,
    detail: 'summary',
  } as const
  const { organizationId } = tenant
  request = { organizationId, diagramId, options: { ...plain, page: { ...overviewOptions, depth: 1 } } }
})

afterAll(async () => {
  await Promise.all(opened.map((drawing) => drawing.close()))
  await tenant.close()
})

function open(limits: Partial<DrawingLimits> = {}): Drawing {
  // A busy machine may take longer than the usual timeout, which isn't what these tests are about.
  const patient = { ...defaultLimits, pictureTimeoutMs: 600_000, ...limits }
  const drawing = openDrawing({ runtimeUrl: tenant.runtimeUrl }, patient)
  opened.push(drawing)
  return drawing
}

test('a thread draws the same bytes from the stored graph as the main thread', async () => {
  const [drawn, expected] = [await open().picture(request, staying), await drawStoredPicture(tenant.store, request)]
  if (drawn.kind !== 'drawn' || expected.kind !== 'drawn') throw new Error('nothing was drawn')
  expect(Buffer.from(drawn.bytes).equals(Buffer.from(expected.bytes))).toBe(true)
})

test('another organization cannot draw it', async () => {
  const stranger = await tenant.store.organizations.insert('stranger')
  const answer = await open().picture({ ...request, organizationId: stranger?.id ?? '' }, staying)
  expect(answer).toMatchObject({ kind: 'refused', code: 'NOT_FOUND' })
})

test('rejects diagrams beyond the queue limit, and draws the queued ones', async () => {
  const drawing = open({ pictureThreads: 1, mostWaiting: 2 })
  const answers = await Promise.all(Array.from({ length: 6 }, () => drawing.picture(request, staying)))
  const refused = answers.filter(({ kind }) => kind === 'refused')
  expect(refused.length).toBeGreaterThanOrEqual(3)
  expect(refused[0]).toMatchObject({ code: 'CONFLICT', message: 'The diagram queue is full. Retry.' })
  expect(answers.filter(({ kind }) => kind === 'drawn').length).toBeGreaterThanOrEqual(2)
})

test('a timeout ends the thread, and the next diagram gets a new one', async () => {
  const drawing = open({ pictureThreads: 1, pictureTimeoutMs: 20 })
  for (const _ of [1, 2]) {
    expect(await drawing.picture(request, staying)).toMatchObject({
      kind: 'refused',
      code: 'CONFLICT',
      message: expect.stringContaining('timed out after 0.02 s'),
    })
  }
})

test('a user waits for one shared diagram at most, whatever the number of share links that are opened', async () => {
  const drawing = open({ pictureThreads: 1 })
  const drawShared = sharedDrawings({ drawPicture: (picture, caller) => drawing.picture(picture, caller) })
  const finished: string[] = []
  const shares = Array.from({ length: 12 }, (_, at) => {
    const shared = {
      organizationId: request.organizationId,
      diagramId: request.diagramId,
      link: { hideAccountIds: false },
      // Each has its own place in the cache.
      view: { options: { fold: [String(at)] } },
      compare: null,
    } as unknown as Shared
    return drawShared(shared, readShareRequest('token.svg', {})).then((drawn) => {
      finished.push('share')
      return drawn
    })
  })
  await setImmediate()
  for (const _ of [1, 2]) {
    const answer = await drawing.picture(request, staying)
    expect(answer.kind).toBe('drawn')
    finished.push('user')
  }
  // Each picture of the user waited for the shared one that was being drawn, and for no other.
  expect(finished.filter((who) => who === 'share').length).toBeLessThanOrEqual(2)
  expect((await Promise.all(shares)).every((drawn) => typeof drawn !== 'string')).toBe(true)
})

test('does not draw for a caller that disconnected while waiting', async () => {
  const drawing = open({ pictureThreads: 1 })
  const leaving = new AbortController()
  const first = drawing.picture(request, staying)
  const second = drawing.picture(request, { ...staying, leaving: leaving.signal })
  leaving.abort(new Error('the caller has left'))
  await expect(second).rejects.toThrow('the caller has left')
  expect(await first).toMatchObject({ kind: 'drawn' })
})

test('a half-closed connection gets a diagram that need not wait, but no place in the queue', async () => {
  const drawing = open({ pictureThreads: 1 })
  const closing = new AbortController()
  const halfClosed = { ...staying, halfClosed: closing.signal }
  const first = drawing.picture(request, halfClosed)
  const waiting = drawing.picture(request, halfClosed)
  closing.abort()
  const late = drawing.picture(request, halfClosed)
  for (const answer of [await waiting, await late]) {
    expect(answer).toMatchObject({
      kind: 'refused',
      code: 'CONFLICT',
      message: expect.stringContaining('keep the connection open'),
    })
  }
  expect(await first).toMatchObject({ kind: 'drawn' })
  expect(await drawing.picture(request, halfClosed)).toMatchObject({ kind: 'drawn' })
})

test('a thread that fails ends only its own task, and is replaced', async () => {
  const started: Worker[] = []
  const remember = (worker: Worker): void => void started.push(worker)
  const others = opened.splice(0)
  await Promise.all(others.map((other) => other.close()))
  process.on('worker', remember)
  const drawing = open({ pictureThreads: 1 })
  await drawing.picture(request, staying)
  const interrupted = drawing.picture(request, staying)
  await started.at(-1)?.terminate()
  await expect(interrupted).rejects.toThrow(/exit/i)
  expect(await drawing.picture(request, staying)).toMatchObject({ kind: 'drawn' })
  process.off('worker', remember)
})

test('the heap is compacted before the graph of a large scan is drawn, and after each view', async () => {
  const collect = vi.fn<() => void>()
  vi.stubGlobal('gc', collect)
  onTestFinished(() => void vi.unstubAllGlobals())
  const facts = { accountId: '123456789012', accountAlias: 'large', region: 'us-east-1', coverage: [] }
  const chunk = { chunk: '00', type: 'T', last: 'z', versions: Buffer.alloc(50_000 * versionBytes) }
  const { organizationId } = tenant
  await expect(open().views({ organizationId, graph: { ...facts, chunks: [chunk] } })).rejects.toThrow('Only 0 of')
  expect(collect).toHaveBeenCalledTimes(1)

  const resources = Array.from({ length: 50_000 }, (_, position): Resource => ({
    type: 'AWS::Logs::LogGroup',
    id: `group-${position}`,
    arn: null,
    name: null,
    presence: 'read',
    tags: {},
    properties: {},
  }))
  const drawn = await drawDiagrams({ ...facts, resources, relations: [] })
  expect(collect).toHaveBeenCalledTimes(1 + drawn.length)
})
