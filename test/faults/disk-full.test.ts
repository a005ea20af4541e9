/**
 * Tests a full database disk: the service reports it, fails scans that can't be stored with that reason, and recovers
 * when there is space.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { startSurveyor, temporaryFolder } from '../support/surveyor-process.ts'
import { connectAccount } from './drill-tenant.ts'

const diskBytes = '300m'

/** Uses all free space, to the last block. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w')
  for (const size of [1 << 20, 4096]) {
    const block = Buffer.alloc(size)
    try {
      while (writeSync(descriptor, block) === size);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(descriptor)
}

test('a full disk', async ({ skip }) => {
  const folder = await temporaryFolder()
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes},mode=755`, 'tmpfs', folder.path]).status !== 0) {
    await folder.remove()
    skip('This user may not mount a small disk: what the service does when its disk is full was not tested.')
  }
  chmodSync(folder.path, 0o755)
  const cloud = await startSimulatedCloud({ world: 'three-tier', latencyMs: 200 })
  const environment = {
    AWS_ENDPOINT_URL: cloud.endpoint,
    AWS_ACCESS_KEY_ID: cloud.accessKeyId,
    AWS_SECRET_ACCESS_KEY: cloud.secretAccessKey,
    DATA_DIR: join(folder.path, 'data'),
    PORT: '0',
  }
  const ballast = join(folder.path, 'ballast')
  const service = startSurveyor(['start'], environment)
  try {
    const [, baseUrl = ''] = await service.waitFor(/listening on (http:\/\/[\d.:]+)/)
    const { key, connectionId } = await connectAccount(environment, cloud, [baseUrl])
    const call = async (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${key}`)
      headers.set('content-type', 'application/json')
      const response = await fetch(`${baseUrl}${path}`, { ...init, headers })
      return ((await response.json()) as { data: { id: string; status: string; errorMessage: string | null } }).data
    }
    const create = (headers: Record<string, string>) =>
      call('/api/scans', { method: 'POST', headers, body: JSON.stringify({ cloudAccountId: connectionId }) })
    const readiness = async () => (await fetch(`${baseUrl}/readyz`)).status

    const { id } = await create({ prefer: 'respond-async' })
    await expect.poll(async () => (await call(`/api/scans/${id}`)).status, { interval: 20 }).toBe('scanning')
    fill(ballast)
    await expect.poll(readiness).toBe(503)
    await expect.poll(async () => (await call(`/api/scans/${id}`)).status).toBe('failed')
    expect((await call(`/api/scans/${id}`)).errorMessage).toMatch(/^The database has no disk space left/)

    rmSync(ballast)
    await expect.poll(readiness).toBe(200)
    expect(await create({})).toMatchObject({ status: 'completed', errorMessage: null })
    expect(await service.stop()).toBe(0)
  } finally {
    // The server needs space to stop.
    rmSync(ballast, { force: true })
    await service.stop()
    await cloud.close()
    execFileSync('umount', ['--lazy', folder.path])
    await folder.remove()
  }
})
