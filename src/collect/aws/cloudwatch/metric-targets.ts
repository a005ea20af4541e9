/** Finds the resources that an alarm monitors, by the dimensions of its metrics. */
import type { MetricAlarm } from '@aws-sdk/client-cloudwatch'
import type { ResourceTypeName } from '../../../resource-types/all.ts'
import type { Place } from '../../references/arn.ts'

/** `namespace`: the only one in which the dimension means this. */
type Watched = { readonly dimension: string; readonly namespace?: string; readonly type: ResourceTypeName }

/** Dimensions of AWS metrics whose value is the identifier of a resource, with its type. */
export const watchedTypes: readonly Watched[] = [
  { dimension: 'ApiId', namespace: 'AWS/ApiGateway', type: 'AWS::ApiGatewayV2::Api' },
  { dimension: 'AutoScalingGroupName', type: 'AWS::AutoScaling::AutoScalingGroup' },
  { dimension: 'DBClusterIdentifier', type: 'AWS::RDS::DBCluster' },
  { dimension: 'DBInstanceIdentifier', type: 'AWS::RDS::DBInstance' },
  { dimension: 'DeliveryStreamName', namespace: 'AWS/Firehose', type: 'AWS::KinesisFirehose::DeliveryStream' },
  { dimension: 'DomainName', namespace: 'AWS/ES', type: 'AWS::OpenSearchService::Domain' },
  { dimension: 'FunctionName', type: 'AWS::Lambda::Function' },
  { dimension: 'InstanceId', type: 'AWS::EC2::Instance' },
  { dimension: 'LoadBalancer', type: 'AWS::ElasticLoadBalancingV2::LoadBalancer' },
  { dimension: 'NatGatewayId', type: 'AWS::EC2::NatGateway' },
  { dimension: 'QueueName', type: 'AWS::SQS::Queue' },
  { dimension: 'StateMachineArn', type: 'AWS::StepFunctions::StateMachine' },
  { dimension: 'StreamName', namespace: 'AWS/Kinesis', type: 'AWS::Kinesis::Stream' },
  { dimension: 'TableName', type: 'AWS::DynamoDB::Table' },
  { dimension: 'TargetGroup', type: 'AWS::ElasticLoadBalancingV2::TargetGroup' },
]

/** Metrics of other accounts and custom metrics have no resources here. */
export function metricTargets(
  alarm: MetricAlarm,
  { dimension, namespace = '' }: Pick<Watched, 'dimension' | 'namespace'>,
  place: Pick<Place, 'accountNumber'>,
): readonly string[] {
  const metrics = (alarm.Metrics ?? [])
    .filter(({ AccountId = place.accountNumber }) => AccountId === place.accountNumber)
    .flatMap(({ MetricStat }) => MetricStat?.Metric ?? [])
  return [alarm, ...metrics]
    .filter(({ Namespace }) => (namespace === '' ? Namespace?.startsWith('AWS/') === true : Namespace === namespace))
    .flatMap(({ Dimensions = [] }) => Dimensions)
    .filter(({ Name }) => Name === dimension)
    .flatMap(({ Value }) => Value?.replace(/^targetgroup\//, '') ?? [])
}
