/** Provides an account's data during a scan: the world's data with changes after certain calls. */
import type { GlobalData, RegionData, WorldAccount, WorldChange } from './world.ts'

export type ChangingData = {
  readonly read: (account: WorldAccount, region: string) => { regionData: RegionData; globalData: GlobalData }
  /** Must be called after each response. */
  readonly answered: (account: WorldAccount, service: string, operation: string) => void
}

export function createChangingData(): ChangingData {
  const happened = new Set<WorldChange>()
  return {
    read(account, region) {
      const changes = account.changes?.filter((change) => happened.has(change)) ?? []
      return {
        regionData: changes.reduce((data, change) => changed(data, change.regionData), account.regions[region] ?? {}),
        globalData: changes.reduce((data, change) => changed(data, change.globalData), account.global),
      }
    },
    answered(account, service, operation) {
      for (const change of account.changes ?? []) {
        if (change.after.service === service && change.after.operation === operation) happened.add(change)
      }
    },
  }
}

/** Returns the data with changed members of services. */
function changed<Data extends object>(data: Data, changes: Partial<Data> = {}): Data {
  const services = Object.entries(changes).map(([name, members]) => [
    name,
    Object.assign({}, data[name as keyof Data], members),
  ])
  return Object.assign({}, data, Object.fromEntries(services)) as Data
}
