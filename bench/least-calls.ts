/** Computes the minimum number of calls for a region, with the documented maximum sizes of pages and batches. */
import type { DomainName } from '@aws-sdk/client-api-gateway'
import type { DistributionSummary } from '@aws-sdk/client-cloudfront'
import type { ManagedPrefixList } from '@aws-sdk/client-ec2'
import { mostWithAccess } from '../src/collect/aws/lambda/function.ts'
import { mostShares } from '../src/collect/properties/shared-with.ts'
import type { SimulatedCall } from '../src/simulated/answer-request.ts'
import type { GlobalData, RegionData } from '../src/simulated/world.ts'

type Items = readonly unknown[] | undefined
type LeastCalls = (region: RegionData, global: GlobalData) => number

/** The calls of a list, which takes one call even if it is empty. */
const pages = (items: Items, size: number) => Math.max(1, Math.ceil((items?.length ?? 0) / size))
/** The calls for items by identifier. */
const batches = (items: Items, size: number) => Math.ceil((items?.length ?? 0) / size)
const each = (items: Items) => items?.length ?? 0
const distinct = (items: Items) => [...new Set(items)].filter((item) => item !== undefined)

/** A scan requests the access of the first functions only. */
const askedFunctions = (functions: Items) => Math.min(each(functions), mostWithAccess)

/** A scan requests the accounts of the first copies only. */
const askedCopies = (copies: Items) => Math.min(each(copies), mostShares)

/** Others can't be shared. */
const isManual = ({ SnapshotType }: { readonly SnapshotType?: string | undefined }) => SnapshotType === 'manual'

/** The buckets of the bench's one region. */
const bucketsHere = ({ s3 }: GlobalData) =>
  s3?.buckets?.filter(({ BucketRegion }) => BucketRegion === 'us-east-1') ?? []

const hasMappings = ({ routingMode }: DomainName) => routingMode !== 'ROUTING_RULE_ONLY'

const isRegional = ({ ARN }: { readonly ARN?: string | undefined }) => ARN?.includes(':regional/') === true
const regionalAcls = ({ wafv2 }: RegionData) => wafv2?.webAcls?.filter(isRegional)

/** Only these may log to the region: the list omits where. Records may lead from a name of the customer's own to the region. */
const mayLeadHere = ({ Origins, ViewerCertificate }: DistributionSummary) =>
  ViewerCertificate?.ACMCertificateArn !== undefined ||
  (Origins?.Items ?? []).some(({ DomainName = '' }) => {
    const isOfProvider = /\.(?:amazonaws\.com|on\.aws)$/u.test(DomainName)
    return !isOfProvider || DomainName.includes('us-east-1') || DomainName.endsWith('.s3.amazonaws.com')
  })

/** The provider's own lists have thousands of addresses. Those in routes and rules decide about access. */
function isOwnOrUsed({ routeTables, securityGroups }: NonNullable<RegionData['ec2']>) {
  const users = JSON.stringify([routeTables, securityGroups])
  return ({ OwnerId, PrefixListId = '' }: ManagedPrefixList) => OwnerId !== 'AWS' || users.includes(`"${PrefixListId}"`)
}

const aliasesWithUrl = (lambda: RegionData['lambda']) =>
  lambda?.functions
    ?.slice(0, mostWithAccess)
    .flatMap(({ FunctionName = '' }) => lambda.urls?.[FunctionName] ?? [])
    .filter(({ FunctionArn }) => FunctionArn?.split(':')[7] !== undefined)

const protectedCounts = ({ appRunner, cognito, elasticLoadBalancingV2 }: RegionData) => [
  each(appRunner?.services),
  each(cognito?.userPools),
  each(elasticLoadBalancingV2?.loadBalancers?.filter(({ Type }) => Type === 'application')),
]

/** Sources of the sizes: the parameter constraints in AWS's API references. */
const leastCalls: Readonly<Record<string, LeastCalls>> = {
  'acm ListCertificates': ({ acm }) => pages(acm?.certificates, 1000),
  // A domain name that only has routing rules has no mappings.
  'api-gateway GetBasePathMappings': ({ apiGateway, apiGatewayV2 }) =>
    each(apiGateway?.domainNames?.filter(hasMappings)) - each(apiGatewayV2?.domainNames),
  'api-gateway GetResources': ({ apiGateway }) => each(apiGateway?.restApis),
  'api-gateway GetStages': ({ apiGateway }) => each(apiGateway?.restApis),
  'apigatewayv2 GetApiMappings': ({ apiGatewayV2 }) => each(apiGatewayV2?.domainNames),
  'apigatewayv2 ListRoutingRules': ({ apiGatewayV2 }) => each(apiGatewayV2?.ruledDomainNames),
  'apigatewayv2 GetIntegrations': ({ apiGatewayV2 }) => each(apiGatewayV2?.apis),
  'apigatewayv2 GetRoutes': ({ apiGatewayV2 }) => each(apiGatewayV2?.apis),
  'apigatewayv2 GetStages': ({ apiGatewayV2 }) => each(apiGatewayV2?.apis),
  'apprunner DescribeService': ({ appRunner }) => each(appRunner?.services),
  'apprunner ListServices': ({ appRunner }) => pages(appRunner?.services, 20),
  'appsync ListDataSources': ({ appSync }) => each(appSync?.graphqlApis),
  'appsync ListGraphqlApis': ({ appSync }) => pages(appSync?.graphqlApis, 25),
  'athena ListWorkGroups': ({ athena }) => pages(athena?.workGroups, 50),
  'auto-scaling DescribeAutoScalingGroups': ({ autoScaling }) => pages(autoScaling?.autoScalingGroups, 100),
  'backup GetBackupVaultAccessPolicy': ({ backup }) => each(backup?.vaults),
  'backup GetBackupPlan': ({ backup }) => each(backup?.plans),
  'bedrock-agent GetAgent': ({ bedrockAgent }) => each(bedrockAgent?.agents),
  'cloudfront GetDistributionConfig': (_, { cloudFront }) => each(cloudFront?.distributions?.filter(mayLeadHere)),
  'cloudwatch DescribeAlarms': ({ cloudWatch }) =>
    pages([...(cloudWatch?.metricAlarms ?? []), ...(cloudWatch?.compositeAlarms ?? [])], 100),
  'cloudwatch-logs DescribeLogGroups': ({ cloudWatchLogs }) => pages(cloudWatchLogs?.logGroups, 50),
  'cognito-identity-provider DescribeUserPool': ({ cognito }) => each(cognito?.userPools),
  'cognito-identity-provider ListUserPools': ({ cognito }) => pages(cognito?.userPools, 60),
  'dax ListTags': ({ dax }) => each(dax?.clusters),
  'direct-connect DescribeDirectConnectGatewayAssociations': ({ ec2 }, { directConnect }) =>
    each(directConnect?.directConnectGateways) + each(ec2?.vpnGateways),
  'dynamodb DescribeTable': ({ dynamodb }) => each(dynamodb?.tables),
  'dynamodb ListTables': ({ dynamodb }) => pages(dynamodb?.tables, 100),
  'ec2 DescribeClientVpnAuthorizationRules': ({ ec2 }) => each(ec2?.clientVpnEndpoints),
  'ec2 DescribeClientVpnTargetNetworks': ({ ec2 }) => each(ec2?.clientVpnEndpoints),
  'ec2 DescribeImageAttribute': ({ ec2 }) =>
    askedCopies(
      ec2?.images?.filter(
        ({ Public, ImageOwnerAlias, State = 'available' }) =>
          Public !== true && ImageOwnerAlias === undefined && State === 'available',
      ),
    ),
  'ec2 DescribeSnapshotAttribute': ({ ec2 }) =>
    askedCopies(ec2?.snapshots?.filter(({ SnapshotId = '' }) => ec2.publicSnapshots?.includes(SnapshotId) !== true)),
  'ec2 GetManagedPrefixListEntries': ({ ec2 }) => each(ec2?.managedPrefixLists?.filter(isOwnOrUsed(ec2))),
  'ec2 SearchTransitGatewayRoutes': ({ ec2 }) => each(ec2?.transitGatewayRouteTables),
  // The account's own, and those of instances.
  'ec2 DescribeImages': ({ ec2 }) =>
    pages(
      ec2?.images?.filter(({ ImageOwnerAlias }) => ImageOwnerAlias === undefined),
      1000,
    ) +
    batches(distinct(ec2?.reservations?.flatMap(({ Instances = [] }) => Instances.map(({ ImageId }) => ImageId))), 200),
  'ec2 DescribeInstances': ({ ec2 }) =>
    pages(
      ec2?.reservations?.flatMap(({ Instances = [] }) => Instances),
      1000,
    ),
  'ec2 DescribeNetworkInterfaces': ({ ec2 }) => pages(ec2?.networkInterfaces, 1000),
  'ec2 DescribeRouteTables': ({ ec2 }) => pages(ec2?.routeTables, 100),
  'ec2 DescribeSecurityGroups': ({ ec2 }) => pages(ec2?.securityGroups, 1000),
  // All, and the public ones.
  'ec2 DescribeSnapshots': ({ ec2 }) => pages(ec2?.snapshots, 1000) + pages(ec2?.publicSnapshots, 1000),
  'ec2 DescribeSubnets': ({ ec2 }) => pages(ec2?.subnets, 1000),
  'ec2 DescribeVolumes': ({ ec2 }) => pages(ec2?.volumes, 1000),
  'ecr GetRepositoryPolicy': ({ ecr }) => each(ecr?.repositories),
  'ecs DescribeClusters': ({ ecs }) => batches(ecs?.clusters, 100),
  'ecs DescribeServices': ({ ecs }) =>
    Object.values(Object.groupBy(ecs?.services ?? [], ({ clusterArn = '' }) => clusterArn)).reduce(
      (sum, services) => sum + batches(services, 10),
      0,
    ),
  'ecs DescribeTaskDefinition': ({ ecs }) => each(distinct(ecs?.services?.map(({ taskDefinition }) => taskDefinition))),
  'ecs ListServices': ({ ecs }) => each(ecs?.clusters),
  'efs DescribeFileSystemPolicy': ({ efs }) => each(efs?.fileSystems),
  'efs DescribeMountTargets': ({ efs }) =>
    each(efs?.fileSystems?.filter((system) => system.NumberOfMountTargets !== 0)),
  'eks DescribeAddon': ({ eks }) => each(eks?.addons),
  'eks DescribeCluster': ({ eks }) => each(eks?.clusters),
  'eks DescribeFargateProfile': ({ eks }) => each(eks?.fargateProfiles),
  'eks DescribeNodegroup': ({ eks }) => each(eks?.nodegroups),
  'eks DescribePodIdentityAssociation': ({ eks }) => each(eks?.podIdentityAssociations),
  'eks ListAddons': ({ eks }) => each(eks?.clusters),
  'eks ListFargateProfiles': ({ eks }) => each(eks?.clusters),
  'eks ListNodegroups': ({ eks }) => each(eks?.clusters),
  'eks ListPodIdentityAssociations': ({ eks }) => each(eks?.clusters),
  'elastic-load-balancing DescribeLoadBalancerAttributes': ({ elasticLoadBalancing }) =>
    each(elasticLoadBalancing?.loadBalancers),
  'elastic-load-balancing DescribeInstanceHealth': ({ elasticLoadBalancing }) =>
    each(elasticLoadBalancing?.loadBalancers),
  'elastic-load-balancing-v2 DescribeTargetGroupAttributes': ({ elasticLoadBalancingV2 }) =>
    each(elasticLoadBalancingV2?.targetGroups),
  'elastic-load-balancing-v2 DescribeListeners': ({ elasticLoadBalancingV2 }) =>
    each(elasticLoadBalancingV2?.loadBalancers),
  'elastic-load-balancing-v2 DescribeLoadBalancerAttributes': ({ elasticLoadBalancingV2 }) =>
    each(elasticLoadBalancingV2?.loadBalancers),
  // Only application load balancers have rules.
  'elastic-load-balancing-v2 DescribeRules': ({ elasticLoadBalancingV2 }) =>
    each(elasticLoadBalancingV2?.listeners?.filter(({ ListenerArn }) => ListenerArn?.includes('/app/'))),
  'elastic-load-balancing-v2 DescribeTargetHealth': ({ elasticLoadBalancingV2 }) =>
    each(elasticLoadBalancingV2?.targetGroups),
  'elasticache DescribeCacheClusters': ({ elasticache }) => pages(elasticache?.cacheClusters, 100),
  'eventbridge DescribeEventBus': ({ eventBridge }) => each(eventBridge?.eventBuses),
  'eventbridge ListRules': ({ eventBridge }) => each(eventBridge?.eventBuses),
  'eventbridge ListTargetsByRule': ({ eventBridge }) => each(eventBridge?.rules),
  'firehose DescribeDeliveryStream': ({ firehose }) => each(firehose?.streams),
  'global-accelerator ListEndpointGroups': (_, { globalAccelerator }) => each(globalAccelerator?.listeners),
  'global-accelerator ListListeners': (_, { globalAccelerator }) => each(globalAccelerator?.accelerators),
  'iam ListRoles': (_, { iam }) => pages(iam?.roles, 1000),
  // Hosts of other clusters include their name.
  'kafka GetBootstrapBrokers': ({ kafka }) =>
    each(kafka?.clusters?.filter(({ ClusterType }) => ClusterType === 'SERVERLESS')),
  'kinesis DescribeStreamSummary': ({ kinesis }) => each(kinesis?.streams),
  // Aliases identify AWS's own keys, which aren't read further.
  'kms DescribeKey': ({ kms }) => {
    const own = kms?.aliases?.filter(({ AliasName }) => AliasName?.startsWith('alias/aws/'))
    return each(kms?.keys) - each(own?.filter(({ TargetKeyId }) => TargetKeyId !== undefined))
  },
  'kms GetKeyPolicy': ({ kms }) => each(kms?.keys?.filter(({ KeyManager }) => KeyManager !== 'AWS')),
  'kms ListAliases': ({ kms }) => pages(kms?.aliases, 100),
  // Aliases with a URL have a policy of their own.
  'lambda GetPolicy': ({ lambda }) => askedFunctions(lambda?.functions) + each(aliasesWithUrl(lambda)),
  'lambda ListEventSourceMappings': ({ lambda }) => pages(lambda?.eventSourceMappings, 100),
  'lambda ListFunctionUrlConfigs': ({ lambda }) => askedFunctions(lambda?.functions),
  // At most 50 per page, regardless of the requested size.
  'lambda ListFunctions': ({ lambda }) => pages(lambda?.functions, 50),
  'lambda ListLayers': ({ lambda }) => pages(lambda?.layers, 50),
  'mq DescribeBroker': ({ mq }) => each(mq?.brokers),
  'network-firewall DescribeFirewall': ({ networkFirewall }) => each(networkFirewall?.firewalls),
  'network-firewall DescribeFirewallPolicy': ({ networkFirewall }) => each(networkFirewall?.policies),
  'network-firewall DescribeLoggingConfiguration': ({ networkFirewall }) => each(networkFirewall?.firewalls),
  'opensearch DescribeDomains': ({ opensearch }) => batches(opensearch?.domains, 5),
  'rds DescribeDBClusters': ({ rds }) => pages(rds?.clusters, 100),
  'rds DescribeDBInstances': ({ rds }) => pages(rds?.instances, 100),
  'rds DescribeDBClusterSnapshotAttributes': ({ rds }) => askedCopies(rds?.clusterSnapshots?.filter(isManual)),
  'rds DescribeDBSnapshotAttributes': ({ rds }) => askedCopies(rds?.snapshots?.filter(isManual)),
  'rds DescribeDBProxyTargets': ({ rds }) => each(rds?.proxies),
  'redshift DescribeLoggingStatus': ({ redshift }) => each(redshift?.clusters),
  // One more call if there are accelerators, because another region lists their tags.
  'resource-groups-tagging-api GetResources': ({ resourceGroupsTagging }, { globalAccelerator }) =>
    pages(resourceGroupsTagging?.resources, 100) + batches(globalAccelerator?.accelerators, 100),
  // Only private zones have VPCs.
  'route-53 GetHostedZone': (_, { route53 }) =>
    each(route53?.hostedZones?.filter(({ Config }) => Config?.PrivateZone === true)),
  'route-53 ListHostedZones': (_, { route53 }) => pages(route53?.hostedZones, 100),
  // Zones with more than the two default records.
  'route-53 ListResourceRecordSets': (_, { route53 }) =>
    (route53?.hostedZones ?? []).reduce((sum, { Id = '', Name }) => {
      const records = route53?.records?.[Id] ?? []
      const others = records.filter((record) => record.Name !== Name || (record.Type !== 'NS' && record.Type !== 'SOA'))
      return sum + (others.length > 0 ? batches(records, 300) : 0)
    }, 0),
  'route53resolver ListResolverEndpointIpAddresses': ({ route53Resolver }) => each(route53Resolver?.resolverEndpoints),
  's3 GetBucketAcl': (_, global) =>
    each(
      bucketsHere(global).filter(
        ({ Name = '' }) => global.s3?.bucketSettings?.[Name]?.publicAccessBlock?.IgnorePublicAcls !== true,
      ),
    ),
  's3 GetBucketEncryption': (_, global) => each(bucketsHere(global)),
  's3 GetBucketLogging': (_, global) => each(bucketsHere(global)),
  's3 GetBucketNotificationConfiguration': (_, global) => each(bucketsHere(global)),
  // A restricted bucket can't be public.
  's3 GetBucketPolicyStatus': (_, global) =>
    each(
      bucketsHere(global).filter(({ Name = '' }) => {
        const block = global.s3?.bucketSettings?.[Name]?.publicAccessBlock
        return block !== undefined && block?.RestrictPublicBuckets !== true
      }),
    ),
  's3 GetPublicAccessBlock': (_, global) => each(bucketsHere(global)),
  's3 ListBuckets': (_, { s3 }) => pages(s3?.buckets, 10_000),
  'sagemaker DescribeEndpoint': ({ sagemaker }) => each(sagemaker?.endpoints),
  'sagemaker DescribeNotebookInstance': ({ sagemaker }) => each(sagemaker?.notebookInstances),
  'scheduler GetSchedule': ({ scheduler }) =>
    each(scheduler?.schedules?.filter(({ Target }) => Target?.Arn?.includes(':aws-sdk:') === true)),
  'scheduler ListSchedules': ({ scheduler }) => pages(scheduler?.schedules, 100),
  'secrets-manager GetResourcePolicy': ({ secretsManager }) => each(secretsManager?.secrets),
  'secrets-manager ListSecrets': ({ secretsManager }) => pages(secretsManager?.secrets, 100),
  'servicediscovery ListServices': ({ serviceDiscovery }) => each(serviceDiscovery?.namespaces),
  'sns GetTopicAttributes': ({ sns }) => each(sns?.topics),
  'sns ListSubscriptions': ({ sns }) => pages(sns?.subscriptions, 100),
  'sns ListTopics': ({ sns }) => pages(sns?.topics, 100),
  'sqs GetQueueAttributes': ({ sqs }) => each(sqs?.queues),
  'ssm DescribeParameters': ({ ssm }) => pages(ssm?.parameters, 50),
  'step-functions DescribeStateMachine': ({ stepFunctions }) => each(stepFunctions?.stateMachines),
  'transfer DescribeServer': ({ transfer }) => each(transfer?.servers),
  // For each type whose own list doesn't include its web ACL: one call per list or per resource, whichever is fewer.
  'wafv2 GetWebACLForResource': (region) =>
    protectedCounts(region).reduce((sum, count) => sum + (count < each(regionalAcls(region)) ? count : 0), 0),
  'wafv2 ListResourcesForWebACL': (region) =>
    protectedCounts(region).reduce(
      (sum, count) => sum + (count < each(regionalAcls(region)) ? 0 : each(regionalAcls(region))),
      0,
    ),
  // Of both scopes.
  'wafv2 ListLoggingConfigurations': () => 2,
  'wafv2 ListWebACLs': (region) =>
    pages(regionalAcls(region), 100) +
    pages(
      region.wafv2?.webAcls?.filter((acl) => !isRegional(acl)),
      100,
    ),
  'workspaces DescribeWorkspaces': ({ workspaces }) => pages(workspaces?.workspaces, 25),
}

export type CallComparison = {
  readonly made: number
  readonly least: number
  /** Operations that were called more often than necessary, the worst first. */
  readonly excess: readonly string[]
}

/**
 * An operation without a line above needs at most one call, because its list fits in one page in the bench's worlds.
 */
export function compareCalls(calls: readonly SimulatedCall[], region: RegionData, global: GlobalData): CallComparison {
  const made = Object.entries(Object.groupBy(calls, ({ service, operation }) => `${service} ${operation}`)).map(
    ([operation, group = []]) => ({
      operation,
      made: group.length,
      least: Math.max(leastCalls[operation]?.(region, global) ?? 1, 0),
    }),
  )
  return {
    made: calls.length,
    least: made.reduce((sum, { least }) => sum + least, 0),
    excess: made
      .filter((entry) => entry.made > entry.least)
      .toSorted((a, b) => b.made - b.least - (a.made - a.least))
      .map((entry) => `${entry.operation} ${entry.made} (${entry.least})`),
  }
}
