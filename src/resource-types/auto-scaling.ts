import { service } from './resource-type.ts'

export const autoScaling = service('Auto Scaling', {
  'AWS::AutoScaling::AutoScalingGroup': {
    names: ['Auto Scaling group', 'Auto Scaling groups'],
    icon: ['architecture-service/AmazonEC2AutoScaling', 'auto_scaling2'],
    console: 'ec2/home#AutoScalingGroupDetails:id=*',
    arns: [['autoscaling', /:autoScalingGroupName\/([^:]+)/]],
    picture: {
      box: {
        tier: 'application',
        within: 'subnet',
        shelf: 'Auto Scaling groups',
        shownBy: { type: 'AWS::EC2::Instance', by: ['own', 'associated with'] },
      },
      words: 'shown as their instances',
    },
    walk: 'through',
    plays: 'Auto Scaling group',
  },
})
