/** IAM: roles and instance profiles. One list for all regions. */
import * as module from '@aws-sdk/client-iam'
import type {
  InstanceProfile,
  ListInstanceProfilesRequest,
  ListInstanceProfilesResponse,
  ListRolesRequest,
  ListRolesResponse,
  Role,
} from '@aws-sdk/client-iam'
import { listOperation } from '../list-operation.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

export const service: SimulatedService = {
  iamPrefix: 'iam',
  module,
  client: new module.IAMClient(idleClient),
  operations: {
    ListInstanceProfiles: listOperation<ListInstanceProfilesRequest, ListInstanceProfilesResponse, InstanceProfile>({
      deniedResource: ({ accountId }) => `arn:aws:iam::${accountId}:instance-profile/`,
      items: ({ globalData }) => globalData.iam?.instanceProfiles,
      paging: usualPaging<ListInstanceProfilesRequest>({
        token: 'Marker',
        size: 'MaxItems',
        maximum: 1000,
        default: 100,
        badToken: 'ValidationError',
        badSize: 'ValidationError',
      }),
      answer: (items, Marker) => ({ InstanceProfiles: [...items], IsTruncated: Marker !== undefined, Marker }),
    }),

    ListRoles: listOperation<ListRolesRequest, ListRolesResponse, Role>({
      deniedResource: ({ accountId }) => `arn:aws:iam::${accountId}:role/`,
      items: ({ globalData }) => globalData.iam?.roles,
      paging: usualPaging<ListRolesRequest>({
        token: 'Marker',
        size: 'MaxItems',
        maximum: 1000,
        default: 100,
        badToken: 'ValidationError',
        badSize: 'ValidationError',
      }),
      answer: (items, Marker) => ({ Roles: [...items], IsTruncated: Marker !== undefined, Marker }),
    }),
  },
}
