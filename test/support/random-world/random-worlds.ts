/** Generates random worlds of about fifty types with the expected results of a scan. */
import { planBalancers, planEdge } from './entrances.ts'
import { planNetworks } from './networks.ts'
import { plannedWorlds } from './plan.ts'
import { planPrograms } from './programs.ts'
import { planDatabases, planFileSystems, planStores } from './stores.ts'

export const randomWorlds = plannedWorlds((plan) => {
  const networks = planNetworks(plan)
  const stores = planStores(plan)
  planDatabases(plan, networks, stores.keys)
  planFileSystems(plan, networks, stores.keys)
  const programs = planPrograms(plan, networks, stores)
  const balancers = planBalancers(plan, networks, programs)
  planEdge(plan, networks, stores.buckets, balancers, programs)
})
