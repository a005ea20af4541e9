/** The services that collectors read, each with its SDK package, loaded when a scan first needs it. */
import { defineService } from '../../cloud/service.ts'

export const ec2 = defineService(
  'ec2',
  () => import('@aws-sdk/client-ec2'),
  (sdk) => sdk.EC2Client,
)

export const elasticLoadBalancing = defineService(
  'elasticloadbalancing',
  () => import('@aws-sdk/client-elastic-load-balancing-v2'),
  (sdk) => sdk.ElasticLoadBalancingV2Client,
)

export const lambda = defineService(
  'lambda',
  () => import('@aws-sdk/client-lambda'),
  (sdk) => sdk.LambdaClient,
)

export const rds = defineService(
  'rds',
  () => import('@aws-sdk/client-rds'),
  (sdk) => sdk.RDSClient,
)

export const s3 = defineService(
  's3',
  () => import('@aws-sdk/client-s3'),
  (sdk) => sdk.S3Client,
)
