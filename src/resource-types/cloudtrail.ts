import { service } from './resource-type.ts'

export const cloudTrail = service('CloudTrail', {
  'AWS::CloudTrail::Trail': {
    names: ['CloudTrail trail', 'CloudTrail trails'],
    shortNames: ['trail', 'trails'],
    icon: ['architecture-service/AWSCloudTrail', 'cloudtrail'],
    taggedAs: 'cloudtrail:trail',
    picture: { none: 'records the account; nothing flows through it' },
  },
})
