import { service } from './resource-type.ts'

export const cloudFormation = service('CloudFormation', {
  'AWS::CloudFormation::Stack': {
    names: ['CloudFormation stack', 'CloudFormation stacks'],
    icon: ['resource/AWSCloudFormationStack', 'stack'],
    console: 'cloudformation/home#/stacks?filteringText=*',
    arns: [['cloudformation', /^stack\/([^/]+)/]],
    picture: { none: 'groups what it made' },
    walk: 'end',
    applications: 'stack',
  },
})
