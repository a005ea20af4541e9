/**
 * Tests an account full of exposure traps, with all permissions and with one denied permission at a time: unread data
 * never counts as safe.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { scanSimulatedRegion } from '../../scripts/scan-simulated-region.ts'
import { catalogue } from '../../src/collect/catalogue.ts'
import type { Collector } from '../../src/collect/collector.ts'
import { roleActions } from '../../src/collect/role-actions.ts'
import { indexGraph } from '../../src/graph/graph-index.ts'
import { analyzerFinding } from '../../src/meaning/exposure/analyzer-findings.ts'
import type { Exposure } from '../../src/meaning/exposure/exposure.ts'
import { exposures } from '../../src/meaning/exposure/exposures.ts'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import type { World } from '../../src/simulated/world.ts'
import { world } from '../../src/simulated/worlds/exposure-traps.ts'

/** The services with resources in this account. */
const services =
  /^(?:access-analyzer|apigateway|backup|cognito-idp|ec2|ecr|eks|elasticfilesystem|elasticloadbalancing|kms|lambda|rds|s3|secretsmanager|sns|sqs):/u
const ofServices = catalogue.filter(({ permissions }) => permissions.some((action) => services.test(action)))

async function exposuresWithout(
  actions: readonly string[],
  collectors: readonly Collector[] = ofServices,
): Promise<readonly Exposure[]> {
  const denials = actions.length === 0 ? [] : [{ actions, by: 'identity-based policy' as const, explicit: false }]
  const restricted: World = { accounts: world.accounts.map((account) => ({ ...account, denials })) }
  const cloud = await startSimulatedCloud({ world: restricted })
  try {
    const graph = await scanSimulatedRegion(cloud, { collectors, onError: () => undefined })
    return exposures(indexGraph(graph))
  } finally {
    await cloud.close()
  }
}

/** The name of a trap includes its expected verdict. */
const nameOf = ({ resource: { type, id, name } }: Exposure) => `${type.split('::')[1]} ${name ?? id ?? 'any'}`

const lineOf = (each: Exposure) =>
  [
    nameOf(each),
    [each.from, ...(each.accounts ?? [])].join(' '),
    each.by,
    each.protocol,
    each.ports,
    each.verdict,
    each.condition,
  ]
    .filter((part) => part !== null)
    .join(', ')

let whole: readonly Exposure[]

beforeAll(async () => {
  whole = await exposuresWithout([], catalogue)
})

test('distinguishes traps from open exposures', () => {
  expect(whole.map(lineOf).toSorted()).toEqual([
    'ApiGateway conditional-inside-a-partner, other accounts, resource policy, tcp, 443, conditional, only where aws:SourceVpce is vpce-1 and only through interface endpoints of API Gateway',
    'ApiGateway open, internet, API endpoint, tcp, 443, open',
    'ApiGateway open-by-domain, internet, custom domain, tcp, 443, open',
    'ApiGatewayV2 conditional, internet, API endpoint, tcp, 443, conditional, only with authorization, which every method or route requires',
    'ApiGatewayV2 open-by-path, internet, custom domain, tcp, 443, open',
    'Backup open-to-everyone, internet, resource policy, open',
    'Cognito open, internet, hosted sign-in pages, tcp, 443, open',
    'EC2 conditional client VPN, internet, Client VPN endpoint, udp, 443, conditional, only with authentication (certificate-authentication)',
    'EC2 open AMI for a partner, other accounts 111122223333, launch permission, open',
    'EC2 open AMI without instances for a partner, other accounts 111122223333, launch permission, open',
    'EC2 open AMI without instances, internet, launch permission, open',
    'EC2 open at an address behind a load balancer, internet, load balancer, tcp, 8080, open',
    'EC2 open at one port, internet, public address, tcp, 443, open',
    'EC2 open behind a load balancer, internet, load balancer, tcp, 8080, open',
    'EC2 open by halves of addresses, internet, public address, tcp, 22, open',
    'EC2 open by halves of routes, internet, public address, tcp, 443, open',
    'EC2 open in version 6, internet, public address, tcp, 443, open',
    'EC2 open to a partner, other accounts 111122223333, volume creation permission, open',
    'EC2 open to an office, 203.0.113.0/24, public address, tcp, 22, open',
    'EC2 open, internet, public address, tcp, 443, open',
    'EC2 open, internet, volume creation permission, open',
    'EC2 unknown, by a prefix list, internet, public address, unknown',
    'ECR open-to-a-partner, other accounts 111122223333, resource policy, open',
    'EFS in the network, internet, resource policy, conditional, only if elasticfilesystem:AccessedViaMountTarget is true',
    'EKS open-to-offices, 198.51.100.0/24,203.0.113.0/24, cluster endpoint, tcp, 443, open',
    'ElasticLoadBalancingV2 open, internet, internet-facing scheme, tcp, 443, open',
    'ElasticLoadBalancingV2 open-without-group, internet, internet-facing scheme, tcp, 6000, open',
    'IAM open-to-a-partner, other accounts 111122223333, IAM Access Analyzer finding, open',
    'KMS fa3f5a60-1111-2222-3333-05b2b964bcb9, other accounts 111122223333, key policy, open',
    'Lambda conditional-at-its-url, internet, function URL, tcp, 443, conditional, only with authorization (AWS_IAM)',
    'Lambda open-at-an-alias, internet, function URL, tcp, 443, open',
    'Lambda open-at-its-url, internet, function URL, tcp, 443, open',
    'Lambda open-behind-a-load-balancer, internet, load balancer, open',
    'Lambda open-to-a-partner, other accounts 111122223333, resource policy, open',
    'Lambda unknown-at-an-alias, internet, function URL, tcp, 443, unknown',
    'RDS open, internet, public access, tcp, 5432, open',
    'RDS open-database, internet, restore permission, open',
    'RDS open-database-cluster, internet, restore permission, open',
    'RDS open-to-a-partner-database, other accounts 111122223333, restore permission, open',
    'RDS open-to-a-partner-database-cluster, other accounts 111122223333, restore permission, open',
    'S3 open-by-policy, internet, bucket policy, open',
    'S3 open-by-policy, other accounts 111122223333, IAM Access Analyzer finding, open',
    'SNS open-to-everyone, internet, resource policy, open',
    'SQS conditional-by-deny, internet, resource policy, conditional, only where aws:SourceVpce is vpce-1',
    'SQS conditional-organization, internet, resource policy, conditional, only where aws:PrincipalOrgID is o-traps',
    'SQS open-but-for-a-partner, internet, resource policy, open',
    'SQS open-to-a-partner, other accounts 111122223333, resource policy, open',
    'SQS open-to-all-addresses, internet, resource policy, open',
    'SQS open-to-everyone, internet, resource policy, open',
    'SQS open-to-tls, internet, resource policy, open',
    'SecretsManager conditional-endpoint, internet, resource policy, conditional, only where aws:SourceVpce is vpce-1',
    'SecretsManager open-to-a-partner, other accounts 111122223333, resource policy, open',
  ])
})

test('resources named closed are not exposures', () => {
  expect(whole.map(nameOf).filter((name) => name.includes('closed'))).toEqual([])
})

/** Two of different services, which say nothing of the same resources, because a scan for each takes long. */
const pairs = pairsOf(roleActions.filter((action) => services.test(action)))

function pairsOf(actions: readonly string[]): readonly (readonly string[])[] {
  const half = Math.ceil(actions.length / 2)
  return actions.slice(0, half).map((action, at) => [action, ...actions.slice(half + at, half + at + 1)])
}

describe('with two permissions less', () => {
  let complete: readonly Exposure[]
  beforeAll(async () => {
    complete = await exposuresWithout([])
  })

  test.each(pairs.map((actions) => ({ actions })))(
    'no verdict contradicts the complete data: $actions',
    async ({ actions }) => {
      const found = await exposuresWithout(actions)
      const lines = new Set(found.map(lineOf))
      const unknown = found.filter(({ verdict }) => verdict === 'unknown')
      const isUnknown = ({ resource: { type, id }, by }: Exposure) =>
        unknown.some(
          ({ resource, by: unread }) =>
            (resource.type === type && (resource.id === null || resource.id === id)) ||
            (by === analyzerFinding && unread === by),
        )
      expect(complete.filter((each) => !lines.has(lineOf(each)) && !isUnknown(each)).map(lineOf)).toEqual([])
      // No exposure may be called open that the complete data shows as closed.
      const known = new Set(complete.map(lineOf))
      const isKnown = (each: Exposure) =>
        known.has(lineOf(each)) ||
        // Findings tell of resources that the scan itself couldn't read.
        (each.by === analyzerFinding &&
          complete.some(({ resource, from }) => resource.id === each.resource.id && from === each.from))
      expect(found.filter((each) => each.verdict !== 'unknown' && !isKnown(each)).map(lineOf)).toEqual([])
    },
  )
})
