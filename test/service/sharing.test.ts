/** Tests saved views and share links in the whole service, with its worker, drawing threads, and the simulated cloud. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SavedView } from '../../contract/saved-view.ts'
import type { CreatedShareLink, ShareLink } from '../../contract/share-link.ts'
import { changedWorld } from '../../scripts/goldens/changed-world.ts'
import { loadWorld } from '../../src/simulated/world-catalogue.ts'
import { generateApiKey } from '../../src/store/keys/api-key.ts'
import { generateShareToken } from '../../src/store/keys/share-token.ts'
import { startRunningService } from '../support/running-service.ts'
import type { RunningTestService } from '../support/running-service.ts'
import { signUp } from '../support/session-client.ts'

const deadText = 'This link has expired or was revoked.'
const missingText = "The diagram of this link isn't in the newest scan."

let running: RunningTestService
let owner: Client
let scanId: string
const world = structuredClone(await loadWorld('three-tier'))

beforeAll(async () => {
  running = await startRunningService({ world })
  owner = new Client({ connectionString: running.ownerUrl })
  await owner.connect()
  // The owner is subject to row-level security, too.
  await owner.query(`select set_config('app.organization', $1, false)`, [running.organizationId])
  scanId = (await running.scan()).id
})
afterAll(async () => {
  await owner.end()
  await running.close()
})

type Diagram = { readonly id: string; readonly type: string; readonly parentId: string | null }
const diagramOf = async (type: string, scan = scanId) => {
  const { diagrams } = await running.get<{ diagrams: readonly Diagram[] }>(`/api/diagrams?scanId=${scan}&limit=100`)
  return diagrams.find((diagram) => diagram.type === type && diagram.parentId === null)?.id ?? ''
}

async function send<Data>(method: string, path: string, body?: unknown, key = running.key) {
  const response = await fetch(`${running.service.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { data: Data; error?: { code: string; message: string } }
  return { status: response.status, ...answer }
}

let names = 0
const newName = () => `View ${(names += 1)}`
const createLink = async (choices: object = {}, view: object = {}) => {
  const { status, data } = await send<CreatedShareLink>('POST', '/api/share-links', {
    view: { name: newName(), diagramId: await diagramOf('architecture'), ...view },
    ...choices,
  })
  expect(status).toBe(201)
  return data
}
/** Without an API key or a session. */
const open = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${running.service.baseUrl}${path}`, { headers })
  return {
    status: response.status,
    headers: response.headers,
    header: (name: string) => response.headers.get(name),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}
const textOf = async (path: string) => {
  const { status, bytes } = await open(path)
  return { status, text: bytes.toString() }
}
const dead = { status: 404, text: expect.stringContaining(deadText) }
const linkNow = (id: string) => running.get<ShareLink>(`/api/share-links/${id}`)
const audit = async (action: string) => {
  const events = await running.service.store.tenant(running.organizationId, ({ auditEvents }) => auditEvents.list(200))
  return events.filter((event) => event.action === action)
}

test('a link shows the diagram as SVG, PNG, and a page, without a key and without cookies', async () => {
  const link = await createLink()
  const svg = await open(link.svgUrl)
  expect(svg.status).toBe(200)
  expect(svg.header('content-type')).toBe('image/svg+xml')
  expect(svg.bytes.toString()).toContain('web-1')
  const png = await open(link.pngUrl)
  expect([png.status, png.header('content-type'), png.bytes.subarray(1, 4).toString()]).toEqual([
    200,
    'image/png',
    'PNG',
  ])
  const page = await open(link.pageUrl)
  expect([page.status, page.header('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.bytes.toString()).toContain('web-1')
  for (const answer of [svg, png, page]) {
    expect(answer.header('set-cookie')).toBeNull()
    expect(answer.header('cross-origin-resource-policy')).toBe('cross-origin')
    expect(answer.header('cache-control')).toBe('no-cache')
    expect(answer.header('referrer-policy')).toBe('no-referrer')
    expect(answer.header('x-content-type-options')).toBe('nosniff')
  }
})
