import { pino } from 'pino'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestTenant } from '../../test/support/test-tenant.ts'
import { installJobs, openScanJobs } from '../jobs/scan-jobs.ts'
import { runtimeLogin } from '../store/runtime-login.ts'
import { startScanMaintenance } from './scan-maintenance.ts'

test('logs a failure and retries a second later', async () => {
  const testTenant = await createTestTenant()
  onTestFinished(() => testTenant.close())
  const { store, ownerUrl, runtimeUrl, secretKey, connectionId } = testTenant
  await installJobs(ownerUrl, runtimeLogin(ownerUrl, secretKey).role)
  const jobs = await openScanJobs({ runtimeUrl, expireSeconds: 900, onError: (error) => expect.fail(String(error)) })
  onTestFinished(() => jobs.close())
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  const request = { connectionId, accountNumber: '123456789012', region: 'us-east-1' }
  const { id } = await testTenant.tenant(({ scans }) => scans.insert(request))

  await owner.query('alter function overdue_scans rename to overdue_scans_away')
  const logged: unknown[] = []
  const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const maintenance = startScanMaintenance({ store, jobs, queueTimeoutSeconds: 0, logger })
  await expect.poll(() => logged).toHaveLength(1)
  const err = expect.objectContaining({ message: expect.stringContaining('overdue_scans') })
  expect(logged).toEqual([expect.objectContaining({ level: 50, msg: 'scan maintenance failed', err })])
  await owner.query('alter function overdue_scans_away rename to overdue_scans')
  const status = () => testTenant.tenant(async ({ scans }) => (await scans.find(id))?.status)
  await expect.poll(status).toBe('failed')
  await maintenance.close()
  expect(logged.slice(1)).toEqual([expect.objectContaining({ msg: 'scan failed', scanId: id })])
})
