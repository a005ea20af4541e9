import { service } from './resource-type.ts'

export const backup = service('Backup', {
  'AWS::Backup::BackupPlan': {
    names: ['backup plan', 'backup plans'],
    icon: ['resource/AWSBackupBackupPlan', 'backup_plan'],
    taggedAs: 'backup:backup-plan',
    picture: { none: 'no request or event passes through it' },
  },
  'AWS::Backup::BackupVault': {
    names: ['backup vault', 'backup vaults'],
    icon: ['resource/AWSBackupBackupVault', 'backup_vault'],
    taggedAs: 'backup:backup-vault',
    picture: { none: 'holds copies; nothing runs on it' },
  },
})
