/** Tests saved views and share links in the whole service, with its worker, drawing threads, and the simulated cloud. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SavedView } from '../../contract/saved-view.ts'
import type { CreatedShareLink, ShareLink } from '../../contract/share-link.ts'
import { changedWorld } from '../../scripts/goldens/changed-world.ts'
import { loadWorld } from '../../src/simulated/world-catalogue.ts'
import { generateApiKey } from '../../src/store/keys/api-key.ts'
import { generateShareToken } from '../../src/store/keys/share-token.ts'
import { coreServices, startRunningService } from '../support/running-service.ts'
import type { RunningTestService } from '../support/running-service.ts'
import { signUp } from '../support/session-client.ts'
import { waitingLocks } from '../support/waiting-locks.ts'

const deadText = 'This link has expired or was revoked.'
const missingText = 'The newest scan has no such diagram.'

let running: RunningTestService
let owner: Client
let scanId: string
const world = structuredClone(await loadWorld('three-tier'))

beforeAll(async () => {
  running = await startRunningService({ services: [...coreServices, 'lambda', 's3'], world })
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

type Answer<Data> = {
  readonly status: number
  readonly data: Data
  readonly error?: { readonly code: string; readonly message: string; readonly details?: unknown }
}

async function send<Data>(method: string, path: string, body?: unknown, key = running.key): Promise<Answer<Data>> {
  const response = await fetch(`${running.service.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, ...((await response.json()) as Omit<Answer<Data>, 'status'>) }
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
const widthOf = ({ bytes }: { bytes: Buffer }) => bytes.readUInt32BE(16)
const policy = async (url: string) => (await open(url)).header('content-security-policy')
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
    expect(answer.header('x-robots-tag')).toBe('noindex')
    expect(answer.header('x-content-type-options')).toBe('nosniff')
  }
})

test('the token is returned once, and is neither stored nor logged', async () => {
  const link = await createLink()
  await open(link.svgUrl)
  await open(`/share/${link.token.slice(0, -1)}.png?theme=dark`)
  const listed = await running.get(`/api/share-links?viewId=${link.viewId}`)
  expect(JSON.stringify(listed)).not.toContain(link.token)
  const { rows } = await owner.query('select * from share_links where id = $1', [link.id])
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(link.token)
  expect(JSON.stringify(await audit('share-link.create'))).not.toContain(link.token)
  expect(running.log.join('\n')).not.toContain(link.token.slice(0, -1))
  expect(running.log.some((line) => line.includes('"url":"/share/….svg"'))).toBe(true)

  const encoded = `%73ha%72e/%73vy%5Fshare%5f${link.token.slice('svy_share_'.length)}`
  expect((await open(`/${encoded}.svg`)).status).toBe(200)
  expect(running.log.join('\n')).not.toContain(link.token.slice('svy_share_'.length))
})

test('requests are counted with the last one, and creating and revoking a link is audited', async () => {
  const link = await createLink({ days: 7, hideAccountIds: true, frameAncestors: ['https://wiki.example.com'] })
  expect(await linkNow(link.id)).toMatchObject({ uses: 0, lastUsedAt: null, status: 'active' })
  const before = Date.now()
  await open(link.svgUrl)
  await open(link.pageUrl)
  const used = await linkNow(link.id)
  expect(used.uses).toBe(2)
  expect(Date.parse(used.lastUsedAt ?? '')).toBeGreaterThan(before - 1_000)
  expect((await send<ShareLink>('DELETE', `/api/share-links/${link.id}`)).data).toMatchObject({
    status: 'revoked',
    uses: 2,
  })
  expect(await textOf(link.svgUrl)).toEqual(dead)
  expect((await linkNow(link.id)).uses).toBe(2)
  expect((await send('DELETE', `/api/share-links/${link.id}`)).status).toBe(200)
  const mine = async (action: string) => (await audit(action)).filter(({ subject }) => subject === link.id)
  expect(await mine('share-link.create')).toMatchObject([
    { actor: expect.stringMatching(/^key:/), details: { viewId: link.viewId, hideAccountIds: true } },
  ])
  expect(await mine('share-link.revoke')).toMatchObject([{ details: { uses: 2 } }])
})

test('an unchanged picture answers 304, also as a weak validator, in a list, and after the same scan again', async () => {
  const link = await createLink()
  const first = await open(link.pngUrl)
  const etag = first.header('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]{43}"$/)
  for (const validator of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await open(link.pngUrl, { 'if-none-match': validator })
    expect([validator, again.status, again.bytes.length, again.header('etag')]).toEqual([validator, 304, 0, etag])
  }
  const other = await open(link.pngUrl, { 'if-none-match': '"other"' })
  expect([other.status, other.bytes.equals(first.bytes)]).toEqual([200, true])
  await running.scan()
  expect((await open(link.pngUrl, { 'if-none-match': etag })).status).toBe(304)
})

test('theme, scale, and time are options, each with its own validator, and wrong ones are refused', async () => {
  const link = await createLink()
  const variants = ['', '?theme=dark', '?scale=2', '?stamp=true', '?v=123']
  const answers = await Promise.all(variants.map((query) => open(link.pngUrl + query)))
  const [plain, dark, large, stamped, unknown] = answers.map((answer) => answer.header('etag'))
  expect(new Set([plain, dark, large, stamped]).size).toBe(4)
  expect(unknown).toBe(plain)
  expect(widthOf(answers[2] as { bytes: Buffer })).toBe(widthOf(answers[0] as { bytes: Buffer }) * 2)
  expect((await textOf(`${link.svgUrl}?stamp=true`)).text).toMatch(/Scanned \d{4}-/)
  expect((await textOf(link.svgUrl)).text).not.toMatch(/Scanned \d{4}-/)
  for (const [query, message] of [
    ['?theme=drak', 'theme must be light or dark'],
    ['?theme=light&theme=dark', 'theme must be light or dark'],
    ['?scale=3', 'scale must be 1 or 2'],
    ['?stamp=yes', 'stamp must be true or false'],
  ] as const) {
    expect([query, await textOf(link.svgUrl + query)]).toEqual([
      query,
      { status: 400, text: expect.stringContaining(message) },
    ])
  }
})

test('every link that shows nothing has the same answer: revoked, expired, malformed, and unknown ones', async () => {
  const [revoked, expired] = [await createLink(), await createLink()]
  await send('DELETE', `/api/share-links/${revoked.id}`)
  expect((await open(expired.svgUrl)).status).toBe(200)
  await owner.query(`update share_links set expires_at = now() - interval '1 second' where id = $1`, [expired.id])
  expect((await linkNow(expired.id)).status).toBe('expired')
  const tokens = [
    revoked.token,
    expired.token,
    generateShareToken().token,
    revoked.token.slice(1),
    'nothing',
    '%00',
    running.key,
  ]
  for (const extension of ['', '.svg', '.png']) {
    const answers = await Promise.all(tokens.map((token) => open(`/share/${token}${extension}`)))
    const seen = answers.map(({ status, headers, bytes }) => {
      const shown = Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)))
      return JSON.stringify([status, shown, bytes.toString('base64')])
    })
    expect(new Set(seen).size).toBe(1)
    expect(answers[0]?.status).toBe(404)
    expect(answers[0]?.header('cache-control')).toBe('no-store')
    expect(answers[0]?.header('content-type')).toMatch(
      { '': /^text\/html/, '.svg': /^image\/svg\+xml$/, '.png': /^image\/png$/ }[extension] ?? /none/,
    )
    expect(answers[0]?.bytes.toString().includes(deadText)).toBe(extension !== '.png')
  }
  expect((await open(`/share/${expired.token}.pdf`)).status).toBe(404)
  expect((await open('/share/')).status).toBe(404)
})

test('a link shows its page only: no links to other pages, no other pages, and no external ID', async () => {
  const diagramId = await diagramOf('network')
  const link = await createLink({}, { diagramId })
  const { externalId } = await running.get<{ externalId: string }>(`/api/accounts/${running.connectionId}`)
  const page = (await textOf(link.pageUrl)).text
  expect(page.match(/<section /g)).toHaveLength(1)
  const api = async (format: string) => {
    const response = await fetch(`${running.service.baseUrl}/api/diagrams/${diagramId}/content?format=${format}`, {
      headers: { authorization: `Bearer ${running.key}` },
    })
    return response.text()
  }
  expect(((await api('html')).match(/<section /g) ?? []).length).toBeGreaterThan(1)
  const svg = (await textOf(link.svgUrl)).text
  expect(svg).not.toContain('focus=')
  for (const text of [page, svg]) expect(text).not.toContain(externalId)
})

test('account IDs are hidden on request, and shown otherwise', async () => {
  const [hidden, shown] = [await createLink({ hideAccountIds: true }), await createLink()]
  const accountId = running.cloud.accounts[0]?.accountId ?? ''
  expect(accountId).toMatch(/^\d{12}$/)
  for (const url of ['svgUrl', 'pageUrl'] as const) {
    expect((await textOf(shown[url])).text).toContain(accountId)
    const { status, text } = await textOf(hidden[url])
    expect(status).toBe(200)
    expect(text).not.toContain(accountId)
  }
})

test('the sites that may embed the page are in its policy, and no site by default', async () => {
  const sites = ['https://wiki.example.com', 'http://localhost:3000']
  const link = await createLink({ frameAncestors: sites })
  expect(await policy(link.pageUrl)).toMatch(
    /^sandbox allow-scripts .*; frame-ancestors https:\/\/wiki.example.com http:\/\/localhost:3000$/,
  )
  expect(await policy(link.svgUrl)).toMatch(
    /^sandbox; .*; frame-ancestors https:\/\/wiki.example.com http:\/\/localhost:3000$/,
  )
  expect(await policy((await createLink()).pageUrl)).toMatch(/; frame-ancestors 'none'$/)
  for (const site of [
    'https://wiki.example.com/',
    'https://Wiki.example.com',
    'https://wiki.example.com:443',
    'https://*.example.com',
    'https://a;script-src',
    "https://a,'self'",
    'wiki.example.com',
    'ftp://wiki.example.com',
    'https://user@wiki.example.com',
    '*',
    "'self'",
    'https://a b',
  ]) {
    const refused = await send('POST', '/api/share-links', {
      view: { name: newName(), diagramId: await diagramOf('architecture') },
      frameAncestors: [site],
    })
    expect([site, refused]).toMatchObject([
      site,
      { status: 400, error: { code: 'VALIDATION_ERROR', details: [{ path: ['frameAncestors', '0'] }] } },
    ])
  }
})

test('the picture changes with a new scan, and a pinned one stays; a removed scan ends its links', async () => {
  const pinnedTo = (await running.scan('us-east-1')).id
  const diagramId = await diagramOf('architecture', pinnedTo)
  const newest = await createLink({}, { diagramId })
  const pinned = await createLink({}, { diagramId, pinned: true })
  const [before, fixed] = [await open(newest.svgUrl), await open(pinned.svgUrl)]
  expect(before.bytes.equals(fixed.bytes)).toBe(true)
  Object.assign(world.accounts[0]?.regions ?? {}, changedWorld(world).accounts[0]?.regions)
  await running.scan('us-east-1')
  const after = await open(newest.svgUrl, { 'if-none-match': before.header('etag') ?? '' })
  expect(after.status).toBe(200)
  expect(after.bytes.equals(before.bytes)).toBe(false)
  expect((await open(pinned.svgUrl, { 'if-none-match': fixed.header('etag') ?? '' })).status).toBe(304)

  await owner.query(`update scans set created_at = now() - interval '90 days' where id = $1`, [pinnedTo])
  const removed = await running.service.store.tenant(running.organizationId, ({ scans }) => scans.removeOlderThan(30))
  expect(removed).toBe(1)
  expect(await textOf(pinned.svgUrl)).toEqual(dead)
  expect((await linkNow(pinned.id)).status).toBe('ended')
  expect((await open(newest.svgUrl)).status).toBe(200)
  const view = await running.get<SavedView>(`/api/views/${pinned.viewId}`)
  expect(view).toMatchObject({ pinned: true, scanId: null, diagramId: null })
  const late = await send('POST', '/api/share-links', { viewId: pinned.viewId })
  expect(late).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
})

test('a comparison without a base scan, and a focus that is gone, say that the diagram is not there', async () => {
  const link = await createLink({}, { options: { focus: 'no-such-resource' } })
  expect(await textOf(link.svgUrl)).toEqual({ status: 404, text: expect.stringContaining(missingText) })
  const compared = await createLink({}, { options: { compare: '999d' } })
  expect(await textOf(compared.pageUrl)).toEqual({ status: 404, text: expect.stringContaining(missingText) })
  const changes = await createLink({}, { options: { compare: 'previous' } })
  expect((await open(changes.svgUrl)).status).toBe(200)
})

test('links end with the member who created them, and with that of a viewer; personal views are deleted', async () => {
  const member = await signUp(
    { baseUrl: running.service.baseUrl, store: running.service.store },
    running.organizationId,
    'member',
  )
  const admin = await signUp(
    { baseUrl: running.service.baseUrl, store: running.service.store },
    running.organizationId,
    'admin',
  )
  const linkOf = async (visibility: string) =>
    member.data<CreatedShareLink>('POST', '/session/share-links', {
      view: { name: newName(), diagramId: await diagramOf('architecture'), visibility },
    })
  const { user } = await member.data<{ user: { id: string } }>('GET', '/session/me')
  const demoted = await linkOf('organization')
  expect((await open(demoted.svgUrl)).status).toBe(200)
  await admin.data('PATCH', `/session/members/${user.id}`, { role: 'viewer' })
  expect(await textOf(demoted.svgUrl)).toEqual(dead)
  await admin.data('PATCH', `/session/members/${user.id}`, { role: 'member' })
  expect(await textOf(demoted.svgUrl)).toEqual(dead)

  const [personal, shared] = [await linkOf('personal'), await linkOf('organization')]
  expect((await open(personal.svgUrl)).status).toBe(200)
  // As if the role had changed at the same time.
  await owner.query(`update memberships set role = 'viewer' where user_id = $1`, [user.id])
  expect(await textOf(shared.svgUrl)).toEqual(dead)
  expect((await linkNow(shared.id)).status).toBe('ended')
  await owner.query(`update memberships set role = 'member' where user_id = $1`, [user.id])
  expect((await open(shared.svgUrl)).status).toBe(200)
  const [expired, others] = [await linkOf('organization'), await createLink()]
  await owner.query('update share_links set expires_at = now() where id = $1', [expired.id])
  await admin.data('DELETE', `/session/members/${user.id}`)
  expect((await linkNow(expired.id)).status).toBe('expired')
  expect((await linkNow(others.id)).status).toBe('active')
  for (const { svgUrl } of [personal, shared]) expect(await textOf(svgUrl)).toEqual(dead)
  expect((await linkNow(shared.id)).status).toBe('revoked')
  expect((await send('GET', `/api/share-links/${personal.id}`)).status).toBe(404)
  expect((await send('GET', `/api/views/${shared.viewId}`)).status).toBe(200)
  expect((await audit('member.remove'))[0]).toMatchObject({ details: { revokedLinks: 2, removedViews: 1 } })
})

test('links end with the API key that created them when it is revoked', async () => {
  const { key, hash } = generateApiKey()
  const { id } = await running.service.store.tenant(running.organizationId, ({ apiKeys }) =>
    apiKeys.insert({ name: 'wiki', scopes: ['write'], version: '2026-02-01', expiresAt: null, hash }),
  )
  const view = { name: newName(), diagramId: await diagramOf('architecture') }
  const { data } = await send<CreatedShareLink>('POST', '/api/share-links', { view }, key)
  expect((await open(data.svgUrl)).status).toBe(200)
  expect(data.createdBy).toBe('wiki')
  await running.service.store.tenant(running.organizationId, ({ apiKeys }) => apiKeys.revoke(id))
  expect(await textOf(data.svgUrl)).toEqual(dead)
  expect((await linkNow(data.id)).status).toBe('ended')
})

test('a link that is revoked while its diagram is drawn shows nothing', async () => {
  const link = await createLink()
  await owner.query('begin')
  // The drawing reads the content of the diagram, and waits. Looking the link up doesn't.
  await owner.query('lock table diagram_contents')
  const answer = textOf(`${link.svgUrl}?stamp=true`)
  await expect.poll(() => waitingLocks(owner, 'diagram_contents')).toBe(1)
  await send('DELETE', `/api/share-links/${link.id}`)
  await owner.query('commit')
  expect(await answer).toEqual(dead)
})

test('a pinned scan that is deleted after its diagram was drawn is not shown', async () => {
  const pinnedTo = (await running.scan('us-east-1')).id
  const link = await createLink({}, { diagramId: await diagramOf('architecture', pinnedTo), pinned: true })
  const other = new Client({ connectionString: running.ownerUrl })
  await other.connect()
  await owner.query('begin')
  await owner.query('lock table diagram_contents')
  const answer = textOf(`${link.svgUrl}?stamp=true`)
  await expect.poll(() => waitingLocks(owner, 'diagram_contents')).toBe(1)
  // The link was found. Once its diagram is drawn, it is looked up again, and waits.
  await other.query('begin')
  await other.query('lock table share_links')
  await owner.query('commit')
  await expect.poll(() => waitingLocks(owner, 'share_links')).toBe(1)
  await owner.query(`update scans set created_at = now() - interval '90 days' where id = $1`, [pinnedTo])
  const { store } = running.service
  expect(await store.tenant(running.organizationId, ({ scans }) => scans.removeOlderThan(30))).toBe(1)
  await other.query('commit')
  await other.end()
  expect(await answer).toEqual(dead)
})

test('deleting a view ends its links', async () => {
  const link = await createLink()
  await send('POST', '/api/share-links', { viewId: link.viewId })
  expect((await open(link.svgUrl)).status).toBe(200)
  await send('DELETE', `/api/views/${link.viewId}`)
  expect(await textOf(link.svgUrl)).toEqual(dead)
  expect((await audit('view.remove'))[0]).toMatchObject({ subject: link.viewId, details: { endedLinks: 2 } })
})

test('another organization sees neither views nor links, and can’t use, share, or revoke them', async () => {
  const { service } = running
  const other = (await service.store.organizations.insert('Another organization'))?.id ?? ''
  const { key, hash } = generateApiKey()
  await service.store.tenant(other, ({ apiKeys }) =>
    apiKeys.insert({ name: 'theirs', scopes: ['read', 'write'], version: '2026-02-01', expiresAt: null, hash }),
  )
  const link = await createLink()
  const diagramId = await diagramOf('architecture')
  expect((await send<{ views: unknown[] }>('GET', '/api/views', undefined, key)).data.views).toEqual([])
  expect((await send<{ shareLinks: unknown[] }>('GET', '/api/share-links', undefined, key)).data.shareLinks).toEqual([])
  for (const [method, path, body] of [
    ['GET', `/api/views/${link.viewId}`],
    ['PUT', `/api/views/${link.viewId}`, { name: 'Stolen' }],
    ['DELETE', `/api/views/${link.viewId}`],
    ['GET', `/api/share-links/${link.id}`],
    ['DELETE', `/api/share-links/${link.id}`],
    ['POST', '/api/share-links', { viewId: link.viewId }],
    ['POST', '/api/share-links', { view: { name: 'Stolen', diagramId } }],
    ['POST', '/api/views', { name: 'Stolen', diagramId }],
  ] as const) {
    expect([method, path, (await send(method, path, body, key)).status]).toEqual([method, path, 404])
  }
  expect((await open(link.svgUrl)).status).toBe(200)
  expect(await linkNow(link.id)).toMatchObject({ status: 'active', viewName: link.viewName })
})

test('HEAD returns the headers of the picture without its content', async () => {
  const link = await createLink()
  const { headers } = await open(link.pngUrl)
  const head = await fetch(`${running.service.baseUrl}${link.pngUrl}`, { method: 'HEAD' })
  expect([head.status, head.headers.get('etag')]).toEqual([200, headers.get('etag')])
  expect((await fetch(`${running.service.baseUrl}${link.pngUrl}`, { method: 'POST' })).status).toBe(404)
})

test('links end with the account connection, and with the organization', async () => {
  const link = await createLink()
  // As if its data were deleted already. Otherwise the service would delete it meanwhile.
  const setRemoved = (time: string) =>
    owner.query(`update organizations set removed_at = ${time}, emptied_at = ${time} where id = $1`, [
      running.organizationId,
    ])
  await setRemoved('now()')
  expect(await textOf(link.svgUrl)).toEqual(dead)
  await setRemoved('null')
  expect((await open(link.svgUrl)).status).toBe(200)
  const removed = await running.service.store.tenant(running.organizationId, ({ accounts }) =>
    accounts.remove(running.connectionId),
  )
  expect(removed).toBeGreaterThan(0)
  expect(await textOf(link.svgUrl)).toEqual(dead)
  expect((await running.get<{ views: unknown[] }>('/api/views')).views).toEqual([])
  expect((await running.get<{ shareLinks: unknown[] }>('/api/share-links')).shareLinks).toEqual([])
})
