/** Which resource an ARN names, under the type and the identifier that the type's own collector gives it. */
import type { ResourceReference } from '../graph/resource-graph.ts'
import { isForeign, parseArn, type Place } from './arn.ts'

/** How an ARN's last part names a resource. The captured group is its identifier; without one, the matched ARN is. */
type Form = readonly [type: string, pattern: RegExp]

/** By the ARN's service. Formats: "Resource types defined by …" in the provider's service authorization reference. */
const forms: Readonly<Record<string, readonly Form[]>> = {
  acm: [['AWS::CertificateManager::Certificate', /^certificate\/.+$/]],
  apigateway: [
    ['AWS::ApiGateway::RestApi', /^\/restapis\/([^/]+)/],
    ['AWS::ApiGatewayV2::Api', /^\/apis\/([^/]+)/],
  ],
  apprunner: [['AWS::AppRunner::Service', /^service\/.+$/]],
  appsync: [['AWS::AppSync::GraphQLApi', /^(?:apis|endpoints\/graphql-api)\/([^/]+)/]],
  autoscaling: [['AWS::AutoScaling::AutoScalingGroup', /:autoScalingGroupName\/([^:]+)/]],
  cloudformation: [['AWS::CloudFormation::Stack', /^stack\/([^/]+)/]],
  cloudfront: [['AWS::CloudFront::Distribution', /^distribution\/(.+)$/]],
  cloudwatch: [['AWS::CloudWatch::Alarm', /^alarm:(.+)$/]],
  'cognito-idp': [['AWS::Cognito::UserPool', /^userpool\/(.+)$/]],
  dynamodb: [['AWS::DynamoDB::Table', /^table\/([^/]+)/]],
  ec2: [
    ['AWS::EC2::Instance', /^instance\/(.+)$/],
    ['AWS::EC2::NetworkInterface', /^network-interface\/(.+)$/],
    ['AWS::EC2::SecurityGroup', /^security-group\/(.+)$/],
    ['AWS::EC2::Subnet', /^subnet\/(.+)$/],
    ['AWS::EC2::Volume', /^volume\/(.+)$/],
    ['AWS::EC2::VPC', /^vpc\/(.+)$/],
  ],
  ecr: [['AWS::ECR::Repository', /^repository\/(.+)$/]],
  ecs: [
    ['AWS::ECS::Cluster', /^cluster\/.+$/],
    ['AWS::ECS::Service', /^service\/.+$/],
    ['AWS::ECS::TaskDefinition', /^task-definition\/.+$/],
  ],
  eks: [['AWS::EKS::Cluster', /^cluster\/(.+)$/]],
  elasticfilesystem: [
    ['AWS::EFS::AccessPoint', /^access-point\/(.+)$/],
    ['AWS::EFS::FileSystem', /^file-system\/(.+)$/],
  ],
  elasticloadbalancing: [
    ['AWS::ElasticLoadBalancingV2::LoadBalancer', /^loadbalancer\/((?:app|net|gwy)\/.+)$/],
    ['AWS::ElasticLoadBalancing::LoadBalancer', /^loadbalancer\/([^/]+)$/],
    ['AWS::ElasticLoadBalancingV2::TargetGroup', /^targetgroup\/(.+)$/],
    ['AWS::ElasticLoadBalancingV2::Listener', /^listener\/(.+)$/],
  ],
  es: [['AWS::OpenSearchService::Domain', /^domain\/([^/]+)/]],
  events: [
    ['AWS::Events::EventBus', /^event-bus\/(.+)$/],
    ['AWS::Events::Rule', /^rule\/(.+)$/],
  ],
  // EventBridge names an API that it calls by the ARN that permits calling it.
  'execute-api': [['AWS::ApiGateway::RestApi', /^([^/]+)/]],
  firehose: [['AWS::KinesisFirehose::DeliveryStream', /^deliverystream\/(.+)$/]],
  iam: [
    ['AWS::IAM::Role', /^role\/(?:.*\/)?([^/]+)$/],
    ['AWS::IAM::InstanceProfile', /^instance-profile\/(?:.*\/)?([^/]+)$/],
  ],
  kafka: [['AWS::MSK::Cluster', /^cluster\/.+$/]],
  kinesis: [['AWS::Kinesis::Stream', /^stream\/([^/]+)/]],
  kms: [['AWS::KMS::Key', /^key\/(.+)$/]],
  lambda: [['AWS::Lambda::Function', /^function:([^:]+)/]],
  logs: [['AWS::Logs::LogGroup', /^log-group:([^:]+)/]],
  mq: [['AWS::AmazonMQ::Broker', /^broker:[^:]+:(.+)$/]],
  rds: [
    ['AWS::RDS::DBCluster', /^cluster:(.+)$/],
    ['AWS::RDS::DBInstance', /^db:(.+)$/],
  ],
  s3: [['AWS::S3::Bucket', /^([^/]+)/]],
  // What follows the name in the ARN is a key within the secret, a stage or a version of it.
  secretsmanager: [['AWS::SecretsManager::Secret', /^secret:[^:]+/]],
  sns: [['AWS::SNS::Topic', /^[^:]+$/]],
  sqs: [['AWS::SQS::Queue', /^([^:]+)$/]],
  // A version or an alias runs the machine that it belongs to.
  states: [['AWS::StepFunctions::StateMachine', /^stateMachine:[^:]+/]],
  wafv2: [['AWS::WAFv2::WebACL', /^(?:regional|global)\/webacl\/.+$/]],
}

/**
 * `undefined` for what is no ARN or names no type that is listed. A foreign resource has its ARN as identifier,
 * so that it is never taken for one of the same name at hand.
 */
export function resourceOfArn(text: string | undefined, place: Place): ResourceReference | undefined {
  // Log groups name all their streams by a wildcard; what belongs to a group is its name alone.
  const arn = parseArn(text?.replace(/:\*$/, ''))
  if (arn === undefined) return undefined
  for (const [type, pattern] of forms[arn.service] ?? []) {
    const named = pattern.exec(arn.resource)
    if (named === null) continue
    const [matched, id] = named
    const matchedArn = `arn:${arn.partition}:${arn.service}:${arn.region}:${arn.accountNumber}:${matched}`
    return { type, id: isForeign(arn, place) ? matchedArn : (id ?? matchedArn) }
  }
  return undefined
}
