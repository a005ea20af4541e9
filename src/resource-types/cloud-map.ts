import { service } from './resource-type.ts'

export const cloudMap = service('Cloud Map', {
  'AWS::ServiceDiscovery::Service': {
    names: ['Cloud Map service', 'Cloud Map services'],
    shortNames: ['service', 'services'],
    icon: ['resource/AWSCloudMapService', 'cloud_map_service'],
    arns: [['servicediscovery', /^service\/(.+)$/]],
    taggedAs: 'servicediscovery:service',
    inSettings: true,
    picture: {
      line: { from: ['other', 'uses'], to: [['other', 'associated with']], via: 'Cloud Map service' },
    },
    walk: 'through',
  },
})
