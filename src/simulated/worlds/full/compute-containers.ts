/** Containers: a registry, ECS with services on Fargate and on instances, and an EKS cluster. */
import type { DescribeTaskDefinitionResponse, Service, TaskDefinition } from '@aws-sdk/client-ecs'
import type { RegionData } from '../../world.ts'
import { hexDigits, resourceId } from '../resource-id.ts'
import { accountId, region, securityGroupId, subnetId, vpcId, zones } from '../three-tier-network.ts'
import { targetGroups } from '../three-tier-workload.ts'
import { environmentOfEverything } from './compute-functions.ts'
import { arn, created, dataKeyArn, roleArn, secretArn, uuid } from './data-place.ts'

const registry = `${accountId}.dkr.ecr.${region}.amazonaws.com`
const appSubnets = zones.map((zone) => subnetId('app', zone))
export const ecsClusterArn = arn('ecs', 'cluster/storefront')
const taskArn = (family: string, revision: number) => arn('ecs', `task-definition/${family}:${revision}`)

/** With its tags, which AWS returns beside it. */
type TaggedTask = TaskDefinition & Pick<DescribeTaskDefinitionResponse, 'tags'>

function taskDefinition(family: string, revision: number, more: Partial<TaggedTask>): TaggedTask {
  return {
    taskDefinitionArn: taskArn(family, revision),
    family,
    revision,
    status: 'ACTIVE',
    networkMode: 'awsvpc',
    cpu: '512',
    memory: '1024',
    requiresCompatibilities: ['FARGATE'],
    runtimePlatform: { cpuArchitecture: 'ARM64', operatingSystemFamily: 'LINUX' },
    taskRoleArn: roleArn(`${family}-task`),
    executionRoleArn: roleArn('task-execution'),
    registeredAt: created,
    ...more,
  }
}

function service(name: string, more: Partial<Service>): Service {
  return {
    serviceName: name,
    serviceArn: arn('ecs', `service/storefront/${name}`),
    clusterArn: ecsClusterArn,
    status: 'ACTIVE',
    schedulingStrategy: 'REPLICA',
    enableExecuteCommand: false,
    deploymentController: { type: 'ECS' },
    desiredCount: 3,
    runningCount: 3,
    pendingCount: 0,
    createdAt: created,
    tags: [{ key: 'team', value: 'storefront' }],
    ...more,
  }
}

const discoveryArn = arn('servicediscovery', 'service/srv-reviews')

const logs = (group: string) => ({
  logDriver: 'awslogs' as const,
  options: { 'awslogs-group': group, 'awslogs-region': region, 'awslogs-stream-prefix': 'web' },
})

export const containers: RegionData = {
  ecr: {
    repositories: ['storefront/recommendations', 'storefront/reviews'].map((repositoryName) => ({
      repositoryName,
      repositoryArn: arn('ecr', `repository/${repositoryName}`),
      registryId: accountId,
      repositoryUri: `${registry}/${repositoryName}`,
      createdAt: created,
      imageTagMutability: 'IMMUTABLE',
      imageScanningConfiguration: { scanOnPush: true },
      encryptionConfiguration: { encryptionType: 'KMS', kmsKey: dataKeyArn },
    })),
  },
  ecs: {
    clusters: [
      {
        clusterArn: ecsClusterArn,
        clusterName: 'storefront',
        status: 'ACTIVE',
        registeredContainerInstancesCount: 0,
        runningTasksCount: 4,
        pendingTasksCount: 0,
        activeServicesCount: 2,
        capacityProviders: ['FARGATE', 'FARGATE_SPOT'],
        settings: [{ name: 'containerInsights', value: 'enabled' }],
        configuration: {
          executeCommandConfiguration: {
            kmsKeyId: dataKeyArn,
            logging: 'OVERRIDE',
            logConfiguration: { cloudWatchLogGroupName: '/ecs/storefront/exec', cloudWatchEncryptionEnabled: true },
          },
          managedStorageConfiguration: { fargateEphemeralStorageKmsKeyId: dataKeyArn },
        },
        tags: [{ key: 'team', value: 'storefront' }],
      },
      { clusterArn: arn('ecs', 'cluster/default'), clusterName: 'default', status: 'ACTIVE', capacityProviders: [] },
    ],
    services: [
      service('recommendations', {
        deployments: [
          {
            id: 'ecs-svc/1',
            status: 'PRIMARY',
            serviceConnectConfiguration: {
              enabled: true,
              namespace: 'shop.local',
              services: [{ portName: 'http', discoveryName: 'recommendations', clientAliases: [{ port: 8080 }] }],
            },
          },
        ],
        capacityProviderStrategy: [{ capacityProvider: 'FARGATE', weight: 1 }],
        platformVersion: '1.4.0',
        taskDefinition: taskArn('recommendations', 12),
        networkConfiguration: {
          awsvpcConfiguration: {
            subnets: appSubnets,
            securityGroups: [securityGroupId('web')],
            assignPublicIp: 'DISABLED',
          },
        },
        loadBalancers: targetGroups
          .slice(0, 1)
          .flatMap(({ TargetGroupArn }) => [
            { containerName: 'web', containerPort: 8080, ...(TargetGroupArn && { targetGroupArn: TargetGroupArn }) },
          ]),
        roleArn: `arn:aws:iam::${accountId}:role/aws-service-role/ecs.amazonaws.com/AWSServiceRoleForECS`,
      }),
      service('reviews', {
        launchType: 'EC2',
        taskDefinition: taskArn('reviews', 3),
        loadBalancers: [{ loadBalancerName: 'legacy', containerName: 'web', containerPort: 80 }],
        serviceRegistries: [{ registryArn: discoveryArn }],
      }),
    ],
    taskDefinitions: [
      taskDefinition('recommendations', 11, {}),
      taskDefinition('recommendations', 12, {
        tags: [{ key: 'team', value: 'storefront' }],
        containerDefinitions: [
          {
            name: 'web',
            image: `${registry}/storefront/recommendations:2026-10-28`,
            essential: true,
            environment: Object.entries(environmentOfEverything).map(([name, value]) => ({ name, value })),
            secrets: [
              { name: 'DATABASE_PASSWORD', valueFrom: `${secretArn('orders')}:password::` },
              { name: 'SALT', valueFrom: '/storefront/recommendations/salt' },
            ],
            logConfiguration: logs('/ecs/storefront/recommendations'),
          },
          { name: 'proxy', image: 'public.ecr.aws/nginx/nginx:1.29', essential: false },
        ],
        volumes: [{ name: 'files', efsVolumeConfiguration: { fileSystemId: resourceId('fs', 'shared files') } }],
      }),
      taskDefinition('reviews', 3, {
        networkMode: 'bridge',
        requiresCompatibilities: ['EC2'],
        containerDefinitions: [
          { name: 'web', image: '777788889999.dkr.ecr.us-east-1.amazonaws.com/shared/reviews:7', essential: true },
        ],
      }),
    ],
  },
  serviceDiscovery: {
    namespaces: [
      { Id: 'ns-shop', Arn: arn('servicediscovery', 'namespace/ns-shop'), Name: 'shop.internal', Type: 'DNS_PRIVATE' },
    ],
    services: {
      'ns-shop': [
        {
          Id: 'srv-reviews',
          Arn: discoveryArn,
          Name: 'reviews',
          Type: 'DNS_HTTP',
          InstanceCount: 2,
          DnsConfig: { RoutingPolicy: 'MULTIVALUE', DnsRecords: [{ Type: 'A', TTL: 60 }] },
        },
      ],
    },
  },
  eks: {
    clusters: [
      {
        name: 'analytics',
        arn: arn('eks', 'cluster/analytics'),
        version: '1.34',
        platformVersion: 'eks.9',
        status: 'ACTIVE',
        computeConfig: { enabled: true },
        createdAt: created,
        endpoint: `https://${hexDigits('eks analytics', 32).toUpperCase()}.gr7.${region}.eks.amazonaws.com`,
        roleArn: roleArn('kubernetes-cluster'),
        resourcesVpcConfig: {
          vpcId,
          subnetIds: appSubnets,
          securityGroupIds: [securityGroupId('worker')],
          clusterSecurityGroupId: securityGroupId('functions'),
          endpointPublicAccess: true,
          endpointPrivateAccess: false,
          publicAccessCidrs: ['203.0.113.0/24'],
        },
        logging: {
          clusterLogging: [
            { types: ['audit', 'api'], enabled: true },
            { types: ['scheduler'], enabled: false },
          ],
        },
        accessConfig: { authenticationMode: 'API' },
        encryptionConfig: [{ resources: ['secrets'], provider: { keyArn: dataKeyArn } }],
        tags: { team: 'data' },
      },
    ],
    nodegroups: [
      {
        clusterName: 'analytics',
        nodegroupName: 'general',
        nodegroupArn: arn('eks', `nodegroup/analytics/general/${uuid('node group')}`),
        version: '1.34',
        status: 'ACTIVE',
        capacityType: 'SPOT',
        instanceTypes: ['m7g.xlarge', 'm6g.xlarge'],
        amiType: 'AL2023_ARM_64_STANDARD',
        scalingConfig: { minSize: 0, maxSize: 8, desiredSize: 0 },
        subnets: appSubnets,
        nodeRole: roleArn('kubernetes-node'),
        launchTemplate: { id: resourceId('lt', 'runner'), name: 'runner', version: '4' },
        resources: { autoScalingGroups: [{ name: 'legacy-batch' }] },
        tags: { team: 'data' },
      },
    ],
    fargateProfiles: [
      {
        clusterName: 'analytics',
        fargateProfileName: 'jobs',
        fargateProfileArn: arn('eks', `fargateprofile/analytics/jobs/${uuid('fargate profile')}`),
        status: 'ACTIVE',
        podExecutionRoleArn: roleArn('kubernetes-pods'),
        subnets: appSubnets,
        selectors: [{ namespace: 'jobs' }],
        tags: {},
      },
    ],
    addons: [
      {
        clusterName: 'analytics',
        addonName: 'aws-ebs-csi-driver',
        addonArn: arn('eks', `addon/analytics/aws-ebs-csi-driver/${uuid('addon')}`),
        addonVersion: 'v1.51.0-eksbuild.1',
        status: 'ACTIVE',
        publisher: 'eks',
        serviceAccountRoleArn: roleArn('kubernetes-volumes'),
        tags: {},
      },
    ],
    podIdentityAssociations: [
      {
        clusterName: 'analytics',
        namespace: 'jobs',
        serviceAccount: 'reports',
        associationId: 'a-0f1e2d3c4b5a69788',
        associationArn: arn('eks', 'podidentityassociation/analytics/a-0f1e2d3c4b5a69788'),
        roleArn: roleArn('kubernetes-reports'),
        tags: { team: 'data' },
      },
    ],
  },
}
