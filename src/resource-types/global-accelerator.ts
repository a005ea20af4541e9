import { service } from './resource-type.ts'

export const globalAccelerator = service('Global Accelerator', {
  'AWS::GlobalAccelerator::Accelerator': {
    names: ['accelerator', 'accelerators'],
    icon: ['architecture-service/AWSGlobalAccelerator', 'global_accelerator'],
    taggedAs: 'globalaccelerator:accelerator',
    picture: { box: { tier: 'edge' } },
  },
  'AWS::GlobalAccelerator::Listener': {
    names: ['accelerator listener', 'accelerator listeners'],
    icon: ['architecture-service/AWSGlobalAccelerator', 'global_accelerator'],
    picture: { none: 'part of its accelerator' },
    walk: 'through',
  },
  'AWS::GlobalAccelerator::EndpointGroup': {
    names: ['accelerator endpoint group', 'accelerator endpoint groups'],
    icon: ['architecture-service/AWSGlobalAccelerator', 'global_accelerator'],
    picture: { none: 'part of its accelerator' },
    walk: 'through',
  },
})
