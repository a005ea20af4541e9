import { service } from './resource-type.ts'

export const globalAccelerator = service('Global Accelerator', {
  'AWS::GlobalAccelerator::Accelerator': {
    names: ['Global Accelerator accelerator', 'Global Accelerator accelerators'],
    shortNames: ['accelerator', 'accelerators'],
    icon: ['architecture-service/AWSGlobalAccelerator', 'global_accelerator'],
    taggedAs: 'globalaccelerator:accelerator',
    picture: { box: { tier: 'edge', forwards: true }, flow: 'caller' },
    normalState: 'deployed',
    conditions: [{ property: 'enabled', value: false, words: 'disabled' }],
    exposedBy: { rule: 'enabled', by: 'accelerator' },
  },
  'AWS::GlobalAccelerator::Listener': {
    names: ['Global Accelerator listener', 'Global Accelerator listeners'],
    shortNames: ['listener', 'listeners'],
    icon: ['architecture-service/AWSGlobalAccelerator', 'global_accelerator'],
    picture: { line: { from: ['own', 'contained in'], to: [] } },
    partOf: { whole: 'AWS::GlobalAccelerator::Accelerator', drawn: 'never' },
    walk: 'through',
  },
  'AWS::GlobalAccelerator::EndpointGroup': {
    names: ['Global Accelerator endpoint group', 'Global Accelerator endpoint groups'],
    shortNames: ['endpoint group', 'endpoint groups'],
    icon: ['architecture-service/AWSGlobalAccelerator', 'global_accelerator'],
    picture: { line: { from: ['own', 'contained in'], to: [['own', 'routes to']] } },
    partOf: { whole: 'AWS::GlobalAccelerator::Accelerator', drawn: 'never' },
    walk: 'through',
  },
})
