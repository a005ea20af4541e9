import { service } from './resource-type.ts'

export const iam = service('IAM', {
  'AWS::AccessAnalyzer::Analyzer': {
    names: ['IAM Access Analyzer analyzer', 'IAM Access Analyzer analyzers'],
    shortNames: ['access analyzer', 'access analyzers'],
    icon: ['resource/AWSIdentityAccessManagementIAMAccessAnalyzer', 'iam_access_analyzer'],
    console: 'access-analyzer/home',
    arns: [['access-analyzer', /^analyzer\/(.+)$/]],
    picture: { none: 'analyzes the account; nothing flows through it' },
    plays: 'access analyzer',
    exposedBy: {
      rule: 'analyzer findings',
      by: 'IAM Access Analyzer finding',
      reads: ['access-analyzer:ListFindings'],
    },
  },
  'AWS::IAM::InstanceProfile': {
    names: ['IAM instance profile', 'IAM instance profiles'],
    shortNames: ['instance profile', 'instance profiles'],
    icon: ['architecture-service/AWSIdentityandAccessManagement', 'identity_and_access_management'],
    arns: [['iam', /^instance-profile\/(?:.*\/)?([^/]+)$/]],
    picture: { none: 'a setting of instances' },
    walk: 'end',
  },
  'AWS::IAM::Role': {
    names: ['IAM role', 'IAM roles'],
    icon: ['resource/AWSIdentityAccessManagementRole', 'role'],
    console: 'iam/home#/roles/details/*',
    arns: [['iam', /^role\/(?:.*\/)?([^/]+)$/]],
    inSettings: true,
    plays: 'IAM role',
    picture: { none: 'what it permits is not drawn' },
    walk: 'end',
  },
})
