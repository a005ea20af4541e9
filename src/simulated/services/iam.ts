/** IAM: roles and instance profiles. One list for all regions. */
import type { InstanceProfile, Role } from '@aws-sdk/client-iam'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface GlobalData {
    readonly iam?: Lists<{ instanceProfiles: InstanceProfile; roles: Role }>
  }
}

export const service = defineService(() => import('@aws-sdk/client-iam'), {
  data: 'iam',
  pages: { largest: 1000, usual: 100, error: 'ValidationError' },
})({
  ListInstanceProfiles: { list: 'instanceProfiles', denied: 'arn:aws:iam::{account}:instance-profile/' },
  ListRoles: { list: 'roles', denied: 'arn:aws:iam::{account}:role/' },
})
