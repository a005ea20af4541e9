import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { insertTestAlert } from '../../test/support/insert-test-alert.ts'
import { saveGraph } from '../../test/support/save-graph.ts'
import { createTestStore } from '../../test/support/test-store.ts'
import { newId } from './new-id.ts'
import type { Tenant } from './store.ts'

const vpc = { type: 'AWS::EC2::VPC', id: 'vpc-1' }

async function fill({
  accounts,
  alertDeliveries,
  alertEvents,
  alerts,
  baselines,
  diagrams,
  graphs,
  idempotencyKeys,
  savedViews,
  scans,
  scanRuns,
  schedules,
  shareLinks,
}: Tenant): Promise<void> {
  const connection = await accounts.insert({
    alias: 'production',
    accountNumber: '123456789012',
    partition: 'aws',
    roleArn: 'arn:aws:iam::123456789012:role/surveyor',
    externalId: 'external',
  })
  const at = new Date('2100-01-01')
  const schedule = await schedules.insert(newId(), connection?.id ?? '', {
    regions: ['all'],
    everyHours: 6,
    cron: null,
    timeZone: 'UTC',
    jitterMinutes: 0,
    pauseReason: null,
    anchorAt: at,
    dueAt: at,
    runAt: at,
  })
  const run = await scanRuns.insert({
    connectionId: connection?.id ?? '',
    accountNumber: '123456789012',
    scheduleId: schedule.id,
    regions: ['all'],
    actor: 'test',
    dueAt: null,
  })
  await scanRuns.setRegions(run.id, [{ region: 'us-east-1' }])
  const { id: alertId } = await insertTestAlert({ alerts }, ['connection.failed'])
  await alertEvents.append({
    kind: 'connection.failed',
    connectionId: connection?.id ?? '',
    subjectId: connection?.id ?? '',
    reason: null,
  })
  const delivery = await alertDeliveries.insert({ alertId, event: 'test', content: {}, status: 'pending' })
  const attempt = { number: 1, startedAt: at, durationMs: 1, status: null, error: 'no', request: '', response: null }
  await alertDeliveries.recordAttempt(delivery.id, attempt, { status: 'failed', retryInSeconds: null })
  // More than one call removes.
  for (let number = 0; number < 101; number += 1) {
    const region = 'us-east-1'
    const scan = await scans.insert({ connectionId: connection?.id ?? '', accountNumber: '123456789012', region })
    if (number > 0) continue
    await saveGraph(graphs, scan.id, {
      accountId: '123456789012',
      accountAlias: 'production',
      region,
      resources: [{ ...vpc, arn: null, name: null, presence: 'read', tags: {}, properties: {} }],
      relations: [],
      coverage: [],
    })
    await diagrams.insert(scan.id, [{ type: 'architecture', title: 'Architecture', content: {} }])
    await baselines.set('release', scan)
    const view = await savedViews.insert({
      name: 'production',
      ownerId: null,
      actor: 'key:1',
      connectionId: scan.connectionId,
      region,
      pinnedScanId: null,
      type: 'architecture',
      options: {},
      place: null,
    })
    await shareLinks.insert({
      viewId: view?.id ?? '',
      tokenHash: randomBytes(32),
      actor: 'key:1',
      hideAccountIds: false,
      frameAncestors: [],
      expiresAt: at,
    })
    await idempotencyKeys.claim('key')
    await idempotencyKeys.remember('key', { scanId: scan.id, fingerprint: Buffer.alloc(32) })
  }
}

test('removes all data of a deleted organization in batches, except its audit log, and no data of another one', async () => {
  const testStore = await createTestStore()
  const { store, ownerUrl } = testStore
  const gone = (await store.organizations.insert('gone'))?.id ?? ''
  const stays = (await store.organizations.insert('stays'))?.id ?? ''
  for (const id of [gone, stays]) await store.tenant(id, fill)
  const removed = { name: 'gone', accounts: 1, scans: 101, keys: 0, members: 0 }
  expect(await store.tenant(gone, ({ removal }) => removal.remove())).toEqual(removed)
  expect(await store.tenant(gone, ({ removal }) => removal.remove())).toBeNull()
  expect((await store.organizations.list()).map(({ name }) => name)).toEqual(['stays'])
  const ended = { status: 'failed', errorMessage: 'The organization was deleted.' }
  await store.tenant(gone, async ({ accounts, scans }) => {
    const page = { limit: 1, after: null }
    expect((await accounts.list(page)).items).toEqual([expect.objectContaining(ended)])
    expect((await scans.list({}, page)).items).toEqual([expect.objectContaining(ended)])
  })
  await store.tenant(gone, ({ auditEvents }) =>
    auditEvents.append({ actor: 'operator', action: 'organization.delete', subject: gone, details: removed }),
  )

  let parts = 0
  while (await store.tenant(gone, ({ removal }) => removal.removeData())) parts += 1
  expect(parts).toBeGreaterThan(2)

  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  const left = async (organizationId: string) => {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'organization_id' order by 1`,
    )
    await owner.query(`select set_config('app.organization', $1, false)`, [organizationId])
    const found: string[] = []
    for (const { name } of tables) {
      const { rowCount } = await owner.query(`select from ${name} where organization_id = $1`, [organizationId])
      if ((rowCount ?? 0) > 0) found.push(name)
    }
    return found
  }
  expect(await left(gone)).toEqual(['audit_events'])
  expect(await left(stays)).toEqual([
    'account_connections',
    'alert_attempts',
    'alert_deliveries',
    'alert_events',
    'alerts',
    'baselines',
    'diagram_contents',
    'diagrams',
    'idempotency_keys',
    'resource_chunks',
    'resource_versions',
    'saved_views',
    'scan_graphs',
    'scan_run_regions',
    'scan_runs',
    'scans',
    'schedules',
    'share_links',
  ])

  // It stays in the list until no scan can still be running.
  expect(await store.organizations.toBeEmptied()).toEqual([gone])
  await owner.query(`update organizations set removed_at = now() - interval '2 days' where id = $1`, [gone])
  expect(await store.tenant(gone, ({ removal }) => removal.removeData())).toBe(false)
  expect(await store.organizations.toBeEmptied()).toEqual([])
  await owner.end()
  await testStore.close()
})
