import { defineCollector, from } from '../../collector.ts'
import { inBatches } from '../../reading/in-batches.ts'
import { tagRecord } from '../../properties/tags.ts'
import { ecs, ecsCluster } from './cluster.ts'
import { serviceConnectPorts } from './service-connect-ports.ts'

/** AWS's limit for the services of one describe call. */
const batchSize = 10

/** Collects ECS services without task counts, which scaling and deployments change frequently. Only zero is kept. */
export const ecsService = defineCollector({
  type: 'AWS::ECS::Service',
  count: 'containerServices',
  scope: 'regional',
  permissions: ['ecs:ListServices', 'ecs:DescribeServices'],
  service: ecs,
  inputs: from(ecsCluster, ({ clusterArn }) => clusterArn),
  async *pages({ sdk, client }, [cluster]) {
    for await (const { serviceArns = [] } of sdk.paginateListServices({ client, pageSize: 100 }, { cluster })) {
      yield { cluster, serviceArns }
    }
  },
  async items({ cluster, serviceArns }, { sdk, client }) {
    const answers = await Promise.all(
      inBatches(serviceArns, batchSize).map((services) =>
        client.send(new sdk.DescribeServicesCommand({ cluster, services: [...services], include: ['TAGS'] })),
      ),
    )
    return answers.flatMap(({ services = [] }) => services)
  },
  resource: (service) => ({
    id: service.serviceArn,
    arn: service.serviceArn,
    name: service.serviceName,
    tags: tagRecord(service.tags),
    properties: {
      status: service.status,
      launchType: service.launchType,
      capacityProviders: service.capacityProviderStrategy?.flatMap(({ capacityProvider }) => capacityProvider ?? []),
      schedulingStrategy: service.schedulingStrategy,
      // The count of a daemon is that of its instances.
      scaledToZero: service.schedulingStrategy === 'DAEMON' ? undefined : service.desiredCount === 0,
      noTasksRunning:
        service.runningCount === undefined ? undefined : service.runningCount === 0 && service.desiredCount !== 0,
      platformVersion: service.platformVersion,
      deploymentController: service.deploymentController?.type,
      assignPublicIp: service.networkConfiguration?.awsvpcConfiguration?.assignPublicIp,
      executeCommandEnabled: service.enableExecuteCommand,
      serviceConnectPorts: serviceConnectPorts(service),
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::ECS::Cluster',
      field: 'ecs:DescribeServices services[].clusterArn',
      targets: (service) => service.clusterArn,
    },
    {
      verb: 'uses',
      type: 'AWS::ECS::TaskDefinition',
      field: 'ecs:DescribeServices services[].taskDefinition',
      targets: (service) => service.taskDefinition,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'ecs:DescribeServices services[].networkConfiguration.awsvpcConfiguration.subnets[]',
      targets: (service) => service.networkConfiguration?.awsvpcConfiguration?.subnets,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'ecs:DescribeServices services[].networkConfiguration.awsvpcConfiguration.securityGroups[]',
      targets: (service) => service.networkConfiguration?.awsvpcConfiguration?.securityGroups,
    },
    {
      verb: 'associated with',
      types: ['AWS::ElasticLoadBalancingV2::TargetGroup'],
      field: 'ecs:DescribeServices services[].loadBalancers[].targetGroupArn',
      arns: (service) => service.loadBalancers?.map(({ targetGroupArn }) => targetGroupArn),
    },
    {
      verb: 'associated with',
      type: 'AWS::ElasticLoadBalancing::LoadBalancer',
      field: 'ecs:DescribeServices services[].loadBalancers[].loadBalancerName',
      targets: (service) => service.loadBalancers?.map(({ loadBalancerName }) => loadBalancerName),
    },
    {
      verb: 'associated with',
      types: ['AWS::ServiceDiscovery::Service'],
      field: 'ecs:DescribeServices services[].serviceRegistries[].registryArn',
      arns: (service) => service.serviceRegistries?.map(({ registryArn }) => registryArn),
    },
    {
      verb: 'associated with',
      types: ['AWS::ServiceDiscovery::Service'],
      field: 'ecs:DescribeServices services[].deployments[].serviceConnectResources[].discoveryArn',
      arns: (service) =>
        service.deployments?.flatMap(({ serviceConnectResources = [] }) =>
          serviceConnectResources.map(({ discoveryArn }) => discoveryArn),
        ),
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'ecs:DescribeServices services[].roleArn',
      arns: (service) => service.roleArn,
    },
  ],
})
