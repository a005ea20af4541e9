import { service } from './resource-type.ts'

export const config = service('AWS Config', {
  'AWS::Config::ConfigurationRecorder': {
    names: ['AWS Config configuration recorder', 'AWS Config configuration recorders'],
    shortNames: ['configuration recorder', 'configuration recorders'],
    icon: ['architecture-service/AWSConfig', 'config'],
    picture: { none: 'records the account; nothing flows through it' },
  },
  'AWS::Config::DeliveryChannel': {
    names: ['AWS Config delivery channel', 'AWS Config delivery channels'],
    shortNames: ['delivery channel', 'delivery channels'],
    icon: ['architecture-service/AWSConfig', 'config'],
    picture: { none: 'records the account; nothing flows through it' },
  },
})
