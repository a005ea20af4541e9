/** Types with a resource policy of their own, and the resources of Terraform that only set the policy. */
import { attribute, type Mapping, type Mappings } from '../../mapping.ts'
import { grantsOf } from '../policies.ts'

/** Without a policy, AWS grants access to the own account at most. */
const policy = {
  defaults: { policy: '' },
  decides: ['policy'],
  more: (values, context) => ({ properties: { policyGrants: grantsOf(values['policy'], context) } }),
} satisfies Partial<Mapping>

const part = { ...policy, part: true, without: { policyGrants: [] } } as const

export const policies: Mappings = {
  aws_backup_vault: { type: 'AWS::Backup::BackupVault', id: attribute('name'), name: 'name', ...policy },
  aws_backup_vault_policy: { type: 'AWS::Backup::BackupVault', id: attribute('backup_vault_name'), ...part },
  aws_cloudwatch_event_bus: { type: 'AWS::Events::EventBus', id: attribute('name'), name: 'name', ...policy },
  aws_cloudwatch_event_bus_policy: { type: 'AWS::Events::EventBus', id: attribute('event_bus_name'), ...part },
  aws_ecr_repository: { type: 'AWS::ECR::Repository', id: attribute('name'), name: 'name', ...policy },
  aws_ecr_repository_policy: { type: 'AWS::ECR::Repository', id: attribute('repository'), ...part },
  aws_efs_file_system: { type: 'AWS::EFS::FileSystem', id: attribute('id'), ...policy },
  aws_efs_file_system_policy: { type: 'AWS::EFS::FileSystem', id: attribute('file_system_id'), ...part },
  aws_kms_key: { type: 'AWS::KMS::Key', id: attribute('key_id'), ...policy },
  aws_kms_key_policy: { type: 'AWS::KMS::Key', id: attribute('key_id'), ...part },
  aws_secretsmanager_secret: { type: 'AWS::SecretsManager::Secret', id: attribute('arn'), name: 'name', ...policy },
  aws_secretsmanager_secret_policy: { type: 'AWS::SecretsManager::Secret', id: attribute('secret_arn'), ...part },
  aws_sns_topic: { type: 'AWS::SNS::Topic', id: attribute('arn'), name: 'name', ...policy },
  aws_sns_topic_policy: { type: 'AWS::SNS::Topic', id: attribute('arn'), ...part },
  aws_sqs_queue: { type: 'AWS::SQS::Queue', id: attribute('name'), name: 'name', ...policy },
  aws_sqs_queue_policy: {
    type: 'AWS::SQS::Queue',
    id: ({ queue_url: url }) => (typeof url === 'string' ? url.slice(url.lastIndexOf('/') + 1) : (url ?? null)),
    ...part,
  },
}
