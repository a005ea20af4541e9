import { service } from './resource-type.ts'

export const cognito = service('Cognito', {
  'AWS::Cognito::UserPool': {
    names: ['Cognito user pool', 'Cognito user pools'],
    shortNames: ['user pool', 'user pools'],
    icon: ['architecture-service/AmazonCognito', 'cognito'],
    arns: [['cognito-idp', /^userpool\/(.+)$/]],
    taggedAs: 'cognito-idp:userpool',
    inSettings: true,
    settingWords: ['USER POOL', 'USERPOOL', 'POOL'],
    picture: { flow: 'caller' },
    applications: 'shared',
    authorizes: true,
    exposedBy: {
      rule: 'hosted pages',
      by: 'hosted sign-in pages',
      ports: '443',
      reads: ['cognito-idp:DescribeUserPool'],
    },
  },
})
