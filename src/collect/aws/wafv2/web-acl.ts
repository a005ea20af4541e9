import type { LoggingConfiguration, ResourceType, Scope, WAFV2Client, WebACLSummary } from '@aws-sdk/client-wafv2'
import { defineService } from '../../../cloud/service.ts'
import { type CallContext, defineCollector } from '../../collector.ts'
import { tokenPages } from '../../reading/token-pages.ts'
import { appRunnerService } from '../apprunner/service.ts'
import { userPool, userPoolArn } from '../cognito-idp/user-pool.ts'
import { loadBalancer } from '../elasticloadbalancing/load-balancer.ts'

export const waf = defineService(
  'wafv2',
  () => import('@aws-sdk/client-wafv2'),
  (sdk) => sdk.WAFV2Client,
)

type Context = CallContext<typeof import('@aws-sdk/client-wafv2'), WAFV2Client>

type ProtectedKind = {
  readonly kind: ResourceType
  /** Returns the ARNs of all resources of the type; `undefined` if they aren't known. */
  readonly arns: (context: Context) => Promise<readonly string[] | undefined>
}

/**
 * The resource types whose own responses omit their web ACL. GraphQL APIs (`wafWebAclArn`), stages of REST APIs
 * (`webAclArn`), and distributions (`WebACLId`) include it. Verified Access instances aren't supported.
 */
const protectedKinds: readonly ProtectedKind[] = [
  {
    kind: 'APPLICATION_LOAD_BALANCER',
    arns: async ({ allOf }) =>
      (await allOf(loadBalancer))?.flatMap(({ balancer: { Type, LoadBalancerArn } }) =>
        Type === 'application' ? (LoadBalancerArn ?? []) : [],
      ),
  },
  {
    kind: 'APP_RUNNER_SERVICE',
    arns: async ({ allOf }) => (await allOf(appRunnerService))?.flatMap(({ ServiceArn }) => ServiceArn ?? []),
  },
  {
    kind: 'COGNITO_USER_POOL',
    arns: async (context) => (await context.allOf(userPool))?.map(({ pool }) => userPoolArn(pool, context)),
  },
]

/** How to find protected resources. AWS allows one call per second of each of the two operations in a region. */
type Questions = {
  /** Types that are requested for each web ACL. */
  readonly kinds: readonly ResourceType[]
  /** Resources whose web ACL is requested. */
  readonly arns: readonly string[]
}

/** Collects the web ACLs of the region. Those of CloudFront distributions belong to us-east-1, as in their ARNs. */
export const webAcl = defineCollector({
  type: 'AWS::WAFv2::WebACL',
  count: 'webAcls',
  scope: 'regional',
  // The last ones are the permissions for each resource type: "Actions defined by AWS WAF V2" in the service
  // authorization reference.
  permissions: [
    'wafv2:ListWebACLs',
    'wafv2:ListLoggingConfigurations',
    'wafv2:ListResourcesForWebACL',
    'wafv2:GetWebACLForResource',
    'wafv2:GetWebACL',
    'elasticloadbalancing:DescribeWebACLAssociation',
    'apprunner:ListAssociatedServicesForWebAcl',
    'apprunner:DescribeWebAclForService',
    'cognito-idp:ListResourcesForWebACL',
    'cognito-idp:GetWebACLForResource',
  ],
  service: waf,
  alsoReads: [loadBalancer, appRunnerService, userPool],
  async *pages(context) {
    const acls = await listWebAcls(context, 'REGIONAL')
    if (context.region === cloudFrontRegion) yield* readForDistributions(context)
    // Without web ACLs there are no protected resources.
    if (acls.length === 0) return
    const logging = listLogging(context, 'REGIONAL')
    // The code that awaits it gets the error.
    logging.catch(() => undefined)
    yield { acls, logging, questions: await shortestQuestions(acls.length, context) }
  },
  items({ acls, logging, questions }, context) {
    const { sdk, client, each } = context
    const protectedBy = askResources(questions.arns, context)
    // One call per web ACL and type, because AWS returns resources of one type and one web ACL at a time.
    return each(
      acls,
      async (acl) => {
        const { ARN: WebACLArn = '' } = acl
        const [destinations, asked, ...answers] = await Promise.all([
          destinationsOf(acl, logging),
          protectedBy,
          ...questions.kinds.map((ResourceType) =>
            client.send(new sdk.ListResourcesForWebACLCommand({ WebACLArn, ResourceType })),
          ),
        ])
        const listed = answers.flatMap(({ ResourceArns }) => ResourceArns ?? [])
        return {
          acl,
          destinations,
          protectedArns: [...listed, ...(asked.get(WebACLArn) ?? [])],
        }
      },
      {
        less: async (acl) => ({ acl, destinations: await destinationsOf(acl, logging), protectedArns: [] }),
        listed: (acl) => ({ acl, destinations: undefined, protectedArns: [] }),
        listIsEnough: true,
      },
    )
  },
  resource: ({ acl }) => ({ id: acl.ARN, arn: acl.ARN, name: acl.Name, properties: { description: acl.Description } }),
  relations: [
    {
      verb: 'associated with',
      types: ['AWS::ElasticLoadBalancingV2::LoadBalancer', 'AWS::Cognito::UserPool', 'AWS::AppRunner::Service'],
      field: 'wafv2:ListResourcesForWebACL ResourceArns[], wafv2:GetWebACLForResource WebACL.ARN',
      arns: ({ protectedArns }) => protectedArns,
    },
    {
      verb: 'logs to',
      types: ['AWS::Logs::LogGroup', 'AWS::S3::Bucket', 'AWS::KinesisFirehose::DeliveryStream'],
      field: 'wafv2:ListLoggingConfigurations LoggingConfigurations[].LogDestinationConfigs[]',
      arns: ({ destinations }) => destinations,
    },
  ],
})

const cloudFrontRegion = 'us-east-1'

/** Distributions include their web ACL, so these web ACLs need no lists of resources. */
async function* readForDistributions(context: Context) {
  const acls = await listWebAcls(context, 'CLOUDFRONT')
  if (acls.length === 0) return
  const logging = listLogging(context, 'CLOUDFRONT')
  logging.catch(() => undefined)
  const questions: Questions = { kinds: [], arns: [] }
  yield { acls, logging, questions }
}

async function listWebAcls({ sdk, client }: Context, Scope: Scope): Promise<readonly WebACLSummary[]> {
  const pages = tokenPages((NextMarker) => client.send(new sdk.ListWebACLsCommand({ Scope, Limit: 100, NextMarker })))
  return (await Array.fromAsync(pages)).flatMap(({ WebACLs = [] }) => WebACLs)
}

type Destinations = LoggingConfiguration['LogDestinationConfigs']

async function destinationsOf(
  { ARN = '' }: WebACLSummary,
  logging: Promise<ReadonlyMap<string, Destinations>>,
): Promise<Destinations> {
  return (await logging).get(ARN)
}

/** Returns the log destination of each web ACL by its ARN. */
async function listLogging({ sdk, client }: Context, Scope: Scope): Promise<ReadonlyMap<string, Destinations>> {
  const pages = tokenPages((NextMarker) =>
    client.send(new sdk.ListLoggingConfigurationsCommand({ Scope, Limit: 100, NextMarker })),
  )
  const configurations = (await Array.fromAsync(pages)).flatMap(
    ({ LoggingConfigurations = [] }) => LoggingConfigurations,
  )
  return new Map(
    configurations.map(({ ResourceArn = '', LogDestinationConfigs }) => [ResourceArn, LogDestinationConfigs]),
  )
}

/**
 * For each type, requests either all web ACLs or all resources, so that the longer queue is as short as possible, then
 * with the fewest calls.
 */
async function shortestQuestions(aclCount: number, context: Context): Promise<Questions> {
  const known = await Promise.all(protectedKinds.map(async ({ kind, arns }) => ({ kind, arns: await arns(context) })))
  const unknown = known.flatMap(({ kind, arns }) => (arns === undefined ? kind : []))
  const choices = known
    .flatMap(({ kind, arns = [] }) => (arns.length > 0 ? { kind, arns } : []))
    .reduce<readonly Questions[]>(
      (before, { kind, arns }) => [
        ...before.map((questions) => ({ ...questions, kinds: [...questions.kinds, kind] })),
        ...before.map((questions) => ({ ...questions, arns: [...questions.arns, ...arns] })),
      ],
      [{ kinds: unknown, arns: [] }],
    )
  const longer = ({ kinds, arns }: Questions) => Math.max(kinds.length * aclCount, arns.length)
  const calls = ({ kinds, arns }: Questions) => kinds.length * aclCount + arns.length
  const [shortest = { kinds: unknown, arns: [] }] = choices.toSorted(
    (a, b) => longer(a) - longer(b) || calls(a) - calls(b),
  )
  return shortest
}

/** Returns the ARNs of these resources by web ACL. */
async function askResources(
  arns: readonly string[],
  { sdk, client, each }: Context,
): Promise<ReadonlyMap<string, readonly string[]>> {
  // One call per resource, because AWS returns the web ACL of one at a time.
  const answers = await each(arns, async (ResourceArn) => {
    const { WebACL } = await client.send(new sdk.GetWebACLForResourceCommand({ ResourceArn }))
    return { arn: ResourceArn, webAclArn: WebACL?.ARN }
  })
  const byList = Map.groupBy(answers, ({ webAclArn }) => webAclArn ?? '')
  return new Map([...byList].map(([webAclArn, found]) => [webAclArn, found.map(({ arn }) => arn)]))
}
