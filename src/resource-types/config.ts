import { service } from './resource-type.ts'

export const config = service('Config', {
  'AWS::Config::ConfigurationRecorder': {
    names: ['configuration recorder', 'configuration recorders'],
    icon: ['architecture-service/AWSConfig', 'config'],
    picture: { none: 'records the account; nothing flows through it' },
  },
  'AWS::Config::DeliveryChannel': {
    names: ['configuration delivery channel', 'configuration delivery channels'],
    icon: ['architecture-service/AWSConfig', 'config'],
    picture: { none: 'records the account; nothing flows through it' },
  },
})
