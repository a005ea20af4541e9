/** Finds the resources that an alarm monitors, by the dimensions of its metrics. */
import type { MetricAlarm } from '@aws-sdk/client-cloudwatch'
import type { Place } from '../../references/arn.ts'

/** Dimensions of AWS metrics whose value is the identifier of a resource, with its type. */
export const watchedTypes = [
  { dimension: 'AutoScalingGroupName', type: 'AWS::AutoScaling::AutoScalingGroup' },
  { dimension: 'DBClusterIdentifier', type: 'AWS::RDS::DBCluster' },
  { dimension: 'DBInstanceIdentifier', type: 'AWS::RDS::DBInstance' },
  { dimension: 'FunctionName', type: 'AWS::Lambda::Function' },
  { dimension: 'InstanceId', type: 'AWS::EC2::Instance' },
  { dimension: 'LoadBalancer', type: 'AWS::ElasticLoadBalancingV2::LoadBalancer' },
  { dimension: 'NatGatewayId', type: 'AWS::EC2::NatGateway' },
  { dimension: 'QueueName', type: 'AWS::SQS::Queue' },
  { dimension: 'StateMachineArn', type: 'AWS::StepFunctions::StateMachine' },
  { dimension: 'TableName', type: 'AWS::DynamoDB::Table' },
  { dimension: 'TargetGroup', type: 'AWS::ElasticLoadBalancingV2::TargetGroup' },
] as const

/** Metrics of other accounts and custom metrics have no resources here. */
export function metricTargets(
  alarm: MetricAlarm,
  dimension: string,
  place: Pick<Place, 'accountNumber'>,
): readonly string[] {
  const metrics = (alarm.Metrics ?? [])
    .filter(({ AccountId = place.accountNumber }) => AccountId === place.accountNumber)
    .flatMap(({ MetricStat }) => MetricStat?.Metric ?? [])
  return [alarm, ...metrics]
    .filter(({ Namespace }) => Namespace?.startsWith('AWS/') === true)
    .flatMap(({ Dimensions = [] }) => Dimensions)
    .filter(({ Name }) => Name === dimension)
    .flatMap(({ Value }) => Value?.replace(/^targetgroup\//, '') ?? [])
}
