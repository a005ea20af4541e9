/** The roles of the account's resources, and one unused role. */
import type { GlobalData } from '../../world.ts'
import { hexDigits } from '../resource-id.ts'
import { accountId } from '../three-tier-network.ts'

/** By path and name. */
const names = [
  '/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling',
  '/aws-service-role/config.amazonaws.com/AWSServiceRoleForConfig',
  '/cart-cleanup',
  '/catalog-api',
  '/checkout-webhook',
  '/deployment',
  '/image-resizer',
  '/inventory-sync',
  '/left-over',
  '/network/flow-logs',
  '/nightly-report',
  '/order-events',
  '/order-events-targets',
  '/state-machines',
  '/storefront-api',
  '/surveyor',
  '/trail-logs',
]

export const roles: GlobalData = {
  iam: {
    roles: names.map((name) => ({
      RoleName: name.slice(name.lastIndexOf('/') + 1),
      RoleId: `AROA${hexDigits(`role ${name}`, 17).toUpperCase()}`,
      Arn: `arn:aws:iam::${accountId}:role${name}`,
      Path: name.slice(0, name.lastIndexOf('/') + 1),
      CreateDate: new Date('2025-03-04T08:30:00Z'),
      MaxSessionDuration: 3600,
      AssumeRolePolicyDocument: encodeURIComponent('{"Version":"2012-10-17","Statement":[]}'),
    })),
  },
}
