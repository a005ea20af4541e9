/** AWS Backup: vaults and plans. */
import type { BackupPlansListMember, BackupRule, BackupVaultListMember } from '@aws-sdk/client-backup'
import { defineService } from '../define-service.ts'
import { setting } from '../provider-error.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly backup?: Lists<{ vaults: BackupVaultListMember; plans: BackupPlansListMember }, { rules: BackupRule }> & {
      /** By vault name. */
      readonly policies?: Readonly<Record<string, string>>
    }
  }
}

const noPolicy = ['ResourceNotFoundException', 400, 'The vault has no access policy'] as const

export const service = defineService(() => import('@aws-sdk/client-backup'), {
  data: 'backup',
  // Source: "MaxResults", valid range 1 to 1000, in the AWS Backup API reference.
  pages: { largest: 1000, error: 'InvalidParameterValueException' },
})({
  ListBackupVaults: { list: 'vaults' },
  GetBackupVaultAccessPolicy: {
    one: 'vaults',
    by: 'BackupVaultName',
    notFound: 'ResourceNotFoundException',
    item: (vault, { policies = {} }) => ({
      ...vault,
      Policy: setting(policies[vault.BackupVaultName ?? ''], noPolicy),
    }),
  },
  ListBackupPlans: { list: 'plans' },
  GetBackupPlan: {
    one: 'plans',
    by: 'BackupPlanId',
    notFound: 'ResourceNotFoundException',
    item: ({ BackupPlanName, ...plan }, { rules = {} }) => ({
      ...plan,
      BackupPlan: { BackupPlanName, Rules: [...(rules[plan.BackupPlanId ?? ''] ?? [])] },
    }),
  },
})
