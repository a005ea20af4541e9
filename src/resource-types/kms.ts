import { service } from './resource-type.ts'

export const kms = service('KMS', {
  'AWS::KMS::Key': {
    names: ['KMS key', 'KMS keys'],
    icon: ['architecture-service/AWSKeyManagementService', 'key_management_service'],
    console: 'kms/home#/kms/keys/*',
    arns: [['kms', /^key\/(.+)$/]],
    taggedAs: 'kms:key',
    inSettings: true,
    picture: { none: 'too many resources use it for arrows' },
    normalState: 'enabled',
    walk: 'end',
    exposedBy: {
      accessAnalyzer: true,
      rule: 'resource policy',
      by: 'key policy',
      idle: ['PendingDeletion', 'Disabled', 'PendingReplicaDeletion'],
      reads: ['kms:GetKeyPolicy'],
    },
  },
})
