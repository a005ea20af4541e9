import { service } from './resource-type.ts'

export const transferFamily = service('Transfer Family', {
  'AWS::Transfer::Server': {
    names: ['Transfer Family server', 'Transfer Family servers'],
    shortNames: ['server', 'servers'],
    icon: ['architecture-service/AWSTransferFamily', 'transfer_family'],
    picture: { box: { tier: 'application', within: 'subnet', shelf: 'Applications' }, flow: 'caller' },
    normalState: 'online',
    exposedBy: {
      rule: 'server endpoint',
      by: 'server endpoint',
      idle: ['OFFLINE', 'STOPPING', 'START_FAILED'],
      reads: ['transfer:DescribeServer'],
    },
  },
})
