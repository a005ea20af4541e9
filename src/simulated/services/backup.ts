/** AWS Backup: vaults and plans. */
import type { BackupPlansListMember, BackupRule, BackupVaultListMember } from '@aws-sdk/client-backup'
import { defineService } from '../define-service.ts'
import { ProviderError } from '../provider-error.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly backup?: Lists<{ vaults: BackupVaultListMember; plans: BackupPlansListMember }, { rules: BackupRule }> & {
      /** By vault name. */
      readonly policies?: Readonly<Record<string, string>>
    }
  }
}

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
    item({ BackupVaultName = '', BackupVaultArn }, { policies = {} }) {
      const Policy = policies[BackupVaultName]
      if (Policy !== undefined) return { BackupVaultName, BackupVaultArn, Policy }
      throw new ProviderError('ResourceNotFoundException', 'The vault has no access policy')
    },
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
