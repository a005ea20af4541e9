/** Managed compute platforms: Batch, App Runner, Elastic Beanstalk, and Lightsail. */
import type { JobDefinition } from '@aws-sdk/client-batch'
import type { RegionData } from '../../world.ts'
import { resourceId } from '../resource-id.ts'
import { accountId, region, securityGroupId, subnetId, zones } from '../three-tier-network.ts'
import { ecsClusterArn } from './compute-containers.ts'
import { environmentOfEverything } from './compute-functions.ts'
import { runnerProfileArn } from './compute-shared.ts'
import { publicBalancerHost } from './network-names.ts'
import { arn, created, dataKeyArn, roleArn, secretArn, uuid } from './data-place.ts'

const appSubnets = zones.map((zone) => subnetId('app', zone))
const [zone] = zones
const computeEnvironmentArn = (name: string) => arn('batch', `compute-environment/${name}`)
const connectorArn = arn('apprunner', `vpcconnector/storefront/1/${uuid('vpc connector').replaceAll('-', '')}`)
const serviceId = (name: string) => uuid(`app runner ${name}`).replaceAll('-', '')
const serviceArn = (name: string) => arn('apprunner', `service/${name}/${serviceId(name)}`)

export const statusPageArn = serviceArn('status-page')
const pageParameter = arn('ssm', 'parameter/storefront/recommendations/salt')

const appRunnerService = (name: string) => ({
  ServiceName: name,
  ServiceId: serviceId(name),
  ServiceArn: serviceArn(name),
  ServiceUrl: `${serviceId(name).slice(0, 10)}.${region}.awsapprunner.com`,
  CreatedAt: created,
  UpdatedAt: created,
  Status: 'RUNNING' as const,
  InstanceConfiguration: { Cpu: '1024', Memory: '2048', InstanceRoleArn: roleArn('status-page') },
  AutoScalingConfigurationSummary: { AutoScalingConfigurationName: 'DefaultConfiguration' },
})

const jobDefinition = (name: string, revision: number, more: Partial<JobDefinition>): JobDefinition => ({
  jobDefinitionName: name,
  jobDefinitionArn: arn('batch', `job-definition/${name}:${revision}`),
  revision,
  status: 'ACTIVE',
  type: 'container',
  containerOrchestrationType: 'ECS',
  tags: {},
  ...more,
})

export const platforms: RegionData = {
  batch: {
    computeEnvironments: [
      {
        computeEnvironmentName: 'reports',
        computeEnvironmentArn: computeEnvironmentArn('reports'),
        ecsClusterArn,
        type: 'MANAGED',
        state: 'ENABLED',
        status: 'VALID',
        containerOrchestrationType: 'ECS',
        serviceRole: roleArn('batch-service'),
        computeResources: {
          type: 'EC2',
          minvCpus: 0,
          maxvCpus: 64,
          desiredvCpus: 0,
          instanceTypes: ['m7g', 'c7g'],
          subnets: appSubnets,
          securityGroupIds: [securityGroupId('worker')],
          instanceRole: runnerProfileArn,
          launchTemplate: { launchTemplateId: resourceId('lt', 'runner'), version: '4' },
        },
        tags: { team: 'data' },
      },
      {
        computeEnvironmentName: 'experiments',
        computeEnvironmentArn: computeEnvironmentArn('experiments'),
        type: 'MANAGED',
        state: 'DISABLED',
        status: 'INVALID',
        containerOrchestrationType: 'EKS',
        eksConfiguration: { eksClusterArn: arn('eks', 'cluster/analytics'), kubernetesNamespace: 'jobs' },
        tags: {},
      },
    ],
    jobDefinitions: [
      jobDefinition('report', 6, {}),
      jobDefinition('report', 7, {
        containerProperties: {
          image: `${accountId}.dkr.ecr.${region}.amazonaws.com/storefront/reviews:8`,
          jobRoleArn: roleArn('status-page'),
          executionRoleArn: roleArn('image-pull'),
          environment: Object.entries(environmentOfEverything).map(([name, value]) => ({ name, value })),
          secrets: [
            { name: 'TOKEN', valueFrom: secretArn('orders') },
            { name: 'SALT', valueFrom: pageParameter },
          ],
        },
      }),
      jobDefinition('experiment', 1, {
        containerOrchestrationType: 'EKS',
        eksProperties: {
          podProperties: {
            containers: [
              { image: 'public.ecr.aws/docker/library/python:3.14', env: [{ name: 'TABLE_NAME', value: 'carts' }] },
            ],
          },
        },
      }),
      jobDefinition('retired', 2, { status: 'INACTIVE' }),
    ],
    jobQueues: [
      {
        jobQueueName: 'nightly',
        jobQueueArn: arn('batch', 'job-queue/nightly'),
        state: 'ENABLED',
        status: 'VALID',
        priority: 10,
        jobQueueType: 'ECS',
        computeEnvironmentOrder: ['reports', 'experiments'].map((name, order) => ({
          order,
          computeEnvironment: computeEnvironmentArn(name),
        })),
        tags: {},
      },
    ],
  },
  appRunner: {
    services: [
      {
        ...appRunnerService('status-page'),
        SourceConfiguration: {
          ImageRepository: {
            ImageIdentifier: `${accountId}.dkr.ecr.${region}.amazonaws.com/storefront/reviews:8`,
            ImageRepositoryType: 'ECR',
            ImageConfiguration: {
              Port: '8080',
              RuntimeEnvironmentVariables: { ...environmentOfEverything },
              RuntimeEnvironmentSecrets: { TOKEN: secretArn('orders'), SALT: pageParameter },
            },
          },
          AuthenticationConfiguration: { AccessRoleArn: roleArn('image-pull') },
          AutoDeploymentsEnabled: false,
        },
        EncryptionConfiguration: { KmsKey: dataKeyArn },
        NetworkConfiguration: {
          EgressConfiguration: { EgressType: 'VPC', VpcConnectorArn: connectorArn },
          IngressConfiguration: { IsPubliclyAccessible: true },
          IpAddressType: 'IPV4',
        },
      },
      {
        ...appRunnerService('docs'),
        SourceConfiguration: {
          CodeRepository: {
            RepositoryUrl: 'https://git.example.com/storefront/docs',
            SourceCodeVersion: { Type: 'BRANCH', Value: 'main' },
            CodeConfiguration: { ConfigurationSource: 'REPOSITORY' },
          },
        },
        NetworkConfiguration: { EgressConfiguration: { EgressType: 'DEFAULT' } },
      },
    ],
    vpcConnectors: [
      {
        VpcConnectorName: 'storefront',
        VpcConnectorArn: connectorArn,
        VpcConnectorRevision: 1,
        Subnets: appSubnets,
        SecurityGroups: [securityGroupId('functions')],
        Status: 'ACTIVE',
        CreatedAt: created,
      },
    ],
  },
  elasticBeanstalk: {
    configurationSettings: [
      {
        ApplicationName: 'back-office',
        EnvironmentName: 'back-office',
        OptionSettings: [
          { Namespace: 'aws:autoscaling:launchconfiguration', OptionName: 'TABLE_NAME', Value: 'carts' },
          ...Object.entries(environmentOfEverything).map(([OptionName, Value]) => ({
            Namespace: 'aws:elasticbeanstalk:application:environment',
            OptionName,
            Value,
          })),
        ],
      },
      { ApplicationName: 'back-office', EnvironmentName: 'back-office-next', OptionSettings: [] },
    ],
    environments: [
      {
        EnvironmentName: 'back-office',
        EnvironmentId: 'e-backoffice',
        EnvironmentArn: arn('elasticbeanstalk', 'environment/back-office/back-office'),
        ApplicationName: 'back-office',
        SolutionStackName: '64bit Amazon Linux 2023 v6.5.2 running Node.js 22',
        CNAME: `back-office.${region}.elasticbeanstalk.com`,
        EndpointURL: `legacy-1234567890.${region}.elb.amazonaws.com`,
        VersionLabel: 'v118',
        Tier: { Name: 'WebServer', Type: 'Standard', Version: '1.0' },
        Status: 'Ready',
        Health: 'Green',
        DateCreated: created,
        OperationsRole: roleArn('beanstalk-operations'),
      },
      {
        EnvironmentName: 'back-office-next',
        EnvironmentId: 'e-backofficenext',
        EnvironmentArn: arn('elasticbeanstalk', 'environment/back-office/back-office-next'),
        ApplicationName: 'back-office',
        CNAME: `back-office-next.${region}.elasticbeanstalk.com`,
        EndpointURL: publicBalancerHost,
        Tier: { Name: 'WebServer', Type: 'Standard', Version: '1.0' },
        Status: 'Ready',
        DateCreated: created,
      },
      { EnvironmentName: 'back-office-old', EnvironmentId: 'e-backofficeold', Status: 'Terminated' },
    ],
  },
  lightsail: {
    instances: [
      {
        name: 'blog',
        arn: arn('lightsail', `Instance/${uuid('lightsail blog')}`),
        createdAt: created,
        location: { availabilityZone: zone, regionName: region },
        resourceType: 'Instance',
        blueprintId: 'wordpress',
        bundleId: 'small_3_0',
        privateIpAddress: '172.26.4.9',
        publicIpAddress: '203.0.113.41',
        state: { code: 16, name: 'running' },
        tags: [{ key: 'team', value: 'marketing' }],
      },
    ],
    relationalDatabases: [
      {
        name: 'blog',
        arn: arn('lightsail', `RelationalDatabase/${uuid('lightsail blog database')}`),
        createdAt: created,
        location: { availabilityZone: zone, regionName: region },
        resourceType: 'RelationalDatabase',
        relationalDatabaseBundleId: 'small_2_0',
        engine: 'mysql',
        engineVersion: '8.4.5',
        state: 'available',
        publiclyAccessible: false,
        masterEndpoint: { address: `ls-blog.c9a1b2c3d4e5.${region}.rds.amazonaws.com`, port: 3306 },
        tags: [],
      },
    ],
  },
}
