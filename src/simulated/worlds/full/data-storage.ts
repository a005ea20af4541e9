/** File systems and backups. */
import type { RegionData } from '../../world.ts'
import { hexDigits, resourceId, tagList } from '../resource-id.ts'
import { logGroupNames } from './log-destinations.ts'
import { accountId, region, vpcId, zones } from '../three-tier-network.ts'
import {
  arn,
  created,
  dataKeyArn,
  dataSubnetIds,
  lustreInterface,
  mountTargetInterfaces,
  tags,
  uuid,
} from './data-place.ts'

const sharedFiles = resourceId('fs', 'shared files')
const scratchFiles = resourceId('fs', 'scratch files')
const lustre = resourceId('fs', 'lustre')
const dailyPlan = uuid('backup plan daily')

export const storage: RegionData = {
  efs: {
    fileSystems: [
      {
        OwnerId: accountId,
        CreationToken: 'shared-files',
        FileSystemId: sharedFiles,
        FileSystemArn: arn('elasticfilesystem', `file-system/${sharedFiles}`),
        CreationTime: created,
        LifeCycleState: 'available',
        Name: 'shared-files',
        NumberOfMountTargets: zones.length,
        SizeInBytes: { Value: 734_003_200 },
        PerformanceMode: 'generalPurpose',
        ThroughputMode: 'elastic',
        Encrypted: true,
        KmsKeyId: dataKeyArn,
        Tags: [...tags, ...tagList({ Name: 'shared-files' })],
        FileSystemProtection: { ReplicationOverwriteProtection: 'ENABLED' },
      },
      {
        OwnerId: accountId,
        CreationToken: 'scratch-files',
        FileSystemId: scratchFiles,
        FileSystemArn: arn('elasticfilesystem', `file-system/${scratchFiles}`),
        CreationTime: created,
        LifeCycleState: 'available',
        NumberOfMountTargets: 0,
        SizeInBytes: { Value: 6144 },
        PerformanceMode: 'generalPurpose',
        ThroughputMode: 'bursting',
        Encrypted: false,
        AvailabilityZoneName: zones[0],
        Tags: [],
      },
    ],
    mountTargets: mountTargetInterfaces.map(({ zone, id, subnetId: subnet, address }) => ({
      OwnerId: accountId,
      MountTargetId: resourceId('fsmt', `shared files ${zone}`),
      FileSystemId: sharedFiles,
      SubnetId: subnet,
      LifeCycleState: 'available',
      IpAddress: address,
      NetworkInterfaceId: id,
      AvailabilityZoneName: zone,
      VpcId: vpcId,
    })),
  },
  fsx: {
    fileSystems: [
      {
        OwnerId: accountId,
        CreationTime: created,
        FileSystemId: lustre,
        FileSystemType: 'LUSTRE',
        FileSystemTypeVersion: '2.15',
        Lifecycle: 'AVAILABLE',
        StorageCapacity: 1200,
        StorageType: 'SSD',
        VpcId: vpcId,
        SubnetIds: dataSubnetIds.slice(0, 1),
        NetworkInterfaceIds: [lustreInterface.id],
        DNSName: `${lustre}.fsx.${region}.amazonaws.com`,
        KmsKeyId: dataKeyArn,
        ResourceARN: arn('fsx', `file-system/${lustre}`),
        Tags: [...tags, ...tagList({ Name: 'training-data' })],
        LustreConfiguration: {
          DeploymentType: 'PERSISTENT_2',
          MountName: hexDigits('lustre mount', 8),
          LogConfiguration: { Level: 'WARN_ERROR', Destination: arn('logs', `log-group:${logGroupNames.fileSystems}`) },
        },
      },
      {
        OwnerId: accountId,
        CreationTime: created,
        FileSystemId: `fs-${hexDigits('fsx office files', 17)}`,
        FileSystemType: 'WINDOWS',
        Lifecycle: 'AVAILABLE',
        StorageCapacity: 64,
        StorageType: 'SSD',
        VpcId: vpcId,
        SubnetIds: dataSubnetIds.slice(0, 1),
        ResourceARN: arn('fsx', `file-system/fs-${hexDigits('fsx office files', 17)}`),
        Tags: [...tags, ...tagList({ Name: 'office-files' })],
        WindowsConfiguration: {
          DeploymentType: 'SINGLE_AZ_2',
          AuditLogConfiguration: {
            FileAccessAuditLogLevel: 'FAILURE_ONLY',
            FileShareAccessAuditLogLevel: 'DISABLED',
            AuditLogDestination: arn('firehose', 'deliverystream/logs-to-archive'),
          },
        },
      },
    ],
  },
  backup: {
    vaults: [
      {
        BackupVaultName: 'storefront',
        BackupVaultArn: arn('backup', 'backup-vault:storefront'),
        VaultType: 'BACKUP_VAULT',
        VaultState: 'AVAILABLE',
        CreationDate: created,
        EncryptionKeyArn: dataKeyArn,
        NumberOfRecoveryPoints: 214,
        Locked: true,
        MinRetentionDays: 7,
        MaxRetentionDays: 365,
      },
      {
        BackupVaultName: 'archive',
        BackupVaultArn: arn('backup', 'backup-vault:archive'),
        VaultType: 'BACKUP_VAULT',
        CreationDate: created,
        NumberOfRecoveryPoints: 12,
        Locked: false,
      },
    ],
    plans: [
      {
        BackupPlanId: dailyPlan,
        BackupPlanArn: arn('backup', `backup-plan:${dailyPlan}`),
        BackupPlanName: 'daily',
        CreationDate: created,
        VersionId: hexDigits('backup plan version', 48),
        Rules: [
          {
            RuleId: uuid('backup rule daily'),
            RuleName: 'daily',
            TargetBackupVaultName: 'storefront',
            ScheduleExpression: 'cron(0 5 ? * * *)',
            StartWindowMinutes: 60,
            CompletionWindowMinutes: 180,
            Lifecycle: { DeleteAfterDays: 35 },
            CopyActions: [
              {
                DestinationBackupVaultArn: 'arn:aws:backup:us-east-1:777788889999:backup-vault:off-site',
                Lifecycle: { DeleteAfterDays: 365 },
              },
              { DestinationBackupVaultArn: arn('backup', 'backup-vault:archive') },
            ],
          },
        ],
      },
    ],
  },
}
