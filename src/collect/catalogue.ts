/** Every resource type that a scan reads: a line for each collector. */
import { certificate } from './aws/acm/certificate.ts'
import { httpApi } from './aws/apigateway/http-api.ts'
import { httpVpcLink } from './aws/apigateway/http-vpc-link.ts'
import { restApi } from './aws/apigateway/rest-api.ts'
import { restVpcLink } from './aws/apigateway/rest-vpc-link.ts'
import { appRunnerService } from './aws/apprunner/service.ts'
import { appRunnerVpcConnector } from './aws/apprunner/vpc-connector.ts'
import { dataSource } from './aws/appsync/data-source.ts'
import { graphqlApi } from './aws/appsync/graphql-api.ts'
import { workGroup } from './aws/athena/work-group.ts'
import { autoScalingGroup } from './aws/autoscaling/auto-scaling-group.ts'
import { backupPlan } from './aws/backup/backup-plan.ts'
import { backupVault } from './aws/backup/backup-vault.ts'
import { computeEnvironment } from './aws/batch/compute-environment.ts'
import { jobQueue } from './aws/batch/job-queue.ts'
import { agent } from './aws/bedrock/agent.ts'
import { stack } from './aws/cloudformation/stack.ts'
import { distribution } from './aws/cloudfront/distribution.ts'
import { trail } from './aws/cloudtrail/trail.ts'
import { alarm } from './aws/cloudwatch/alarm.ts'
import { compositeAlarm } from './aws/cloudwatch/composite-alarm.ts'
import { userPool } from './aws/cognito-idp/user-pool.ts'
import { configurationRecorder } from './aws/config/configuration-recorder.ts'
import { deliveryChannel } from './aws/config/delivery-channel.ts'
import { directConnectConnection } from './aws/directconnect/connection.ts'
import { directConnectGateway } from './aws/directconnect/direct-connect-gateway.ts'
import { virtualInterface } from './aws/directconnect/virtual-interface.ts'
import { table } from './aws/dynamodb/table.ts'
import { carrierGateway } from './aws/ec2/carrier-gateway.ts'
import { customerGateway } from './aws/ec2/customer-gateway.ts'
import { dhcpOptions } from './aws/ec2/dhcp-options.ts'
import { egressOnlyInternetGateway } from './aws/ec2/egress-only-internet-gateway.ts'
import { elasticIp } from './aws/ec2/elastic-ip.ts'
import { flowLog } from './aws/ec2/flow-log.ts'
import { image } from './aws/ec2/image.ts'
import { instance } from './aws/ec2/instance.ts'
import { internetGateway } from './aws/ec2/internet-gateway.ts'
import { keyPair } from './aws/ec2/key-pair.ts'
import { launchTemplate } from './aws/ec2/launch-template.ts'
import { natGateway } from './aws/ec2/nat-gateway.ts'
import { networkAcl } from './aws/ec2/network-acl.ts'
import { networkInterface } from './aws/ec2/network-interface.ts'
import { prefixList } from './aws/ec2/prefix-list.ts'
import { routeTable } from './aws/ec2/route-table.ts'
import { securityGroup } from './aws/ec2/security-group.ts'
import { snapshot } from './aws/ec2/snapshot.ts'
import { subnet } from './aws/ec2/subnet.ts'
import { transitGatewayAttachment } from './aws/ec2/transit-gateway-attachment.ts'
import { transitGatewayRouteTable } from './aws/ec2/transit-gateway-route-table.ts'
import { transitGateway } from './aws/ec2/transit-gateway.ts'
import { volume } from './aws/ec2/volume.ts'
import { vpcEndpointService } from './aws/ec2/vpc-endpoint-service.ts'
import { vpcEndpoint } from './aws/ec2/vpc-endpoint.ts'
import { vpcPeeringConnection } from './aws/ec2/vpc-peering-connection.ts'
import { vpc } from './aws/ec2/vpc.ts'
import { vpnConnection } from './aws/ec2/vpn-connection.ts'
import { vpnGateway } from './aws/ec2/vpn-gateway.ts'
import { repository } from './aws/ecr/repository.ts'
import { ecsCluster } from './aws/ecs/cluster.ts'
import { ecsService } from './aws/ecs/service.ts'
import { taskDefinition } from './aws/ecs/task-definition.ts'
import { addon } from './aws/eks/addon.ts'
import { eksCluster } from './aws/eks/cluster.ts'
import { fargateProfile } from './aws/eks/fargate-profile.ts'
import { nodegroup } from './aws/eks/nodegroup.ts'
import { cacheCluster } from './aws/elasticache/cache-cluster.ts'
import { replicationGroup } from './aws/elasticache/replication-group.ts'
import { serverlessCache } from './aws/elasticache/serverless-cache.ts'
import { cacheSubnetGroup } from './aws/elasticache/subnet-group.ts'
import { beanstalkEnvironment } from './aws/elasticbeanstalk/environment.ts'
import { accessPoint } from './aws/elasticfilesystem/access-point.ts'
import { fileSystem } from './aws/elasticfilesystem/file-system.ts'
import { mountTarget } from './aws/elasticfilesystem/mount-target.ts'
import { classicLoadBalancer } from './aws/elasticloadbalancing/classic-load-balancer.ts'
import { listenerRule } from './aws/elasticloadbalancing/listener-rule.ts'
import { listener } from './aws/elasticloadbalancing/listener.ts'
import { loadBalancer } from './aws/elasticloadbalancing/load-balancer.ts'
import { targetGroup } from './aws/elasticloadbalancing/target-group.ts'
import { searchDomain } from './aws/es/domain.ts'
import { eventBus } from './aws/events/event-bus.ts'
import { rule } from './aws/events/rule.ts'
import { deliveryStream } from './aws/firehose/delivery-stream.ts'
import { managedFileSystem } from './aws/fsx/file-system.ts'
import { accelerator } from './aws/globalaccelerator/accelerator.ts'
import { endpointGroup } from './aws/globalaccelerator/endpoint-group.ts'
import { acceleratorListener } from './aws/globalaccelerator/listener.ts'
import { crawler } from './aws/glue/crawler.ts'
import { catalogDatabase } from './aws/glue/database.ts'
import { dataJob } from './aws/glue/job.ts'
import { instanceProfile } from './aws/iam/instance-profile.ts'
import { role } from './aws/iam/role.ts'
import { streamingCluster } from './aws/kafka/cluster.ts'
import { stream } from './aws/kinesis/stream.ts'
import { key } from './aws/kms/key.ts'
import { eventSourceMapping } from './aws/lambda/event-source-mapping.ts'
import { lambdaFunction } from './aws/lambda/function.ts'
import { layerVersion } from './aws/lambda/layer-version.ts'
import { lightsailDatabase } from './aws/lightsail/database.ts'
import { lightsailInstance } from './aws/lightsail/instance.ts'
import { logDelivery } from './aws/logs/delivery.ts'
import { logGroup } from './aws/logs/log-group.ts'
import { memoryDbCluster } from './aws/memorydb/cluster.ts'
import { memoryDbSubnetGroup } from './aws/memorydb/subnet-group.ts'
import { broker } from './aws/mq/broker.ts'
import { firewallPolicy } from './aws/network-firewall/firewall-policy.ts'
import { firewall } from './aws/network-firewall/firewall.ts'
import { pipe } from './aws/pipes/pipe.ts'
import { dbCluster } from './aws/rds/db-cluster.ts'
import { dbInstance } from './aws/rds/db-instance.ts'
import { dbProxy } from './aws/rds/db-proxy.ts'
import { dbSubnetGroup } from './aws/rds/db-subnet-group.ts'
import { documentDbCluster } from './aws/rds/docdb-cluster.ts'
import { documentDbInstance } from './aws/rds/docdb-instance.ts'
import { neptuneCluster } from './aws/rds/neptune-cluster.ts'
import { neptuneInstance } from './aws/rds/neptune-instance.ts'
import { warehouseSubnetGroup } from './aws/redshift/cluster-subnet-group.ts'
import { warehouse } from './aws/redshift/cluster.ts'
import { hostedZone } from './aws/route53/hosted-zone.ts'
import { recordSet } from './aws/route53/record-set.ts'
import { dnsFirewallRuleGroup } from './aws/route53resolver/firewall-rule-group.ts'
import { queryLogConfig } from './aws/route53resolver/query-log-config.ts'
import { resolverEndpoint } from './aws/route53resolver/resolver-endpoint.ts'
import { resolverRule } from './aws/route53resolver/resolver-rule.ts'
import { bucket } from './aws/s3/bucket.ts'
import { inferenceEndpoint } from './aws/sagemaker/endpoint.ts'
import { notebookInstance } from './aws/sagemaker/notebook-instance.ts'
import { schedule } from './aws/scheduler/schedule.ts'
import { secret } from './aws/secretsmanager/secret.ts'
import { subscription } from './aws/sns/subscription.ts'
import { topic } from './aws/sns/topic.ts'
import { queue } from './aws/sqs/queue.ts'
import { parameter } from './aws/ssm/parameter.ts'
import { stateMachine } from './aws/states/state-machine.ts'
import { transferServer } from './aws/transfer/server.ts'
import { webAcl } from './aws/wafv2/web-acl.ts'
import { workspace } from './aws/workspaces/workspace.ts'
import type { Collector } from './collector.ts'
import { keepEverything, type KeepRule } from '../graph/keep.ts'
import { otherResources } from './other-resources.ts'

const collectors: readonly Collector[] = [
  accelerator,
  acceleratorListener,
  accessPoint,
  addon,
  agent,
  alarm,
  appRunnerService,
  appRunnerVpcConnector,
  autoScalingGroup,
  backupPlan,
  backupVault,
  beanstalkEnvironment,
  broker,
  bucket,
  cacheCluster,
  cacheSubnetGroup,
  carrierGateway,
  catalogDatabase,
  certificate,
  classicLoadBalancer,
  compositeAlarm,
  computeEnvironment,
  configurationRecorder,
  crawler,
  customerGateway,
  dataJob,
  dataSource,
  dbCluster,
  dbInstance,
  dbProxy,
  dbSubnetGroup,
  deliveryChannel,
  deliveryStream,
  dhcpOptions,
  directConnectConnection,
  directConnectGateway,
  distribution,
  dnsFirewallRuleGroup,
  documentDbCluster,
  documentDbInstance,
  ecsCluster,
  ecsService,
  egressOnlyInternetGateway,
  eksCluster,
  elasticIp,
  endpointGroup,
  eventBus,
  eventSourceMapping,
  fargateProfile,
  fileSystem,
  firewall,
  firewallPolicy,
  flowLog,
  graphqlApi,
  hostedZone,
  httpApi,
  httpVpcLink,
  image,
  inferenceEndpoint,
  instance,
  instanceProfile,
  internetGateway,
  jobQueue,
  key,
  keyPair,
  lambdaFunction,
  launchTemplate,
  layerVersion,
  lightsailDatabase,
  lightsailInstance,
  listener,
  listenerRule,
  loadBalancer,
  logDelivery,
  logGroup,
  managedFileSystem,
  memoryDbCluster,
  memoryDbSubnetGroup,
  mountTarget,
  natGateway,
  neptuneCluster,
  neptuneInstance,
  networkAcl,
  networkInterface,
  nodegroup,
  notebookInstance,
  parameter,
  pipe,
  prefixList,
  queryLogConfig,
  queue,
  recordSet,
  replicationGroup,
  repository,
  resolverEndpoint,
  resolverRule,
  restApi,
  restVpcLink,
  role,
  routeTable,
  rule,
  schedule,
  searchDomain,
  secret,
  securityGroup,
  serverlessCache,
  snapshot,
  stack,
  stateMachine,
  stream,
  streamingCluster,
  subnet,
  subscription,
  table,
  targetGroup,
  taskDefinition,
  topic,
  trail,
  transferServer,
  transitGateway,
  transitGatewayAttachment,
  transitGatewayRouteTable,
  userPool,
  virtualInterface,
  volume,
  vpc,
  vpcEndpoint,
  vpcEndpointService,
  vpcPeeringConnection,
  vpnConnection,
  vpnGateway,
  warehouse,
  warehouseSubnetGroup,
  webAcl,
  workGroup,
  workspace,
]

/** Every type that a scan reads, and the count of everything else. */
export const catalogue: readonly Collector[] = [
  ...collectors,
  otherResources({
    types: new Set(collectors.map(({ type }) => type)),
    services: new Set(collectors.map(({ serviceName }) => serviceName)),
  }),
]

/** The IAM actions of a whole scan, sorted: what the role's policy grants, and nothing more. */
export const catalogueActions: readonly string[] = [
  ...new Set(catalogue.flatMap(({ permissions }) => permissions)),
].toSorted()

const keepRules = new Map(collectors.map((collector) => [collector.type, keepRule(collector)]))

/** What of a type's list belongs into the graph of a region. */
export function keepOf(type: string): KeepRule {
  return keepRules.get(type) ?? keepEverything
}

function keepRule({ type, keep, targetTypes }: Collector): KeepRule {
  if (keep === 'all') return keepEverything
  const pointers = collectors.filter((collector) => collector.targetTypes.includes(type)).map((pointer) => pointer.type)
  const known = new Set(collectors.map((collector) => collector.type))
  const targets = targetTypes.filter((target) => known.has(target))
  const decidedBy = {
    'pointed to': pointers,
    'pointing to': targets,
    connected: [...new Set([...pointers, ...targets])],
  }
  return { keep, decidedBy: decidedBy[keep] }
}
