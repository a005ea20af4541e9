import { defineService } from '../../../cloud/service.ts'
import { partitionOf } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'

export const athena = defineService(
  'athena',
  () => import('@aws-sdk/client-athena'),
  (sdk) => sdk.AthenaClient,
)

export const workGroup = defineCollector({
  type: 'AWS::Athena::WorkGroup',
  count: 'queryWorkgroups',
  scope: 'regional',
  permissions: ['athena:ListWorkGroups'],
  service: athena,
  pages: ({ sdk, client }) => sdk.paginateListWorkGroups({ client, pageSize: 50 }, {}),
  items: (page) => page.WorkGroups,
  resource: (group, { region, accountNumber }) => ({
    id: group.Name,
    // The list omits the ARN.
    arn: `arn:${partitionOf(region)}:athena:${region}:${accountNumber}:workgroup/${group.Name}`,
    name: group.Name,
    properties: {
      description: group.Description,
      state: group.State,
      engineVersion: group.EngineVersion?.EffectiveEngineVersion,
    },
  }),
})
