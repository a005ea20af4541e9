/** The process behind `startCloudProcess`: serves one world until its parent disconnects. */
import { startSimulatedCloud } from '../src/simulated/simulated-cloud.ts'
import { loadWorld } from '../src/simulated/world-catalogue.ts'
import { busyRegion } from './busy-region.ts'
import type { CloudOrder, CloudStart, WorldChoice } from './cloud-process.ts'
import { externalId, latencyMs } from './region-scan.ts'

const choice = JSON.parse(process.argv[2] ?? '"empty"') as WorldChoice
const world = typeof choice === 'object' ? await busyRegion(choice) : await loadWorld(choice)
// Set as a fault, so that an order can remove it.
const cloud = await startSimulatedCloud({ world, faults: { latencyMs } })
const [account] = cloud.accounts
if (account === undefined) throw new Error('The world has no account')
cloud.setRole({ roleArn: account.roleArn, externalId })

let taken = 0
process.on('message', (order: CloudOrder) => {
  if (order === 'calls') {
    process.send?.(cloud.calls.slice(taken))
    taken = cloud.calls.length
  } else {
    cloud.setFaults(order.faults)
    process.send?.(null)
  }
})
process.on('disconnect', () => void cloud.close())
const { endpoint, accessKeyId, secretAccessKey } = cloud
const address = { endpoint, accessKeyId, secretAccessKey, accountNumber: account.accountId, roleArn: account.roleArn }
process.send?.({ address, world } satisfies CloudStart)
