/** Lists, starts, and watches scans, and lists their diagrams. */
import { Type } from 'typebox'
import { diagram } from '../../../contract/diagram.ts'
import { pageMeta } from '../../../contract/envelope.ts'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { createScanRequest } from '../../../contract/scan.ts'
import { scanListQuery, type ScanEvent, sessionScan } from '../../../contract/session/scans.ts'
import { diagramObject } from '../../api/diagram-object.ts'
import { findScan } from '../../api/find-scan.ts'
import { filterId } from '../../api/id-filter.ts'
import { notFound } from '../../http/api-error.ts'
import { timePage } from '../../http/time-page.ts'
import { compareScans } from '../../api/routes/compare-scans.ts'
import { createdScan } from '../../api/routes/create-scan.ts'
import { getDiagramContent } from '../../api/routes/get-diagram-content.ts'
import { getDiagram } from '../../api/routes/get-diagram.ts'
import { getImpact } from '../../api/routes/get-impact.ts'
import { getReach } from '../../api/routes/get-reach.ts'
import { getScanSnapshot } from '../../api/routes/get-scan-snapshot.ts'
import { getScanCoverage } from '../../api/routes/get-scan-coverage.ts'
import { listScanExposure } from '../../api/routes/list-scan-exposure.ts'
import { scanObject } from '../../api/scan-object.ts'
import type { ScanRecord } from '../../store/scans.ts'
import type { Tenant } from '../../store/store.ts'
import { eventText } from '../event-stream.ts'
import { stillAllowed } from '../member-transaction.ts'
import type { SessionDependencies } from '../dashboard-dependencies.ts'
import { fromApiRoute, type SessionRoute, sessionRoute, streamRoute } from '../route.ts'

const byId = idPath('The scan ID.')
const diagramsAtMost = 100

const list = sessionRoute({
  method: 'GET',
  path: '/session/scans',
  access: 'viewer',
  pathParameters: noParameters,
  query: scanListQuery,
  body: null,
  data: Type.Object({ scans: Type.Array(sessionScan), meta: pageMeta }, { additionalProperties: false }),

  handle: ({ query, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => {
      const { region, status } = query
      const connectionId = filterId(query.accountId)
      const before = query.before === undefined ? undefined : await tenant.scans.find(query.before)
      const { items, meta } = await timePage('scans', query, async (page) => {
        if (connectionId === null || before === null) return { items: [], hasMore: false }
        const filter = {
          ...(connectionId !== undefined && { connectionId }),
          ...(region !== undefined && { region }),
          ...(status !== undefined && { status }),
        }
        // A cursor already refers to a position after `before`.
        return tenant.scans.list(filter, { ...page, after: page.after ?? before ?? null })
      })
      return { data: { scans: await sessionScanObjects(tenant, items), meta } }
    }),
})

const create = sessionRoute({
  method: 'POST',
  path: '/session/scans',
  access: 'member',
  status: 201,
  pathParameters: noParameters,
  query: noParameters,
  body: createScanRequest,
  data: sessionScan,

  async handle({ body, caller, dependencies: { store, scans } }) {
    const { organizationId, actor, address } = caller
    const { cloudAccountId: connectionId, region } = body
    const authorize = stillAllowed(caller, 'member')
    const request = { connectionId, region, idempotencyKey: null, actor, address, authorize }
    const scan = createdScan(await scans.create(organizationId, request))
    return { data: await store.tenant(organizationId, (tenant) => sessionScanObject(tenant, scan)) }
  },
})

const get = sessionRoute({
  method: 'GET',
  path: '/session/scans/{id}',
  access: 'viewer',
  pathParameters: byId,
  query: noParameters,
  body: null,
  data: sessionScan,

  handle: ({ path, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => ({
      data: await sessionScanObject(tenant, await findScan(tenant, path.id)),
    })),
})

const watch = streamRoute({
  method: 'GET',
  path: '/session/scans/{id}/events',
  access: 'viewer',
  pathParameters: byId,
  query: noParameters,
  body: null,

  handle: ({ path, caller, dependencies, signal }) =>
    Promise.resolve({ events: scanEvents(dependencies, caller.organizationId, path.id, signal) }),
})

async function* scanEvents(
  { store, scans }: SessionDependencies,
  organizationId: string,
  scanId: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const told = new Map<string, string>()
  let toldScan = ''
  for await (const scan of scans.watch(organizationId, scanId, signal)) {
    if (scan === null) throw notFound('The scan')
    const isDone = scan.status === 'completed' || scan.status === 'failed'
    const all = await store.tenant(organizationId, ({ graphs }) => graphs.coverage(scanId))
    const coverage = all.filter((entry) => told.get(entry.type) !== JSON.stringify(entry))
    const event: ScanEvent = {
      scan: scanObject(scan),
      coverage: coverage.map((entry) => ({ ...entry, durationMs: Math.round(entry.durationMs) })),
    }
    const { updatedAt: _updatedAt, ...content } = event.scan
    const scanText = JSON.stringify(content)
    if (!isDone && coverage.length === 0 && scanText === toldScan) continue
    toldScan = scanText
    for (const entry of coverage) told.set(entry.type, JSON.stringify(entry))
    yield eventText(isDone ? 'done' : 'progress', event)
  }
}

const listDiagrams = sessionRoute({
  method: 'GET',
  path: '/session/scans/{id}/diagrams',
  access: 'viewer',
  pathParameters: byId,
  query: noParameters,
  body: null,
  data: Type.Object({ diagrams: Type.Array(diagram) }, { additionalProperties: false }),

  handle: ({ path, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => {
      await findScan(tenant, path.id)
      const { items } = await tenant.diagrams.list({ scanId: path.id }, { limit: diagramsAtMost, after: null })
      return { data: { diagrams: items.map((item) => diagramObject(item, dependencies.diagramFormats)) } }
    }),
})

async function sessionScanObjects({ accounts }: Tenant, scans: readonly ScanRecord[]) {
  const aliases = new Map<string, string>()
  for (const id of new Set(scans.map(({ connectionId }) => connectionId))) {
    aliases.set(id, (await accounts.find(id))?.alias ?? '')
  }
  return scans.map((scan) => ({ ...scanObject(scan), accountAlias: aliases.get(scan.connectionId) ?? '' }))
}

async function sessionScanObject(tenant: Tenant, scan: ScanRecord) {
  const [object] = await sessionScanObjects(tenant, [scan])
  if (object === undefined) throw new Error('One scan makes one object')
  return object
}

export const scanRoutes: readonly SessionRoute[] = [
  list,
  create,
  get,
  watch,
  listDiagrams,
  fromApiRoute(getScanCoverage, '/session/scans/{id}/coverage'),
  fromApiRoute(getScanSnapshot, '/session/scans/{id}/snapshot'),
  fromApiRoute(listScanExposure, '/session/scans/{id}/exposure'),
  fromApiRoute(getImpact, '/session/scans/{id}/impact'),
  fromApiRoute(getReach, '/session/scans/{id}/reach'),
  fromApiRoute(compareScans, '/session/scans/{id}/compare'),
  fromApiRoute(getDiagram, '/session/diagrams/{id}'),
  fromApiRoute(getDiagramContent, '/session/diagrams/{id}/content'),
]
