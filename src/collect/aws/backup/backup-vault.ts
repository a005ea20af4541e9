import type { BackupVaultListMember } from '@aws-sdk/client-backup'
import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { policyGrants } from '../../properties/policy-grants.ts'
import { unlessUnset } from '../../reading/unless-unset.ts'
import { backup } from './backup-plan.ts'

/** `policy`: `null` if it couldn't be read. */
type DescribedVault = { readonly vault: BackupVaultListMember; readonly policy: string | null }

export const backupVault = defineCollector({
  type: 'AWS::Backup::BackupVault',
  count: 'backupVaults',
  scope: 'regional',
  permissions: ['backup:ListBackupVaults', 'backup:GetBackupVaultAccessPolicy'],
  service: backup,
  pages: ({ sdk, client }) => sdk.paginateListBackupVaults({ client, pageSize: 1000 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per vault, because the list omits its access policy.
    each(
      page.BackupVaultList,
      async (vault): Promise<DescribedVault> => {
        const command = new sdk.GetBackupVaultAccessPolicyCommand({ BackupVaultName: vault.BackupVaultName })
        const answer = await unlessUnset(client.send(command), 'ResourceNotFoundException')
        return { vault, policy: answer?.Policy ?? '' }
      },
      { listed: (vault): DescribedVault => ({ vault, policy: null }), listIsEnough: true },
    ),
  resource: ({ vault, policy }, { accountNumber }) => ({
    id: vault.BackupVaultName,
    arn: vault.BackupVaultArn,
    name: vault.BackupVaultName,
    properties: {
      vaultType: vault.VaultType,
      state: vault.VaultState,
      locked: vault.Locked,
      minRetentionDays: vault.MinRetentionDays,
      maxRetentionDays: vault.MaxRetentionDays,
      policyGrants: policy === null ? undefined : policyGrants(policy, accountNumber, { isSigned: true }),
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'BackupVaultList[].EncryptionKeyArn',
      targets: ({ vault }) => kmsKeyId(vault.EncryptionKeyArn),
    },
  ],
})
