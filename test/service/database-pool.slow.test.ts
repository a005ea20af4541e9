/** Tests that one process stays within its connections: work waits for a connection and doesn't fail. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { coreServices, startRunningService } from '../support/running-service.ts'

const databasePool = 10

test('twenty PDFs, reads and scans at once are all served within DATABASE_POOL connections', async () => {
  const running = await startRunningService({ services: coreServices, configuration: { databasePool } })
  const { ownerUrl, service, key } = running
  const watcher = new Client({ connectionString: ownerUrl, application_name: 'watcher' })
  await watcher.connect()
  // Like a server without free connections. The connections of this watcher and of the test's commands don't count.
  const name = new URL(ownerUrl).pathname.slice(1)
  await watcher.query(`alter database ${name} connection limit ${databasePool + 1}`)
  const scan = await running.scan()
  const { diagrams } = await running.get<{ diagrams: { id: string }[] }>(`/api/diagrams?scanId=${scan.id}`)

  const seen: number[] = []
  const watched = new AbortController()
  const watching = (async () => {
    while (!watched.signal.aborted) {
      const { rows } = await watcher.query<{ count: number }>(
        `select count(*)::integer as count from pg_stat_activity
         where datname = current_database() and application_name like 'surveyor%'`,
      )
      seen.push(rows[0]?.count ?? 0)
      await sleep(20)
    }
  })()
  const get = async (path: string) =>
    (await fetch(`${service.baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } })).status
  // On a busy machine, some wait for a drawing thread until they get a Retry-After.
  const getPicture = async (path: string) => {
    for (;;) {
      const status = await get(path)
      if (status !== 409) return status
      await sleep(1_000)
    }
  }
  const statuses = await Promise.all([
    ...Array.from({ length: 20 }, () => getPicture(`/api/diagrams/${diagrams[0]?.id}/content?format=pdf`)),
    ...Array.from({ length: 100 }, () => get('/api/scans')),
    ...['us-east-1', 'us-west-2', 'eu-west-1'].map(async (region) => (await running.scan(region)).status),
  ])
  watched.abort()
  await watching
  expect(statuses.filter((status) => status !== 200 && status !== 'completed')).toEqual([])
  expect(Math.max(...seen)).toBeLessThanOrEqual(databasePool)
  // The load was high enough.
  expect(Math.max(...seen)).toBeGreaterThan(databasePool / 2)
  await watcher.end()
  await running.close()
}, 600_000)
