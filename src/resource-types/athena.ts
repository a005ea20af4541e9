import { service } from './resource-type.ts'

export const athena = service('Athena', {
  'AWS::Athena::WorkGroup': {
    names: ['Athena workgroup', 'Athena workgroups'],
    shortNames: ['workgroup', 'workgroups'],
    icon: ['architecture-service/AmazonAthena', 'athena'],
    taggedAs: 'athena:workgroup',
    picture: { none: 'a setting of queries' },
  },
})
