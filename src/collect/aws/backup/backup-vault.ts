import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { backup } from './backup-plan.ts'

export const backupVault = defineCollector({
  type: 'AWS::Backup::BackupVault',
  count: 'backupVaults',
  scope: 'regional',
  permissions: ['backup:ListBackupVaults'],
  service: backup,
  pages: ({ sdk, client }) => sdk.paginateListBackupVaults({ client, pageSize: 1000 }, {}),
  items: (page) => page.BackupVaultList,
  resource: (vault) => ({
    id: vault.BackupVaultName,
    arn: vault.BackupVaultArn,
    name: vault.BackupVaultName,
    properties: {
      vaultType: vault.VaultType,
      state: vault.VaultState,
      locked: vault.Locked,
      minRetentionDays: vault.MinRetentionDays,
      maxRetentionDays: vault.MaxRetentionDays,
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'BackupVaultList[].EncryptionKeyArn',
      targets: (vault) => kmsKeyId(vault.EncryptionKeyArn),
    },
  ],
})
