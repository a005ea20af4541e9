import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestTenant, createTestTenant } from '../../test/support/test-tenant.ts'
import { type ScanJobs, installJobs, openScanJobs } from '../jobs/scan-jobs.ts'
import { runtimeLogin } from '../store/runtime-login.ts'
import type { ScanRecord } from '../store/scans.ts'
import { openProgressRecorder } from './progress-recorder.ts'
import { startScanMaintenance } from './scan-maintenance.ts'

let testTenant: TestTenant
let jobs: ScanJobs
let scan: ScanRecord

beforeAll(async () => {
  testTenant = await createTestTenant()
  const { ownerUrl, runtimeUrl, secretKey } = testTenant
  await installJobs(ownerUrl, runtimeLogin(ownerUrl, secretKey).role)
  jobs = await openScanJobs({ runtimeUrl, expireSeconds: 900, onError: (error) => expect.fail(String(error)) })
  return async () => {
    await jobs.drain({ graceMs: 0 })
    await jobs.close()
    await testTenant.close()
  }
})

beforeEach(async () => {
  const { connectionId } = testTenant
  const request = { connectionId, accountNumber: '123456789012', region: 'us-east-1' }
  scan = await testTenant.tenant(({ scans }) => scans.insert(request))
})

const found = () => testTenant.tenant(({ scans }) => scans.find(scan.id))

test('a scan that waits too long fails with the reason, and is logged once', async () => {
  const logged: unknown[] = []
  const { store, organizationId } = testTenant
  const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const maintenance = startScanMaintenance({ store, jobs, queueTimeoutSeconds: 0, logger })
  await expect.poll(async () => (await found())?.status).toBe('failed')
  await maintenance.close()
  const errorMessage =
    'The scan waited more than 0 s in the queue. Check that a worker runs (ROLE=all or ROLE=worker), then scan again.'
  expect(await found()).toMatchObject({ errorMessage })
  expect(logged).toEqual([
    expect.objectContaining({ level: 40, msg: 'scan failed', organizationId, scanId: scan.id, errorMessage }),
  ])
})

test('nothing is done after it was closed', async () => {
  const { store } = testTenant
  const maintenance = startScanMaintenance({ store, jobs, queueTimeoutSeconds: 0, logger: pino({ enabled: false }) })
  await maintenance.close()
  await sleep(1_500)
  expect(await found()).toMatchObject({ status: 'queued' })
})

const failOnError = (error: unknown) => expect.fail(String(error))

test('an attempt that another worker took over aborts and writes nothing', async () => {
  const begun = await testTenant.tenant(({ scans }) => scans.begin(scan.id, { networks: 0 }))
  if (begun === null) throw new Error('The scan has ended')
  let lost = 0
  const late = { ...begun, attempt: begun.attempt - 1 }
  const recorder = openProgressRecorder(testTenant.store, late, { onLost: () => (lost += 1), onError: failOnError })
  await expect.poll(() => lost).toBe(1)
  recorder.count('networks', 7)
  await expect.poll(() => lost).toBe(2)
  await recorder.close()
  expect(await found()).toMatchObject({ progress: { networks: 0 } })
})
