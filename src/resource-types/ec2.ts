import { service } from './resource-type.ts'

export const ec2 = service('EC2', {
  'AWS::EC2::Instance': {
    names: ['instance', 'instances'],
    icon: ['resource/AmazonEC2Instance', 'instance2'],
    console: 'ec2/home#InstanceDetails:instanceId=*',
    arns: [['ec2', /^instance\/(.+)$/]],
    picture: { box: { tier: 'application', within: 'subnet', card: 'instance' } },
    gone: ['terminated'],
    plays: 'instance',
  },
  'AWS::EC2::Image': {
    names: ['machine image', 'machine images'],
    icon: ['resource/AmazonEC2AMI', 'ami'],
    console: 'ec2/home#ImageDetails:imageId=*',
    picture: { none: 'nothing runs on it' },
    walk: 'end',
  },
  'AWS::EC2::KeyPair': {
    names: ['key pair', 'key pairs'],
    icon: ['architecture-service/AmazonEC2', 'ec2'],
    picture: { none: 'nothing runs on it' },
    walk: 'end',
  },
  'AWS::EC2::LaunchTemplate': {
    names: ['launch template', 'launch templates'],
    icon: ['architecture-service/AmazonEC2', 'ec2'],
    console: 'ec2/home#LaunchTemplateDetails:launchTemplateId=*',
    picture: { none: 'a setting of instances' },
    walk: 'end',
  },
})
