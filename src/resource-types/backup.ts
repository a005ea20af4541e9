import { service } from './resource-type.ts'

export const backup = service('AWS Backup', {
  'AWS::Backup::BackupPlan': {
    names: ['AWS Backup plan', 'AWS Backup plans'],
    shortNames: ['backup plan', 'backup plans'],
    icon: ['resource/AWSBackupBackupPlan', 'backup_plan'],
    taggedAs: 'backup:backup-plan',
    picture: { none: 'no request or event passes through it' },
  },
  'AWS::Backup::BackupVault': {
    names: ['AWS Backup vault', 'AWS Backup vaults'],
    shortNames: ['backup vault', 'backup vaults'],
    icon: ['resource/AWSBackupBackupVault', 'backup_vault'],
    taggedAs: 'backup:backup-vault',
    picture: { none: 'contains copies; nothing runs on it' },
    exposedBy: { rule: 'resource policy', by: 'resource policy', reads: ['backup:GetBackupVaultAccessPolicy'] },
  },
})
