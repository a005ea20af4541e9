/** What a world is: accounts with their roles, regions, refusals and resources, as plain data in the SDK's own shapes. */
import type { ApiGatewayData } from './data/api-gateway.ts'
import type { ApiGatewayV2Data } from './data/apigatewayv2.ts'
import type { AppSyncData } from './data/appsync.ts'
import type { AutoScalingData } from './data/auto-scaling.ts'
import type { BackupData } from './data/backup.ts'
import type { CognitoData } from './data/cognito-identity-provider.ts'
import type { ConfigServiceData } from './data/config-service.ts'
import type { DynamoDbData } from './data/dynamodb.ts'
import type { Ec2Data } from './data/ec2.ts'
import type { EfsData } from './data/efs.ts'
import type { ElasticLoadBalancingV2Data } from './data/elastic-load-balancing-v2.ts'
import type { ElastiCacheData } from './data/elasticache.ts'
import type { EventBridgeData } from './data/eventbridge.ts'
import type { FirehoseData } from './data/firehose.ts'
import type { FsxData } from './data/fsx.ts'
import type { KafkaData } from './data/kafka.ts'
import type { KinesisData } from './data/kinesis.ts'
import type { LambdaData } from './data/lambda.ts'
import type { MemoryDbData } from './data/memorydb.ts'
import type { MqData } from './data/mq.ts'
import type { OpenSearchData } from './data/opensearch.ts'
import type { PipesData } from './data/pipes.ts'
import type { RdsData } from './data/rds.ts'
import type { RedshiftData } from './data/redshift.ts'
import type { ResourceExplorerData } from './data/resource-explorer-2.ts'
import type { ResourceGroupsTaggingData } from './data/resource-groups-tagging-api.ts'
import type { S3Data } from './data/s3.ts'
import type { SchedulerData } from './data/scheduler.ts'
import type { SnsData } from './data/sns.ts'
import type { SqsData } from './data/sqs.ts'
import type { StepFunctionsData } from './data/step-functions.ts'

/** The resources of one account in one region, by service. */
export type RegionData = {
  readonly apiGateway?: ApiGatewayData
  readonly apiGatewayV2?: ApiGatewayV2Data
  readonly appSync?: AppSyncData
  readonly autoScaling?: AutoScalingData
  readonly backup?: BackupData
  readonly cognito?: CognitoData
  readonly configService?: ConfigServiceData
  readonly dynamodb?: DynamoDbData
  readonly ec2?: Ec2Data
  readonly efs?: EfsData
  readonly elasticLoadBalancingV2?: ElasticLoadBalancingV2Data
  readonly elasticache?: ElastiCacheData
  readonly eventBridge?: EventBridgeData
  readonly firehose?: FirehoseData
  readonly fsx?: FsxData
  readonly kafka?: KafkaData
  readonly kinesis?: KinesisData
  readonly lambda?: LambdaData
  readonly memorydb?: MemoryDbData
  readonly mq?: MqData
  readonly opensearch?: OpenSearchData
  readonly pipes?: PipesData
  readonly rds?: RdsData
  readonly redshift?: RedshiftData
  readonly resourceExplorer?: ResourceExplorerData
  readonly resourceGroupsTagging?: ResourceGroupsTaggingData
  readonly scheduler?: SchedulerData
  readonly sns?: SnsData
  readonly sqs?: SqsData
  readonly stepFunctions?: StepFunctionsData
}

/** The resources of one account that belong to no region or whose list call answers for all regions. */
export type GlobalData = {
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
}

export type World = {
  readonly accounts: readonly WorldAccount[]
}
