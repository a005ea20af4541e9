import { service } from './resource-type.ts'

export const lightsail = service('Lightsail', {
  'AWS::Lightsail::Instance': {
    names: ['Lightsail instance', 'Lightsail instances'],
    shortNames: ['instance', 'instances'],
    icon: ['architecture-service/AmazonLightsail', 'lightsail'],
    picture: { box: { tier: 'application', shelf: 'Applications' }, flow: 'caller' },
    normalState: 'running',
    exposedBy: { rule: 'open ports', by: 'firewall of the instance', idle: ['stopped', 'stopping'] },
  },
  'AWS::Lightsail::Database': {
    names: ['Lightsail database', 'Lightsail databases'],
    shortNames: ['database', 'databases'],
    icon: ['architecture-service/AmazonLightsail', 'lightsail'],
    picture: { box: { tier: 'application', shelf: 'Applications' }, flow: 'store' },
    normalState: 'available',
    exposedBy: { rule: 'public setting', by: 'public endpoint' },
  },
})
