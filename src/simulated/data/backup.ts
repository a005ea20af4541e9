/** What a world holds of AWS Backup, in the SDK's own shapes. */
import type { BackupPlansListMember, BackupRule, BackupVaultListMember } from '@aws-sdk/client-backup'

export type BackupData = {
  readonly vaults?: readonly BackupVaultListMember[]
  readonly plans?: readonly BackupPlansListMember[]
  /** By the plan's id. */
  readonly rules?: Readonly<Record<string, readonly BackupRule[]>>
}
