/** Reads one region of an account into a graph, in memory. */
import type { AccountSession } from '../cloud/account-session.ts'
import { keepOf } from '../collect/catalogue.ts'
import { collectAll, type CollectOptions } from '../collect/run/runner.ts'
import { buildGraph } from '../graph/build-graph.ts'
import type { ResourceGraph, ResourceReference } from '../graph/resource-graph.ts'
import type { ResourceReading } from '../graph/resource-version.ts'

export type RegionReading = Pick<
  CollectOptions,
  'collectors' | 'signal' | 'reasonOfAbort' | 'onPage' | 'onCoverage' | 'onError'
> & {
  readonly session: AccountSession
  readonly accountAlias: string
}

export async function readRegion({ session, accountAlias, ...options }: RegionReading): Promise<ResourceGraph> {
  const readings: ResourceReading[] = []
  const leftOut: ResourceReference[] = []
  const coverage = await collectAll({
    ...options,
    session,
    onFound: async (found) => {
      for (const reading of found) readings.push(reading)
    },
    onLeftOut: (references) => leftOut.push(...references),
  })
  const { accountNumber: accountId, region } = session
  return buildGraph({ accountId, accountAlias, region, readings, coverage, leftOut, keepOf })
}
