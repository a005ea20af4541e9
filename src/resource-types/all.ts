/** All resource types, from the edge of a network inward: an import and a line for each service. */
import { cloudFront } from './cloudfront.ts'
import { globalAccelerator } from './global-accelerator.ts'
import { vpc } from './vpc.ts'
import { elasticLoadBalancing } from './elastic-load-balancing.ts'
import { apiGateway } from './api-gateway.ts'
import { appSync } from './appsync.ts'
import { lambda } from './lambda.ts'
import { stepFunctions } from './step-functions.ts'
import { sqs } from './sqs.ts'
import { sns } from './sns.ts'
import { eventBridge } from './eventbridge.ts'
import { kinesis } from './kinesis.ts'
import { dataFirehose } from './data-firehose.ts'
import { dynamoDB } from './dynamodb.ts'
import { s3 } from './s3.ts'
import { ec2 } from './ec2.ts'
import { autoScaling } from './auto-scaling.ts'
import { ecs } from './ecs.ts'
import { cloudMap } from './cloud-map.ts'
import { eks } from './eks.ts'
import { batch } from './batch.ts'
import { appRunner } from './app-runner.ts'
import { elasticBeanstalk } from './elastic-beanstalk.ts'
import { codeBuild } from './codebuild.ts'
import { lightsail } from './lightsail.ts'
import { transferFamily } from './transfer-family.ts'
import { workSpaces } from './workspaces.ts'
import { bedrock } from './bedrock.ts'
import { sageMaker } from './sagemaker.ts'
import { rds } from './rds.ts'
import { documentDB } from './documentdb.ts'
import { neptune } from './neptune.ts'
import { memoryDB } from './memorydb.ts'
import { dax } from './dax.ts'
import { redshift } from './redshift.ts'
import { elastiCache } from './elasticache.ts'
import { openSearch } from './opensearch.ts'
import { msk } from './msk.ts'
import { mq } from './mq.ts'
import { efs } from './efs.ts'
import { fSx } from './fsx.ts'
import { cloudWatch } from './cloudwatch.ts'
import { backup } from './backup.ts'
import { glue } from './glue.ts'
import { certificateManager } from './certificate-manager.ts'
import { config } from './config.ts'
import { vpn } from './vpn.ts'
import { directConnect } from './direct-connect.ts'
import { route53Resolver } from './route-53-resolver.ts'
import { networkFirewall } from './network-firewall.ts'
import { route53 } from './route-53.ts'
import { iam } from './iam.ts'
import { kms } from './kms.ts'
import { cloudWatchLogs } from './cloudwatch-logs.ts'
import { systemsManager } from './systems-manager.ts'
import { eventBridgePipes } from './eventbridge-pipes.ts'
import { ecr } from './ecr.ts'
import { eventBridgeScheduler } from './eventbridge-scheduler.ts'
import { secretsManager } from './secrets-manager.ts'
import { ebs } from './ebs.ts'
import { cloudFormation } from './cloudformation.ts'
import { cloudTrail } from './cloudtrail.ts'
import { transitGateway } from './transit-gateway.ts'
import { cognito } from './cognito.ts'
import { waf } from './waf.ts'
import { athena } from './athena.ts'

export const resourceTypes = {
  ...cloudFront,
  ...globalAccelerator,
  ...vpc,
  ...elasticLoadBalancing,
  ...apiGateway,
  ...appSync,
  ...lambda,
  ...stepFunctions,
  ...sqs,
  ...sns,
  ...eventBridge,
  ...kinesis,
  ...dataFirehose,
  ...dynamoDB,
  ...s3,
  ...ec2,
  ...autoScaling,
  ...ecs,
  ...cloudMap,
  ...eks,
  ...batch,
  ...appRunner,
  ...elasticBeanstalk,
  ...codeBuild,
  ...lightsail,
  ...transferFamily,
  ...workSpaces,
  ...bedrock,
  ...sageMaker,
  ...rds,
  ...documentDB,
  ...neptune,
  ...memoryDB,
  ...dax,
  ...redshift,
  ...elastiCache,
  ...openSearch,
  ...msk,
  ...mq,
  ...efs,
  ...fSx,
  ...cloudWatch,
  ...backup,
  ...glue,
  ...certificateManager,
  ...config,
  ...vpn,
  ...directConnect,
  ...route53Resolver,
  ...networkFirewall,
  ...route53,
  ...iam,
  ...kms,
  ...cloudWatchLogs,
  ...systemsManager,
  ...eventBridgePipes,
  ...ecr,
  ...eventBridgeScheduler,
  ...secretsManager,
  ...ebs,
  ...cloudFormation,
  ...cloudTrail,
  ...transitGateway,
  ...cognito,
  ...waf,
  ...athena,
}

export type ResourceTypeName = keyof typeof resourceTypes
