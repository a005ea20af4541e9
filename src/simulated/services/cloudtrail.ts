/** CloudTrail: trails. */
import * as module from '@aws-sdk/client-cloudtrail'
import type { DescribeTrailsRequest, DescribeTrailsResponse, Trail } from '@aws-sdk/client-cloudtrail'
import { listOperation } from '../list-operation.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

export const service: SimulatedService = {
  iamPrefix: 'cloudtrail',
  module,
  client: new module.CloudTrailClient(idleClient),
  operations: {
    DescribeTrails: listOperation<DescribeTrailsRequest, DescribeTrailsResponse, Trail>({
      items: ({ regionData }) => regionData.cloudTrail?.trails,
      paging: null,
      answer: (items) => ({ trailList: [...items] }),
    }),
  },
}
