import { service } from './resource-type.ts'

export const secretsManager = service('Secrets Manager', {
  'AWS::SecretsManager::Secret': {
    names: ['Secrets Manager secret', 'Secrets Manager secrets'],
    shortNames: ['secret', 'secrets'],
    icon: ['architecture-service/AWSSecretsManager', 'secrets_manager'],
    console: 'secretsmanager/secret?name=*',
    // After the name, the ARN can have a key, a stage, or a version of the secret.
    arns: [['secretsmanager', /^secret:[^:]+/]],
    inSettings: true,
    settingWords: ['SECRET'],
    picture: { none: 'a setting of what uses it' },
    exposedBy: {
      accessAnalyzer: true,
      rule: 'resource policy',
      by: 'resource policy',
      reads: ['secretsmanager:GetResourcePolicy'],
    },
  },
})
