/** The simulated services, loaded when the first request for them arrives: the SDK's client packages are large. */
import { describeWireService } from './protocols/operation.ts'
import type { WireService } from './protocols/operation.ts'
import type { SimulatedService } from './service.ts'

/** A service as it is listed before anything of it is loaded. */
type Entry = {
  /** In calls, fault rules, and as its file is named. */
  readonly name: string
  /** The service of the signature's scope; several services may share one, e.g. both generations of load balancers. */
  readonly signingName: string
  readonly load: () => Promise<{ readonly service: SimulatedService }>
}

export type LoadedService = SimulatedService & Omit<Entry, 'load'> & { readonly wire: WireService }

const catalogue: readonly Entry[] = [
  { name: 'acm', signingName: 'acm', load: () => import('./services/acm.ts') },
  { name: 'api-gateway', signingName: 'apigateway', load: () => import('./services/api-gateway.ts') },
  { name: 'apigatewayv2', signingName: 'apigateway', load: () => import('./services/apigatewayv2.ts') },
  { name: 'apprunner', signingName: 'apprunner', load: () => import('./services/apprunner.ts') },
  { name: 'appsync', signingName: 'appsync', load: () => import('./services/appsync.ts') },
  { name: 'athena', signingName: 'athena', load: () => import('./services/athena.ts') },
  { name: 'auto-scaling', signingName: 'autoscaling', load: () => import('./services/auto-scaling.ts') },
  { name: 'backup', signingName: 'backup', load: () => import('./services/backup.ts') },
  { name: 'batch', signingName: 'batch', load: () => import('./services/batch.ts') },
  { name: 'bedrock-agent', signingName: 'bedrock', load: () => import('./services/bedrock-agent.ts') },
  { name: 'cloudformation', signingName: 'cloudformation', load: () => import('./services/cloudformation.ts') },
  { name: 'cloudfront', signingName: 'cloudfront', load: () => import('./services/cloudfront.ts') },
  { name: 'cloudtrail', signingName: 'cloudtrail', load: () => import('./services/cloudtrail.ts') },
  { name: 'cloudwatch', signingName: 'monitoring', load: () => import('./services/cloudwatch.ts') },
  { name: 'cloudwatch-logs', signingName: 'logs', load: () => import('./services/cloudwatch-logs.ts') },
  {
    name: 'cognito-identity-provider',
    signingName: 'cognito-idp',
    load: () => import('./services/cognito-identity-provider.ts'),
  },
  { name: 'config-service', signingName: 'config', load: () => import('./services/config-service.ts') },
  { name: 'direct-connect', signingName: 'directconnect', load: () => import('./services/direct-connect.ts') },
  { name: 'dynamodb', signingName: 'dynamodb', load: () => import('./services/dynamodb.ts') },
  { name: 'ec2', signingName: 'ec2', load: () => import('./services/ec2.ts') },
  { name: 'ecr', signingName: 'ecr', load: () => import('./services/ecr.ts') },
  { name: 'ecs', signingName: 'ecs', load: () => import('./services/ecs.ts') },
  { name: 'efs', signingName: 'elasticfilesystem', load: () => import('./services/efs.ts') },
  { name: 'eks', signingName: 'eks', load: () => import('./services/eks.ts') },
  { name: 'elastic-beanstalk', signingName: 'elasticbeanstalk', load: () => import('./services/elastic-beanstalk.ts') },
  {
    name: 'elastic-load-balancing',
    signingName: 'elasticloadbalancing',
    load: () => import('./services/elastic-load-balancing.ts'),
  },
  {
    name: 'elastic-load-balancing-v2',
    signingName: 'elasticloadbalancing',
    load: () => import('./services/elastic-load-balancing-v2.ts'),
  },
  { name: 'elasticache', signingName: 'elasticache', load: () => import('./services/elasticache.ts') },
  { name: 'eventbridge', signingName: 'events', load: () => import('./services/eventbridge.ts') },
  { name: 'firehose', signingName: 'firehose', load: () => import('./services/firehose.ts') },
  { name: 'fsx', signingName: 'fsx', load: () => import('./services/fsx.ts') },
  {
    name: 'global-accelerator',
    signingName: 'globalaccelerator',
    load: () => import('./services/global-accelerator.ts'),
  },
  { name: 'glue', signingName: 'glue', load: () => import('./services/glue.ts') },
  { name: 'iam', signingName: 'iam', load: () => import('./services/iam.ts') },
  { name: 'kafka', signingName: 'kafka', load: () => import('./services/kafka.ts') },
  { name: 'kinesis', signingName: 'kinesis', load: () => import('./services/kinesis.ts') },
  { name: 'kms', signingName: 'kms', load: () => import('./services/kms.ts') },
  { name: 'lambda', signingName: 'lambda', load: () => import('./services/lambda.ts') },
  { name: 'lightsail', signingName: 'lightsail', load: () => import('./services/lightsail.ts') },
  { name: 'memorydb', signingName: 'memorydb', load: () => import('./services/memorydb.ts') },
  { name: 'mq', signingName: 'mq', load: () => import('./services/mq.ts') },
  { name: 'network-firewall', signingName: 'network-firewall', load: () => import('./services/network-firewall.ts') },
  { name: 'opensearch', signingName: 'es', load: () => import('./services/opensearch.ts') },
  { name: 'pipes', signingName: 'pipes', load: () => import('./services/pipes.ts') },
  { name: 'rds', signingName: 'rds', load: () => import('./services/rds.ts') },
  { name: 'redshift', signingName: 'redshift', load: () => import('./services/redshift.ts') },
  {
    name: 'resource-explorer-2',
    signingName: 'resource-explorer-2',
    load: () => import('./services/resource-explorer-2.ts'),
  },
  {
    name: 'resource-groups-tagging-api',
    signingName: 'tagging',
    load: () => import('./services/resource-groups-tagging-api.ts'),
  },
  { name: 'route-53', signingName: 'route53', load: () => import('./services/route-53.ts') },
  { name: 'route53resolver', signingName: 'route53resolver', load: () => import('./services/route53resolver.ts') },
  { name: 's3', signingName: 's3', load: () => import('./services/s3.ts') },
  { name: 'sagemaker', signingName: 'sagemaker', load: () => import('./services/sagemaker.ts') },
  { name: 'scheduler', signingName: 'scheduler', load: () => import('./services/scheduler.ts') },
  { name: 'secrets-manager', signingName: 'secretsmanager', load: () => import('./services/secrets-manager.ts') },
  { name: 'sns', signingName: 'sns', load: () => import('./services/sns.ts') },
  { name: 'sqs', signingName: 'sqs', load: () => import('./services/sqs.ts') },
  { name: 'ssm', signingName: 'ssm', load: () => import('./services/ssm.ts') },
  { name: 'step-functions', signingName: 'states', load: () => import('./services/step-functions.ts') },
  { name: 'sts', signingName: 'sts', load: () => import('./services/sts.ts') },
  { name: 'transfer', signingName: 'transfer', load: () => import('./services/transfer.ts') },
  { name: 'wafv2', signingName: 'wafv2', load: () => import('./services/wafv2.ts') },
  { name: 'workspaces', signingName: 'workspaces', load: () => import('./services/workspaces.ts') },
]

export const serviceNames: readonly string[] = catalogue.map(({ name }) => name)

/** What the services' requests are signed for, each once. */
export const signingNames: readonly string[] = [...new Set(catalogue.map(({ signingName }) => signingName))]

const loaded = new Map<Entry, Promise<LoadedService>>()

/** The services that sign under this name; empty when none is simulated. */
export function loadServices(signingName: string): Promise<readonly LoadedService[]> {
  return Promise.all(catalogue.filter((entry) => entry.signingName === signingName).map(loadOnce))
}

function loadOnce(entry: Entry): Promise<LoadedService> {
  const known = loaded.get(entry)
  if (known !== undefined) return known
  const loading = entry.load().then(({ service }) => {
    const wire = describeWireService(service.module, service.client)
    return { ...service, name: entry.name, signingName: entry.signingName, wire }
  })
  loaded.set(entry, loading)
  return loading
}
