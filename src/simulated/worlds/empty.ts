/** An account without any resource, not even a default VPC. */
import type { World } from '../world.ts'

export const world: World = {
  accounts: [
    { accountId: '444455556666', roleName: 'surveyor', optedInRegions: [], denials: [], regions: {}, global: {} },
  ],
}
