/** AWS Backup: vaults and plans. */
import type * as sdk from '@aws-sdk/client-backup'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly backup?: Lists<{
      vaults: sdk.BackupVaultListMember & Pick<sdk.GetBackupVaultAccessPolicyOutput, 'Policy'>
      plans: sdk.BackupPlansListMember & Pick<sdk.BackupPlan, 'Rules'>
    }>
  }
}

export const service = defineService('backup', () => import('@aws-sdk/client-backup'), {
  // Source: "MaxResults", valid range 1 to 1000, in the AWS Backup API reference.
  pages: { largest: 1000, error: 'InvalidParameterValueException' },
  notFound: 'ResourceNotFoundException',
})({
  ListBackupVaults: { list: 'vaults' },
  GetBackupVaultAccessPolicy: {
    one: 'vaults',
    required: { Policy: ['ResourceNotFoundException', 400, 'The vault has no access policy'] },
  },
  ListBackupPlans: { list: 'plans' },
  GetBackupPlan: {
    one: 'plans',
    item: ({ BackupPlanName, Rules = [], ...plan }) => ({ ...plan, BackupPlan: { BackupPlanName, Rules } }),
  },
})
