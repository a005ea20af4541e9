/** Provides the host names and resource names that environment variables of programs may contain. */
import { hostsOf, namesOf } from '../collector.ts'
import { apiHosts } from './apigateway/api-hosts.ts'
import { apiDomainHosts } from './apigateway/domain-name.ts'
import { graphqlHosts } from './appsync/graphql-hosts.ts'
import { userPool } from './cognito-idp/user-pool.ts'
import { table } from './dynamodb/table.ts'
import { ecsCluster } from './ecs/cluster.ts'
import { serviceConnectHosts } from './ecs/service-connect.ts'
import { balancerHosts } from './elasticloadbalancing/balancer-hosts.ts'
import { searchDomain } from './es/domain.ts'
import { eventBus } from './events/event-bus.ts'
import { deliveryStream } from './firehose/delivery-stream.ts'
import { brokerLabels } from './kafka/broker-labels.ts'
import { streamingCluster } from './kafka/cluster.ts'
import { stream } from './kinesis/stream.ts'
import { keyAliases } from './kms/key-aliases.ts'
import { functionUrlHosts } from './lambda/function-url-hosts.ts'
import { logGroup } from './logs/log-group.ts'
import { dbCluster } from './rds/db-cluster.ts'
import { documentDbCluster } from './rds/docdb-cluster.ts'
import { documentDbInstance } from './rds/docdb-instance.ts'
import { isRds } from './rds/engine.ts'
import { neptuneCluster } from './rds/neptune-cluster.ts'
import { neptuneInstance } from './rds/neptune-instance.ts'
import { recordNames } from './route53/record-names.ts'
import { bucket } from './s3/bucket.ts'
import { inferenceEndpoint } from './sagemaker/endpoint.ts'
import { secret } from './secretsmanager/secret.ts'
import { discoveryHosts } from './servicediscovery/service.ts'
import { topic } from './sns/topic.ts'
import { queue } from './sqs/queue.ts'
import { parameter } from './ssm/parameter.ts'
import { stateMachine } from './states/state-machine.ts'

/** Host names that don't identify their resource by themselves. */
export const settingHosts = [
  ...balancerHosts,
  ...apiHosts,
  apiDomainHosts,
  serviceConnectHosts,
  // After Service Connect: both name a service by the same default.
  discoveryHosts,
  graphqlHosts,
  // RDS, DocumentDB, and Neptune share the format of their ARNs.
  hostsOf(documentDbCluster, ({ DBClusterArn, DBClusterIdentifier }) => ({
    host: DBClusterArn,
    id: DBClusterIdentifier,
  })),
  hostsOf(neptuneCluster, ({ DBClusterArn, DBClusterIdentifier }) => ({ host: DBClusterArn, id: DBClusterIdentifier })),
  hostsOf(documentDbInstance, ({ DBInstanceArn, DBInstanceIdentifier }) => ({
    host: DBInstanceArn,
    id: DBInstanceIdentifier,
  })),
  hostsOf(neptuneInstance, ({ DBInstanceArn, DBInstanceIdentifier }) => ({
    host: DBInstanceArn,
    id: DBInstanceIdentifier,
  })),
  // A custom endpoint doesn't include the name of its cluster.
  hostsOf(dbCluster, (cluster) =>
    (isRds(cluster) ? (cluster.CustomEndpoints ?? []) : []).map((host) => ({ host, id: cluster.DBClusterIdentifier })),
  ),
  hostsOf(searchDomain, ({ DomainName, DomainEndpointOptions, EndpointV2 }) =>
    [DomainEndpointOptions?.CustomEndpoint, EndpointV2].map((host) => ({ host, id: DomainName })),
  ),
  // Hosts with ports, separated by commas.
  hostsOf(streamingCluster, ({ bootstrap, ClusterArn }) =>
    (bootstrap?.match(/[^,:]+(?=:\d)/g) ?? []).map((host) => ({ host, id: ClusterArn })),
  ),
]

/** For programs other than functions. */
export const programHosts = [...settingHosts, functionUrlHosts]

/** Plain names, such as in `TABLE_NAME=orders`. */
export const settingNames = [
  keyAliases,
  // Host names, which lead to resources, see `resourcesOfProgram`.
  recordNames,
  namesOf(bucket, ({ bucket: { Name } }) => ({ name: Name, id: Name })),
  namesOf(dbCluster, (cluster) => ({
    name: isRds(cluster) ? cluster.DBClusterIdentifier : undefined,
    id: cluster.DBClusterIdentifier,
  })),
  namesOf(deliveryStream, ({ stream: { DeliveryStreamName } }) => ({
    name: DeliveryStreamName,
    id: DeliveryStreamName,
  })),
  namesOf(ecsCluster, ({ clusterName, clusterArn }) => ({ name: clusterName, id: clusterArn })),
  namesOf(eventBus, ({ Name }) => ({ name: Name, id: Name })),
  namesOf(inferenceEndpoint, ({ EndpointName }) => ({ name: EndpointName, id: EndpointName })),
  namesOf(logGroup, ({ logGroupName }) => ({ name: logGroupName, id: logGroupName })),
  namesOf(parameter, ({ Name }) => ({ name: Name, id: Name })),
  namesOf(queue, ({ name }) => ({ name, id: name })),
  namesOf(secret, ({ secret: { Name, ARN } }) => ({ name: Name, id: ARN })),
  namesOf(stateMachine, ({ machine }) => ({ name: machine.name, id: machine.stateMachineArn })),
  namesOf(stream, (described) => ({ name: described?.StreamName, id: described?.StreamName })),
  namesOf(streamingCluster, ({ ClusterName = '', ClusterArn }) =>
    [...new Set([ClusterName, ...brokerLabels(ClusterName)])].map((name) => ({ name, id: ClusterArn })),
  ),
  namesOf(table, ({ TableName }) => ({ name: TableName, id: TableName })),
  namesOf(topic, ({ arn }) => ({ name: arn?.split(':').at(-1), id: arn })),
  namesOf(userPool, ({ pool: { Id } }) => ({ name: Id, id: Id })),
]
