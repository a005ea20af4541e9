/** Scans the full world's account with changes by a test. */
import { expect } from 'vitest'
import type { GlobalData, RegionData, WorldAccount } from '../../src/simulated/world.ts'
import { world as full } from '../../src/simulated/worlds/full.ts'
import { type RunningTestService, startRunningService } from './running-service.ts'

export const region = 'us-east-1'
export const regionData: RegionData = full.accounts[0]?.regions[region] ?? {}
export const globalData: GlobalData = full.accounts[0]?.global ?? {}

export function startWithFullAccount(difference: Partial<WorldAccount>): Promise<RunningTestService> {
  return startRunningService({
    world: { accounts: full.accounts.map((account) => ({ ...account, ...difference })) },
  })
}

export async function scanCompleted(running: RunningTestService) {
  const scan = await running.scan(region)
  expect(scan.status).toBe('completed')
  const coverage = await running.coverage(scan.id)
  return { scan, coverageOf: (type: string) => coverage.find((entry) => entry.type === type) }
}
