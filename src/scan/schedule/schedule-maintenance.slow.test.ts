/** Tests schedules of many accounts in two processes at the same time, with the real store and job engine. */
import { Client } from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testCloudSettings } from '../../../test/support/test-cloud.ts'
import { createTestStore } from '../../../test/support/test-store.ts'
import { roleAssumer } from '../../cloud/assume-role.ts'
import { createRateBudget } from '../../cloud/rate-budget.ts'
import { installJobs, openScanJobs } from '../../jobs/scan-jobs.ts'
import { newId } from '../../store/new-id.ts'
import { partitions } from '../../simulated/regions.ts'
import { runtimeLogin } from '../../store/runtime-login.ts'
import { mostAtOnce } from './advance-run.ts'
import { mostQueued, runSchedules } from './schedule-maintenance.ts'

const accounts = 200
const regions = partitions['aws']?.default ?? []

test('200 accounts × 17 regions that are due at once: each is scanned once, and few scans wait or run at a time', async () => {
  const testStore = await createTestStore()
  const { store, ownerUrl, runtimeUrl, secretKey } = testStore
  await installJobs(ownerUrl, runtimeLogin(ownerUrl, secretKey).role)
  const jobs = await openScanJobs({ runtimeUrl, expireSeconds: 900, onError: () => undefined })
  const settings = testCloudSettings({ endpoint: 'http://127.0.0.1:9', accessKeyId: 'none', secretAccessKey: 'none' })
  const roles = roleAssumer(settings)
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  const organizationId = (await store.organizations.insert('large'))?.id ?? ''
  await owner.query(`select set_config('app.organization', $1, false)`, [organizationId])
  await store.tenant(organizationId, async (tenant) => {
    for (let number = 0; number < accounts; number += 1) {
      const accountNumber = String(100_000_000_000 + number)
      const roleArn = `arn:aws:iam::${accountNumber}:role/surveyor`
      const added = await tenant.accounts.insert({
        alias: `account ${number}`,
        accountNumber,
        partition: 'aws',
        roleArn,
        externalId: 'external',
      })
      const connectionId = added?.id ?? ''
      await tenant.accounts.update(connectionId, 'pending', { status: 'connected', errorMessage: null })
      const at = new Date(Date.now() - 60_000)
      await tenant.schedules.insert(newId(), connectionId, {
        regions,
        everyHours: 6,
        cron: null,
        timeZone: 'UTC',
        jitterMinutes: 0,
        pauseReason: null,
        anchorAt: at,
        dueAt: at,
        runAt: at,
      })
    }
  })
  const errors: string[] = []
  const dependencies = {
    store,
    jobs,
    limits: { queuedScans: 1_000 },
    settings,
    rateBudget: createRateBudget({ sharePercent: 50 }),
    roles,
    recordRefusal: () => Promise.resolve(null),
    logger: pino({ level: 'warn' }, { write: (line: string) => void errors.push(line) }),
  }
  const { signal } = new AbortController()
  const count = async (query: string) => (await owner.query<{ count: number }>(query)).rows[0]?.count

  let rounds = 0
  for (; rounds < 1_000; rounds += 1) {
    await Promise.all([runSchedules(dependencies, signal), runSchedules(dependencies, signal)])
    // Each process keeps the limit for itself.
    expect(await count(`select count(*)::integer from scans where status = 'queued'`)).toBeLessThanOrEqual(
      2 * mostQueued,
    )
    expect(
      await count(`select coalesce(max(n), 0)::integer as count
        from (select count(*) as n from scans where status = 'queued' group by connection_id) as of_account`),
    ).toBeLessThanOrEqual(mostAtOnce)
    await owner.query(`update scans set status = 'completed', attempt = 1, updated_at = now() where status = 'queued'`)
    if ((await count(`select count(*)::integer from scan_runs where status <> 'completed'`)) === 0 && rounds > 2) break
  }

  expect(errors).toEqual([])
  expect(await count('select count(*)::integer from scan_runs')).toBe(accounts)
  expect(await count('select count(*)::integer from scans')).toBe(accounts * regions.length)
  expect(await count('select count(*)::integer from (select distinct connection_id, region from scans) as pairs')).toBe(
    accounts * regions.length,
  )
  expect(await count(`select count(*)::integer from scan_run_regions where status = 'completed' and not joined`)).toBe(
    accounts * regions.length,
  )
  // A worker of eight scans at a time is never without work for longer than a round.
  expect(rounds).toBeLessThan((accounts * regions.length) / mostQueued + accounts)

  await owner.end()
  roles.close()
  settings.requestHandler.close()
  await jobs.drain({ graceMs: 0 })
  await jobs.close()
  await testStore.close()
})
