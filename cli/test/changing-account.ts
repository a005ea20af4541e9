/** A real service with an account that changes between scans. */
import { loadWorld } from '../../src/simulated/world-catalogue.ts'
import { startRunningService } from '../../test/support/running-service.ts'
import type { RunningTestService } from '../../test/support/running-service.ts'

export type ChangingAccount = {
  readonly running: RunningTestService
  /** Allows the internet to use the load balancer with HTTPS. */
  open(): void
  close(): void
  /** Deletes a database instance. */
  removeDatabase(): void
}

export const changingRegion = 'us-east-1'
export const changingAlias = 'storefront-production'

/** Closed at first. Scans read only the types of `services` (default: the whole catalogue). */
export async function startChangingAccount(services?: readonly string[]): Promise<ChangingAccount> {
  // The world is a copy of this test.
  const world = structuredClone(await loadWorld('three-tier'))
  const { ec2, rds } = world.accounts[0]?.regions[changingRegion] ?? {}
  const rules = ec2?.securityGroups?.find(({ GroupName }) => GroupName === 'storefront-public-alb')?.IpPermissions ?? []
  const https = rules.find(({ FromPort }) => FromPort === 443)
  const close = () => void (https !== undefined && rules.splice(rules.indexOf(https), 1))
  close()
  return {
    running: await startRunningService({ world, ...(services && { services }) }),
    open: () => void (https !== undefined && rules.push(https)),
    close,
    removeDatabase: () => void (rds?.instances as unknown[] | undefined)?.pop(),
  }
}
