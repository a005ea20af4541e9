/** Shared resources of the compute area: roles, an instance profile, log groups, and a parameter. */
import type { GlobalData, RegionData } from '../../world.ts'
import { hexDigits } from '../resource-id.ts'
import { accountId } from '../three-tier-network.ts'
import { created, logGroupArn } from './data-place.ts'

const roleNames = [
  'alert-relay',
  'batch-service',
  'beanstalk-operations',
  'builds',
  'image-pull',
  'kubernetes-cluster',
  'kubernetes-node',
  'kubernetes-pods',
  'kubernetes-reports',
  'kubernetes-volumes',
  'recommendations-task',
  'reviews-task',
  'runner',
  'status-page',
  'stock-report',
  'task-execution',
]

const roles = [
  ...roleNames.map((name) => ['/', name] as const),
  ['/aws-service-role/ecs.amazonaws.com/', 'AWSServiceRoleForECS'] as const,
].map(([path, name]) => ({
  RoleName: name,
  RoleId: `AROA${hexDigits(`role ${name}`, 17).toUpperCase()}`,
  Arn: `arn:aws:iam::${accountId}:role${path}${name}`,
  Path: path,
  CreateDate: created,
  MaxSessionDuration: 3600,
}))

export const runnerProfileArn = `arn:aws:iam::${accountId}:instance-profile/platform/runner`

const profile = (name: string, arn: string, path: string) => ({
  InstanceProfileName: name,
  InstanceProfileId: `AIPA${hexDigits(`instance profile ${name}`, 17).toUpperCase()}`,
  Arn: arn,
  Path: path,
  CreateDate: created,
  Roles: roles.filter(({ RoleName }) => RoleName === 'runner'),
})

export const sharedGlobal: GlobalData = {
  iam: {
    roles,
    instanceProfiles: [
      profile('runner', runnerProfileArn, '/platform/'),
      profile('unused', `arn:aws:iam::${accountId}:instance-profile/unused`, '/'),
    ],
  },
}

const logGroupNames = [
  '/aws/codebuild/storefront-tests',
  '/aws/eks/analytics/cluster',
  '/aws/lambda/alert-relay',
  '/aws/lambda/stock-report',
  '/ecs/storefront/exec',
  '/ecs/storefront/recommendations',
]

export const shared: RegionData = {
  cloudWatchLogs: {
    logGroups: logGroupNames.map((logGroupName) => ({
      logGroupName,
      arn: `${logGroupArn(logGroupName)}:*`,
      logGroupArn: logGroupArn(logGroupName),
      creationTime: created.getTime(),
      retentionInDays: 30,
      logGroupClass: 'STANDARD',
    })),
  },
  ssm: {
    parameters: [
      { Name: '/storefront/recommendations/salt', Type: 'SecureString', KeyId: 'alias/aws/ssm', Version: 1 },
    ],
  },
}
