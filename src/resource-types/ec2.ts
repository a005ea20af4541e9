import { service } from './resource-type.ts'

export const ec2 = service('EC2', {
  'AWS::EC2::Instance': {
    names: ['EC2 instance', 'EC2 instances'],
    shortNames: ['instance', 'instances'],
    icon: ['resource/AmazonEC2Instance', 'instance2'],
    console: 'ec2/home#InstanceDetails:instanceId=*',
    arns: [['ec2', /^instance\/(.+)$/]],
    picture: { box: { tier: 'application', within: 'subnet', card: 'instance' }, flow: 'caller' },
    normalState: 'running',
    gone: ['terminated'],
    plays: 'instance',
    exposedBy: {
      rule: 'public address',
      by: 'public address',
      idle: ['stopped', 'stopping', 'shutting-down', 'terminated'],
    },
    idPrefix: 'i-',
  },
  'AWS::EC2::Image': {
    names: ['AMI', 'AMIs'],
    icon: ['resource/AmazonEC2AMI', 'ami'],
    console: 'ec2/home#ImageDetails:imageId=*',
    picture: { none: 'nothing runs on it' },
    walk: 'end',
    exposedBy: { rule: 'public copy', by: 'launch permission', reads: ['ec2:DescribeImageAttribute'] },
    neededToStart: true,
  },
  'AWS::EC2::KeyPair': {
    names: ['EC2 key pair', 'EC2 key pairs'],
    shortNames: ['key pair', 'key pairs'],
    icon: ['architecture-service/AmazonEC2', 'ec2'],
    picture: { none: 'nothing runs on it' },
    walk: 'end',
    neededToStart: true,
    isOwnByName: true,
  },
  'AWS::EC2::LaunchTemplate': {
    names: ['EC2 launch template', 'EC2 launch templates'],
    shortNames: ['launch template', 'launch templates'],
    icon: ['architecture-service/AmazonEC2', 'ec2'],
    console: 'ec2/home#LaunchTemplateDetails:launchTemplateId=*',
    picture: { none: 'a setting of instances' },
    walk: 'end',
    neededToStart: true,
  },
})
