/** What a world is: accounts with their roles, regions, refusals and resources, as plain data in the SDK's own shapes. */
import type { AcmData } from './data/acm.ts'
import type { ApiGatewayData } from './data/api-gateway.ts'
import type { ApiGatewayV2Data } from './data/apigatewayv2.ts'
import type { AppRunnerData } from './data/apprunner.ts'
import type { AppSyncData } from './data/appsync.ts'
import type { AthenaData } from './data/athena.ts'
import type { AutoScalingData } from './data/auto-scaling.ts'
import type { BackupData } from './data/backup.ts'
import type { BatchData } from './data/batch.ts'
import type { BedrockAgentData } from './data/bedrock-agent.ts'
import type { CloudFormationData } from './data/cloudformation.ts'
import type { CloudFrontData } from './data/cloudfront.ts'
import type { CloudTrailData } from './data/cloudtrail.ts'
import type { CloudWatchLogsData } from './data/cloudwatch-logs.ts'
import type { CloudWatchData } from './data/cloudwatch.ts'
import type { CognitoData } from './data/cognito-identity-provider.ts'
import type { ConfigServiceData } from './data/config-service.ts'
import type { DirectConnectData, DirectConnectGlobalData } from './data/direct-connect.ts'
import type { DynamoDbData } from './data/dynamodb.ts'
import type { Ec2Data } from './data/ec2.ts'
import type { EcrData } from './data/ecr.ts'
import type { EcsData } from './data/ecs.ts'
import type { EfsData } from './data/efs.ts'
import type { EksData } from './data/eks.ts'
import type { ElasticBeanstalkData } from './data/elastic-beanstalk.ts'
import type { ElasticLoadBalancingV2Data } from './data/elastic-load-balancing-v2.ts'
import type { ElasticLoadBalancingData } from './data/elastic-load-balancing.ts'
import type { ElastiCacheData } from './data/elasticache.ts'
import type { EventBridgeData } from './data/eventbridge.ts'
import type { FirehoseData } from './data/firehose.ts'
import type { FsxData } from './data/fsx.ts'
import type { GlobalAcceleratorData } from './data/global-accelerator.ts'
import type { GlueData } from './data/glue.ts'
import type { IamData } from './data/iam.ts'
import type { KafkaData } from './data/kafka.ts'
import type { KinesisData } from './data/kinesis.ts'
import type { KmsData } from './data/kms.ts'
import type { LambdaData } from './data/lambda.ts'
import type { LightsailData } from './data/lightsail.ts'
import type { MemoryDbData } from './data/memorydb.ts'
import type { MqData } from './data/mq.ts'
import type { NetworkFirewallData } from './data/network-firewall.ts'
import type { OpenSearchData } from './data/opensearch.ts'
import type { PipesData } from './data/pipes.ts'
import type { RdsData } from './data/rds.ts'
import type { RedshiftData } from './data/redshift.ts'
import type { ResourceExplorerData } from './data/resource-explorer-2.ts'
import type { ResourceGroupsTaggingData } from './data/resource-groups-tagging-api.ts'
import type { Route53Data } from './data/route-53.ts'
import type { Route53ResolverData } from './data/route53resolver.ts'
import type { S3Data } from './data/s3.ts'
import type { SageMakerData } from './data/sagemaker.ts'
import type { SchedulerData } from './data/scheduler.ts'
import type { SecretsManagerData } from './data/secrets-manager.ts'
import type { SnsData } from './data/sns.ts'
import type { SqsData } from './data/sqs.ts'
import type { SsmData } from './data/ssm.ts'
import type { StepFunctionsData } from './data/step-functions.ts'
import type { TransferData } from './data/transfer.ts'
import type { WafData } from './data/wafv2.ts'
import type { WorkSpacesData } from './data/workspaces.ts'

/** The resources of one account in one region, by service. */
export type RegionData = {
  readonly acm?: AcmData
  readonly apiGateway?: ApiGatewayData
  readonly apiGatewayV2?: ApiGatewayV2Data
  readonly appRunner?: AppRunnerData
  readonly appSync?: AppSyncData
  readonly athena?: AthenaData
  readonly autoScaling?: AutoScalingData
  readonly backup?: BackupData
  readonly batch?: BatchData
  readonly bedrockAgent?: BedrockAgentData
  readonly cloudFormation?: CloudFormationData
  readonly cloudTrail?: CloudTrailData
  readonly cloudWatch?: CloudWatchData
  readonly cloudWatchLogs?: CloudWatchLogsData
  readonly cognito?: CognitoData
  readonly configService?: ConfigServiceData
  readonly directConnect?: DirectConnectData
  readonly dynamodb?: DynamoDbData
  readonly ec2?: Ec2Data
  readonly ecr?: EcrData
  readonly ecs?: EcsData
  readonly efs?: EfsData
  readonly eks?: EksData
  readonly elasticache?: ElastiCacheData
  readonly elasticBeanstalk?: ElasticBeanstalkData
  readonly elasticLoadBalancing?: ElasticLoadBalancingData
  readonly elasticLoadBalancingV2?: ElasticLoadBalancingV2Data
  readonly eventBridge?: EventBridgeData
  readonly firehose?: FirehoseData
  readonly fsx?: FsxData
  readonly glue?: GlueData
  readonly kafka?: KafkaData
  readonly kinesis?: KinesisData
  readonly kms?: KmsData
  readonly lambda?: LambdaData
  readonly lightsail?: LightsailData
  readonly memorydb?: MemoryDbData
  readonly mq?: MqData
  readonly networkFirewall?: NetworkFirewallData
  readonly opensearch?: OpenSearchData
  readonly pipes?: PipesData
  readonly rds?: RdsData
  readonly redshift?: RedshiftData
  readonly resourceExplorer?: ResourceExplorerData
  readonly resourceGroupsTagging?: ResourceGroupsTaggingData
  readonly route53Resolver?: Route53ResolverData
  readonly sagemaker?: SageMakerData
  readonly scheduler?: SchedulerData
  readonly secretsManager?: SecretsManagerData
  readonly sns?: SnsData
  readonly sqs?: SqsData
  readonly ssm?: SsmData
  readonly stepFunctions?: StepFunctionsData
  readonly transfer?: TransferData
  readonly wafv2?: WafData
  readonly workspaces?: WorkSpacesData
}

/** The resources of one account that belong to no region or whose list call answers for all regions. */
export type GlobalData = {
  readonly cloudFront?: CloudFrontData
  readonly directConnect?: DirectConnectGlobalData
  readonly globalAccelerator?: GlobalAcceleratorData
  readonly iam?: IamData
  readonly resourceGroupsTagging?: ResourceGroupsTaggingData
  readonly route53?: Route53Data
  readonly s3?: S3Data
}

/** Which policy refuses, in the words of the provider's access denied messages. */
export type PolicyKind =
  | 'identity-based policy'
  | 'permissions boundary'
  | 'service control policy'
  | 'resource control policy'
  | 'resource-based policy'
  | 'session policy'
  | 'VPC endpoint policy'

/** Refuses actions in one account. */
export type Denial = {
  /** IAM actions, `*` and `?` as wildcards. */
  readonly actions: readonly string[]
  readonly by: PolicyKind
  /** `true`: a statement denies it; `false`: no statement allows it. */
  readonly explicit: boolean
  /** Only in these regions; everywhere when absent. */
  readonly regions?: readonly string[]
  /** Only of calls whose parameters name one of these: a name, an id or an ARN. */
  readonly about?: readonly string[]
}

/** What happens to an account once the provider has answered an operation for the first time. */
export type WorldChange = {
  readonly after: { readonly service: string; readonly operation: string }
  /** What its services hold from then on, in every region: these members of their data, and the others as before. */
  readonly regionData?: RegionData
  readonly globalData?: GlobalData
}

export type WorldAccount = {
  readonly accountId: string
  /** `aws` when absent. */
  readonly partition?: string
  readonly roleName: string
  /** Opt-in regions that this account has enabled, beside those that need no opt-in. */
  readonly optedInRegions: readonly string[]
  readonly denials: readonly Denial[]
  readonly regions: Readonly<Record<string, RegionData>>
  readonly global: GlobalData
  readonly changes?: readonly WorldChange[]
}

export type World = {
  readonly accounts: readonly WorldAccount[]
}
