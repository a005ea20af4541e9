/** IAM: roles, their policies, and instance profiles. Its lists are global. */
import type * as sdk from '@aws-sdk/client-iam'
import type { EntityType, ManagedPolicyDetail, Role, RoleDetail } from '@aws-sdk/client-iam'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface GlobalData {
    /**
     * Policy documents are JSON here, and encoded in responses. `roleDetails`: additional data of the roles in `roles`.
     */
    readonly iam?: PlainLists<typeof sdk> & Lists<{ managedPolicies: ManagedPolicyDetail; roleDetails: RoleDetail }>
  }
}

const kinds: readonly EntityType[] = ['Role', 'LocalManagedPolicy', 'AWSManagedPolicy']

function kindOf(policyArn: string): EntityType {
  return policyArn.includes(':iam::aws:') ? 'AWSManagedPolicy' : 'LocalManagedPolicy'
}

/** The response only has members that are in the SDK's schema. */
function detailOf(role: Role, details: readonly RoleDetail[]): RoleDetail {
  const { RolePolicyList = [], ...more } = details.find(({ RoleName }) => RoleName === role.RoleName) ?? {}
  const policies = RolePolicyList.map(({ PolicyName, PolicyDocument = '' }) => ({
    PolicyName,
    PolicyDocument: encodeURIComponent(PolicyDocument),
  }))
  return { ...role, AttachedManagedPolicies: [], ...more, RolePolicyList: policies }
}

function encoded({ PolicyVersionList = [], ...policy }: ManagedPolicyDetail): ManagedPolicyDetail {
  const versions = PolicyVersionList.map(({ Document = '', ...version }) => ({
    ...version,
    Document: encodeURIComponent(Document),
  }))
  return { ...policy, PolicyVersionList: versions }
}

export const service = defineService('iam', () => import('@aws-sdk/client-iam'), {
  pages: { largest: 1000, usual: 100, error: 'ValidationError' },
})({
  GetAccountAuthorizationDetails: {
    parameters: ['Filter'],
    gather: ({ roles = [], roleDetails = [], managedPolicies = [] }, { Filter = kinds }) => [
      ...(Filter.includes('Role') ? roles.map((role) => detailOf(role, roleDetails)) : []),
      ...managedPolicies.filter(({ Arn = '' }) => Filter.includes(kindOf(Arn))).map(encoded),
    ],
    page: (items, Marker) => ({
      RoleDetailList: items.filter((item): item is RoleDetail => 'RoleName' in item),
      Policies: items.filter((item): item is ManagedPolicyDetail => 'PolicyVersionList' in item),
      IsTruncated: Marker !== undefined,
      Marker,
    }),
    denied: '*',
  },
  ListInstanceProfiles: { list: 'instanceProfiles', denied: 'arn:aws:iam::{account}:instance-profile/' },
  ListRoles: { list: 'roles', denied: 'arn:aws:iam::{account}:role/' },
})
