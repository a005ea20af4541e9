import { service } from './resource-type.ts'

export const directConnect = service('Direct Connect', {
  'AWS::DirectConnect::DirectConnectGateway': {
    names: ['Direct Connect gateway', 'Direct Connect gateways'],
    shortNames: ['gateway', 'gateways'],
    icon: ['resource/AWSDirectConnectGateway', 'gateway'],
    picture: { network: { at: 'between', heading: 'Direct Connect' } },
    normalState: 'available',
    plays: 'Direct Connect gateway',
    gone: ['deleted'],
  },
  'AWS::DirectConnect::Connection': {
    names: ['Direct Connect connection', 'Direct Connect connections'],
    shortNames: ['connection', 'connections'],
    icon: ['architecture-service/AWSDirectConnect', 'direct_connect'],
    picture: { network: { at: 'between', heading: 'Direct Connect' } },
    normalState: 'available',
    plays: 'Direct Connect connection',
    gone: ['deleted'],
  },
  'AWS::DirectConnect::VirtualInterface': {
    names: ['Direct Connect virtual interface', 'Direct Connect virtual interfaces'],
    shortNames: ['virtual interface', 'virtual interfaces'],
    icon: ['architecture-service/AWSDirectConnect', 'direct_connect'],
    picture: { network: { at: 'between', heading: 'Direct Connect' } },
    normalState: 'available',
    plays: 'virtual interface',
    gone: ['deleted'],
  },
})
