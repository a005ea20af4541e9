/** Builds: one project in the VPC with all settings, and one without. */
import type { RegionData } from '../../world.ts'
import { accountId, region, securityGroupId, subnetId, vpcId, zones } from '../three-tier-network.ts'
import { environmentOfEverything } from './compute-functions.ts'
import { arn, created, dataKeyArn, roleArn, secretArn } from './data-place.ts'

const bucket = (name: string) => `storefront-${name}-${accountId}`

export const builds: RegionData = {
  codeBuild: {
    projects: [
      {
        name: 'storefront-tests',
        arn: arn('codebuild', 'project/storefront-tests'),
        description: 'Tests against the databases',
        created,
        lastModified: created,
        source: { type: 'S3', location: `${bucket('uploads')}/source/storefront.zip` },
        artifacts: { type: 'S3', location: bucket('exports'), path: 'tests', packaging: 'ZIP' },
        cache: { type: 'S3', location: `${bucket('exports')}/cache` },
        environment: {
          type: 'LINUX_CONTAINER',
          computeType: 'BUILD_GENERAL1_MEDIUM',
          image: `${accountId}.dkr.ecr.${region}.amazonaws.com/storefront/reviews:8`,
          imagePullCredentialsType: 'SERVICE_ROLE',
          privilegedMode: false,
          environmentVariables: [
            ...Object.entries(environmentOfEverything).map(([name, value]) => ({ name, value })),
            { name: 'FIXTURES', value: `s3://${bucket('uploads')}/fixtures`, type: 'PLAINTEXT' },
            { name: 'TOKEN', value: `${secretArn('orders')}:token`, type: 'SECRETS_MANAGER' },
            { name: 'SALT', value: '/storefront/recommendations/salt', type: 'PARAMETER_STORE' },
          ],
        },
        serviceRole: roleArn('builds'),
        encryptionKey: dataKeyArn,
        timeoutInMinutes: 60,
        queuedTimeoutInMinutes: 480,
        vpcConfig: {
          vpcId,
          subnets: zones.map((zone) => subnetId('app', zone)),
          securityGroupIds: [securityGroupId('worker')],
        },
        logsConfig: {
          cloudWatchLogs: { status: 'ENABLED', groupName: '/aws/codebuild/storefront-tests' },
          s3Logs: { status: 'ENABLED', location: `arn:aws:s3:::${bucket('access-logs')}/builds` },
        },
        projectVisibility: 'PRIVATE',
        tags: [{ key: 'team', value: 'platform' }],
      },
      {
        name: 'storefront-images',
        arn: arn('codebuild', 'project/storefront-images'),
        created,
        lastModified: created,
        source: { type: 'GITHUB', location: 'https://github.com/example/storefront.git' },
        // Unused locations.
        artifacts: { type: 'NO_ARTIFACTS', location: bucket('assets') },
        cache: { type: 'NO_CACHE', location: bucket('assets') },
        environment: {
          type: 'ARM_CONTAINER',
          computeType: 'BUILD_GENERAL1_SMALL',
          image: 'aws/codebuild/amazonlinux-aarch64-standard:3.0',
          imagePullCredentialsType: 'CODEBUILD',
          privilegedMode: true,
          environmentVariables: [],
        },
        serviceRole: roleArn('builds'),
        encryptionKey: arn('kms', 'alias/aws/s3'),
        timeoutInMinutes: 30,
        queuedTimeoutInMinutes: 480,
        logsConfig: {
          cloudWatchLogs: { status: 'DISABLED', groupName: '/aws/codebuild/storefront-tests' },
          s3Logs: { status: 'DISABLED', location: bucket('assets') },
        },
        projectVisibility: 'PUBLIC_READ',
        tags: [],
      },
    ],
  },
}
