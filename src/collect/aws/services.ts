/** The services that collectors read, each with its SDK package, loaded when a scan first needs it. */
import { defineService, globalRegions } from '../../cloud/service.ts'

export const acm = defineService(
  'acm',
  () => import('@aws-sdk/client-acm'),
  (sdk) => sdk.ACMClient,
)

export const apiGateway = defineService(
  'apigateway',
  () => import('@aws-sdk/client-api-gateway'),
  (sdk) => sdk.APIGatewayClient,
)

export const apiGatewayV2 = defineService(
  'apigateway',
  () => import('@aws-sdk/client-apigatewayv2'),
  (sdk) => sdk.ApiGatewayV2Client,
)

export const appRunner = defineService(
  'apprunner',
  () => import('@aws-sdk/client-apprunner'),
  (sdk) => sdk.AppRunnerClient,
)

export const appSync = defineService(
  'appsync',
  () => import('@aws-sdk/client-appsync'),
  (sdk) => sdk.AppSyncClient,
)

export const athena = defineService(
  'athena',
  () => import('@aws-sdk/client-athena'),
  (sdk) => sdk.AthenaClient,
)

export const autoScaling = defineService(
  'autoscaling',
  () => import('@aws-sdk/client-auto-scaling'),
  (sdk) => sdk.AutoScalingClient,
)

export const backup = defineService(
  'backup',
  () => import('@aws-sdk/client-backup'),
  (sdk) => sdk.BackupClient,
)

export const batch = defineService(
  'batch',
  () => import('@aws-sdk/client-batch'),
  (sdk) => sdk.BatchClient,
)

export const bedrock = defineService(
  'bedrock',
  () => import('@aws-sdk/client-bedrock-agent'),
  (sdk) => sdk.BedrockAgentClient,
)

export const classicLoadBalancing = defineService(
  'elasticloadbalancing',
  () => import('@aws-sdk/client-elastic-load-balancing'),
  (sdk) => sdk.ElasticLoadBalancingClient,
)

export const cloudFormation = defineService(
  'cloudformation',
  () => import('@aws-sdk/client-cloudformation'),
  (sdk) => sdk.CloudFormationClient,
)

export const cloudFront = defineService(
  'cloudfront',
  () => import('@aws-sdk/client-cloudfront'),
  (sdk) => sdk.CloudFrontClient,
  globalRegions,
)

export const cloudTrail = defineService(
  'cloudtrail',
  () => import('@aws-sdk/client-cloudtrail'),
  (sdk) => sdk.CloudTrailClient,
)

export const cloudWatch = defineService(
  'cloudwatch',
  () => import('@aws-sdk/client-cloudwatch'),
  (sdk) => sdk.CloudWatchClient,
)

export const cognito = defineService(
  'cognito-idp',
  () => import('@aws-sdk/client-cognito-identity-provider'),
  (sdk) => sdk.CognitoIdentityProviderClient,
)

export const config = defineService(
  'config',
  () => import('@aws-sdk/client-config-service'),
  (sdk) => sdk.ConfigServiceClient,
)

export const directConnect = defineService(
  'directconnect',
  () => import('@aws-sdk/client-direct-connect'),
  (sdk) => sdk.DirectConnectClient,
)

export const dynamodb = defineService(
  'dynamodb',
  () => import('@aws-sdk/client-dynamodb'),
  (sdk) => sdk.DynamoDBClient,
)

export const ec2 = defineService(
  'ec2',
  () => import('@aws-sdk/client-ec2'),
  (sdk) => sdk.EC2Client,
)

export const ecr = defineService(
  'ecr',
  () => import('@aws-sdk/client-ecr'),
  (sdk) => sdk.ECRClient,
)

export const ecs = defineService(
  'ecs',
  () => import('@aws-sdk/client-ecs'),
  (sdk) => sdk.ECSClient,
)

export const eks = defineService(
  'eks',
  () => import('@aws-sdk/client-eks'),
  (sdk) => sdk.EKSClient,
)

export const elastiCache = defineService(
  'elasticache',
  () => import('@aws-sdk/client-elasticache'),
  (sdk) => sdk.ElastiCacheClient,
)

export const elasticBeanstalk = defineService(
  'elasticbeanstalk',
  () => import('@aws-sdk/client-elastic-beanstalk'),
  (sdk) => sdk.ElasticBeanstalkClient,
)

export const elasticFileSystem = defineService(
  'elasticfilesystem',
  () => import('@aws-sdk/client-efs'),
  (sdk) => sdk.EFSClient,
)

export const elasticLoadBalancing = defineService(
  'elasticloadbalancing',
  () => import('@aws-sdk/client-elastic-load-balancing-v2'),
  (sdk) => sdk.ElasticLoadBalancingV2Client,
)

export const eventBridge = defineService(
  'events',
  () => import('@aws-sdk/client-eventbridge'),
  (sdk) => sdk.EventBridgeClient,
)

export const firehose = defineService(
  'firehose',
  () => import('@aws-sdk/client-firehose'),
  (sdk) => sdk.FirehoseClient,
)

export const fsx = defineService(
  'fsx',
  () => import('@aws-sdk/client-fsx'),
  (sdk) => sdk.FSxClient,
)

export const globalAccelerator = defineService(
  'globalaccelerator',
  () => import('@aws-sdk/client-global-accelerator'),
  (sdk) => sdk.GlobalAcceleratorClient,
  { aws: 'us-west-2' },
)

export const glue = defineService(
  'glue',
  () => import('@aws-sdk/client-glue'),
  (sdk) => sdk.GlueClient,
)

export const iam = defineService(
  'iam',
  () => import('@aws-sdk/client-iam'),
  (sdk) => sdk.IAMClient,
  globalRegions,
)

export const kafka = defineService(
  'kafka',
  () => import('@aws-sdk/client-kafka'),
  (sdk) => sdk.KafkaClient,
)

export const kinesis = defineService(
  'kinesis',
  () => import('@aws-sdk/client-kinesis'),
  (sdk) => sdk.KinesisClient,
)

export const kms = defineService(
  'kms',
  () => import('@aws-sdk/client-kms'),
  (sdk) => sdk.KMSClient,
)

export const lambda = defineService(
  'lambda',
  () => import('@aws-sdk/client-lambda'),
  (sdk) => sdk.LambdaClient,
)

export const lightsail = defineService(
  'lightsail',
  () => import('@aws-sdk/client-lightsail'),
  (sdk) => sdk.LightsailClient,
)

export const logs = defineService(
  'logs',
  () => import('@aws-sdk/client-cloudwatch-logs'),
  (sdk) => sdk.CloudWatchLogsClient,
)

export const memoryDb = defineService(
  'memorydb',
  () => import('@aws-sdk/client-memorydb'),
  (sdk) => sdk.MemoryDBClient,
)

export const mq = defineService(
  'mq',
  () => import('@aws-sdk/client-mq'),
  (sdk) => sdk.MqClient,
)

export const networkFirewall = defineService(
  'network-firewall',
  () => import('@aws-sdk/client-network-firewall'),
  (sdk) => sdk.NetworkFirewallClient,
)

export const openSearch = defineService(
  'es',
  () => import('@aws-sdk/client-opensearch'),
  (sdk) => sdk.OpenSearchClient,
)

export const pipes = defineService(
  'pipes',
  () => import('@aws-sdk/client-pipes'),
  (sdk) => sdk.PipesClient,
)

export const rds = defineService(
  'rds',
  () => import('@aws-sdk/client-rds'),
  (sdk) => sdk.RDSClient,
)

export const redshift = defineService(
  'redshift',
  () => import('@aws-sdk/client-redshift'),
  (sdk) => sdk.RedshiftClient,
)

export const resourceExplorer = defineService(
  'resource-explorer-2',
  () => import('@aws-sdk/client-resource-explorer-2'),
  (sdk) => sdk.ResourceExplorer2Client,
)

export const route53 = defineService(
  'route53',
  () => import('@aws-sdk/client-route-53'),
  (sdk) => sdk.Route53Client,
  globalRegions,
)

export const route53Resolver = defineService(
  'route53resolver',
  () => import('../../sdk/route53resolver/route53resolver.ts'),
  (sdk) => sdk.Route53ResolverClient,
)

export const s3 = defineService(
  's3',
  () => import('@aws-sdk/client-s3'),
  (sdk) => sdk.S3Client,
)

export const sageMaker = defineService(
  'sagemaker',
  () => import('@aws-sdk/client-sagemaker'),
  (sdk) => sdk.SageMakerClient,
)

export const scheduler = defineService(
  'scheduler',
  () => import('@aws-sdk/client-scheduler'),
  (sdk) => sdk.SchedulerClient,
)

export const secretsManager = defineService(
  'secretsmanager',
  () => import('@aws-sdk/client-secrets-manager'),
  (sdk) => sdk.SecretsManagerClient,
)

export const sns = defineService(
  'sns',
  () => import('@aws-sdk/client-sns'),
  (sdk) => sdk.SNSClient,
)

export const sqs = defineService(
  'sqs',
  () => import('@aws-sdk/client-sqs'),
  (sdk) => sdk.SQSClient,
)

export const ssm = defineService(
  'ssm',
  () => import('@aws-sdk/client-ssm'),
  (sdk) => sdk.SSMClient,
)

export const stepFunctions = defineService(
  'states',
  () => import('@aws-sdk/client-sfn'),
  (sdk) => sdk.SFNClient,
)

export const tagging = defineService(
  'tag',
  () => import('@aws-sdk/client-resource-groups-tagging-api'),
  (sdk) => sdk.ResourceGroupsTaggingAPIClient,
)

export const transfer = defineService(
  'transfer',
  () => import('@aws-sdk/client-transfer'),
  (sdk) => sdk.TransferClient,
)

export const waf = defineService(
  'wafv2',
  () => import('@aws-sdk/client-wafv2'),
  (sdk) => sdk.WAFV2Client,
)

export const workSpaces = defineService(
  'workspaces',
  () => import('@aws-sdk/client-workspaces'),
  (sdk) => sdk.WorkSpacesClient,
)
