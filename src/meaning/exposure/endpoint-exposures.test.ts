/** Tests endpoints on the internet, policies, and copies for others, each with its opposite. */
import { describe, expect, test } from 'vitest'
import { graphBuilder } from '../../diagram/testing/sample-graphs.ts'
import { indexGraph } from '../../graph/graph-index.ts'
import type { Json, Resource, ResourceGraph } from '../../graph/resource-graph.ts'
import { exposures, internetVerdicts } from './exposures.ts'

type Fields = Readonly<Record<string, Json>>

/** `open internet`, with ports, condition, and what couldn't be read if there are any. */
function told(type: string, properties: Fields, more: (graph: ReturnType<typeof graphBuilder>) => void = () => {}) {
  const graph = graphBuilder()
  graph.add(type, 'it', null, properties)
  more(graph)
  return toldOf(type, graph.build())
}

function toldOf(type: string, graph: ResourceGraph): readonly string[] {
  return exposures(indexGraph(graph))
    .filter(({ resource }) => resource.type === type && resource.id === 'it')
    .map(({ verdict, from, accounts = [], by, ports, condition, unknownBecause }) =>
      [verdict, [from, ...accounts].join(' '), by, ports, condition, ...unknownBecause.map(({ action }) => action)]
        .filter((part) => part !== null)
        .join(', '),
    )
}

const rest = 'AWS::ApiGateway::RestApi'
const http = 'AWS::ApiGatewayV2::Api'
const graphql = 'AWS::AppSync::GraphQLApi'
const domainType = 'AWS::ApiGateway::DomainName'
const deployed = { stages: ['prod'], methods: 2, methodsWithoutAuthorization: 1 }
const everyone = [{ to: 'everyone', condition: null }]
const asked = 'only with authorization, which every method or route requires'

const behind = (properties: Fields) =>
  told(rest, properties, (graph) => {
    const distribution = graph.add('AWS::CloudFront::Distribution', 'E1', null)
    graph.relate(distribution, 'routes to', { type: rest, id: 'it' })
    graph.add(domainType, 'elsewhere.example.com', null, { mappings: [] })
  })

/** An API without a default endpoint, by whether each of its domain names requires a client certificate. */
const namedWith = (...mutual: readonly boolean[]) =>
  told(rest, { ...deployed, defaultEndpointDisabled: true }, (graph) => {
    for (const [position, mutualTls] of mutual.entries()) {
      const domain = graph.add(domainType, `${position}.example.com`, null, { mappings: [], mutualTls })
      graph.relate(domain, 'routes to', { type: rest, id: 'it' })
    }
  })

/** The same, if another domain name of unknown mappings was read, or belongs to another account. */
const withAnother = (mutualTls: boolean, presence: 'read' | 'external' = 'read') =>
  told(rest, { ...deployed, defaultEndpointDisabled: true }, (graph) => {
    const domain = graph.add(domainType, 'api.example.com', null, { mappings: [], mutualTls })
    graph.relate(domain, 'routes to', { type: rest, id: 'it' })
    if (presence === 'read') graph.add(domainType, 'unread.example.com', null)
    else graph.addUnread(domainType, 'unread.example.com', presence)
  })

describe('APIs', () => {
  test.each<[type: string, properties: Fields, expected: readonly string[]]>([
    [rest, deployed, ['open, internet, API endpoint, 443']],
    [rest, { ...deployed, endpointTypes: ['PRIVATE'] }, []],
    [
      rest,
      { ...deployed, endpointTypes: ['PRIVATE'], policyGrants: everyone },
      ['conditional, other accounts, resource policy, 443, only through interface endpoints of API Gateway'],
    ],
    [
      rest,
      { ...deployed, endpointTypes: ['PRIVATE'], policyGrants: [{ to: '111122223333', condition: 'only X' }] },
      [
        'conditional, other accounts 111122223333, resource policy, 443, only X and only through interface endpoints of API Gateway',
      ],
    ],
    [
      rest,
      { ...deployed, endpointTypes: ['PRIVATE'], policyGrants: [{ to: 'everyone', condition: 'only X' }] },
      ['conditional, other accounts, resource policy, 443, only X and only through interface endpoints of API Gateway'],
    ],
    [rest, { ...deployed, endpointTypes: ['PRIVATE'], stages: [], policyGrants: everyone }, []],
    [
      rest,
      { ...deployed, methodsWithoutAuthorization: 0, endpointTypes: ['PRIVATE'], policyGrants: everyone },
      [
        `conditional, other accounts, resource policy, 443, only through interface endpoints of API Gateway and ${asked}`,
      ],
    ],
    [
      rest,
      { ...deployed, endpointTypes: ['PRIVATE'], policyGrants: null },
      ['unknown, other accounts, resource policy, 443, apigateway:GET'],
    ],
    [
      rest,
      { endpointTypes: ['PRIVATE'], policyGrants: everyone },
      ['unknown, other accounts, resource policy, 443, apigateway:GET'],
    ],
    [rest, { ...deployed, stages: [] }, []],
    [rest, { ...deployed, methodsWithoutAuthorization: 0 }, [`conditional, internet, API endpoint, 443, ${asked}`]],
    [rest, { ...deployed, policyGrants: [] }, []],
    [rest, { ...deployed, policyGrants: null }, ['unknown, internet, API endpoint, 443, apigateway:GET']],
    [rest, { ...deployed, policyGrants: everyone }, ['open, internet, API endpoint, 443']],
    [
      rest,
      { ...deployed, policyGrants: [{ to: '111122223333', condition: null }] },
      ['open, other accounts 111122223333, API endpoint, 443'],
    ],
    [
      rest,
      { ...deployed, methodsWithoutAuthorization: 0, policyGrants: [{ to: 'everyone', condition: 'only X' }] },
      [`conditional, internet, API endpoint, 443, only X and ${asked}`],
    ],
    [rest, {}, ['unknown, internet, API endpoint, 443, apigateway:GET']],
    [rest, { ...deployed, stages: null }, ['unknown, internet, API endpoint, 443, apigateway:GET']],
    [rest, { ...deployed, methods: 0, methodsWithoutAuthorization: 0 }, ['open, internet, API endpoint, 443']],
    [http, { stages: ['$default'], routes: 3, routesWithoutAuthorization: 3 }, ['open, internet, API endpoint, 443']],
    [
      http,
      { stages: ['$default'], routes: 3, routesWithoutAuthorization: 0 },
      [`conditional, internet, API endpoint, 443, ${asked}`],
    ],
    [http, { stages: ['$default'] }, ['unknown, internet, API endpoint, 443, apigateway:GET']],
    [graphql, { visibility: 'PRIVATE' }, []],
    [
      graphql,
      { visibility: 'GLOBAL', authentication: 'API_KEY' },
      ['conditional, internet, API endpoint, 443, only with authorization (API_KEY)'],
    ],
  ])('%s with %o', (type, properties, expected) => expect(told(type, properties)).toEqual(expected))

  describe('that are private are exposed to other accounts', () => {
    const endpoint = 'AWS::EC2::VPCEndpoint'
    const to = (grantee: string, condition: string, isEndpointDenied = false) =>
      told(rest, { ...deployed, endpointTypes: ['PRIVATE'], policyGrants: [{ to: grantee, condition }] }, (graph) => {
        graph.add('AWS::EC2::VPC', 'vpc-1', null)
        graph.add(endpoint, 'vpce-1', null)
        graph.addUnread(endpoint, 'vpce-2', 'external')
        if (isEndpointDenied) graph.deny(endpoint)
      })

    test.each([
      'only where aws:SourceVpce is vpce-1',
      'only where aws:sourceVpc is vpc-1',
      'only X and only where aws:SourceVpce is vpce-1',
      'only where aws:SourceVpc is vpc-1 and only where aws:SourceVpce is vpce-9',
    ])('but not if a condition admits only the own network: %s', (condition) => {
      expect(to('everyone', condition)).toEqual([])
    })

    test.each([
      'only where aws:SourceVpce is vpce-9',
      'only where aws:SourceVpce is vpce-2',
      'only where aws:SourceVpce is vpce-1 or vpce-9',
      'only where aws:SourceVpce is vpce-1 or vpce-1 or vpce-1 or vpce-1 or vpce-1, or 2 more',
      'only where aws:SourceVpce is vpce-1*',
      'only where aws:SourceVpce exists and is not vpce-1',
      'only with aws:SourceVpce',
    ])('if a condition admits other networks: %s', (condition) => {
      expect(to('everyone', condition)).toEqual([
        `conditional, other accounts, resource policy, 443, ${condition} and only through interface endpoints of API Gateway`,
      ])
    })

    test('if the policy names them, whatever network they have to use', () => {
      const condition = 'only where aws:SourceVpce is vpce-1'
      expect(to('111122223333', condition)).toEqual([
        `conditional, other accounts 111122223333, resource policy, 443, ${condition} and only through interface endpoints of API Gateway`,
      ])
    })

    test("or unknown, if the account's own networks couldn't be read", () => {
      expect(to('everyone', 'only where aws:SourceVpce is vpce-9', true)).toEqual([
        'unknown, other accounts, resource policy, 443, service:Describe',
      ])
      expect(to('111122223333', 'only where aws:SourceVpce is vpce-9', true)).toEqual([
        'conditional, other accounts 111122223333, resource policy, 443, only where aws:SourceVpce is vpce-9 and only through interface endpoints of API Gateway',
      ])
      expect(to('everyone', 'only X', true)).toEqual([
        'conditional, other accounts, resource policy, 443, only X and only through interface endpoints of API Gateway',
      ])
    })

    describe('if workloads of another account share the VPC of a condition', () => {
      const condition = 'only where aws:SourceVpc is vpc-1'
      /** `owner`: of the only subnet, whose list may be denied. */
      const shared = (owner: string, isDenied = false) => {
        const graph = graphBuilder()
        graph.add(rest, 'it', null, {
          ...deployed,
          endpointTypes: ['PRIVATE'],
          policyGrants: [{ to: 'everyone', condition }],
        })
        const network = graph.add('AWS::EC2::VPC', 'vpc-1', null)
        graph.relate(graph.add('AWS::EC2::Subnet', 'subnet-1', null), 'contained in', network)
        if (isDenied) graph.deny('AWS::EC2::Subnet')
        const built = graph.build()
        const arn = `arn:aws:ec2:eu-west-1:${owner}:subnet/subnet-1`
        const resources = built.resources.map((each): Resource => (each.id === 'subnet-1' ? { ...each, arn } : each))
        return toldOf(rest, { ...built, resources })
      }

      test('because its subnets belong to that account', () => {
        expect(shared('999988887777')).toEqual([
          `conditional, other accounts, resource policy, 443, ${condition} and only through interface endpoints of API Gateway`,
        ])
        expect(shared('123456789012')).toEqual([])
      })

      test("or unknown, if subnets couldn't be read", () => {
        const unknown = ['unknown, other accounts, resource policy, 443, service:Describe']
        expect(shared('999988887777', true)).toEqual(unknown)
        expect(shared('123456789012', true)).toEqual(unknown)
      })
    })

    test('without a default endpoint only through private custom domain names', () => {
      const off = { ...deployed, endpointTypes: ['PRIVATE'], policyGrants: everyone, defaultEndpointDisabled: true }
      const exposed = [
        'conditional, other accounts, resource policy, 443, only through interface endpoints of API Gateway',
      ]
      const named = (leadsTo: string) =>
        told(rest, off, (graph) => {
          const domain = graph.add(domainType, 'api.example.com+1', null, { endpointTypes: ['PRIVATE'], mappings: [] })
          graph.relate(domain, 'routes to', { type: rest, id: leadsTo })
        })
      expect(named('it')).toEqual(exposed)
      expect(named('another')).toEqual([])
      const another = (properties: Fields) =>
        told(rest, off, (graph) => graph.add(domainType, 'a.example', null, properties))
      expect(another({ mappings: [] })).toEqual([])
      expect(another({})).toEqual(['unknown, other accounts, resource policy, 443, apigateway:GET'])
      expect(told(rest, { ...off, policyGrants: [] }, (graph) => graph.deny(domainType))).toEqual([])
    })
  })

  test('behind a distribution have an exposure of their own if their default endpoint is enabled', () => {
    expect(behind(deployed)).toEqual(['open, internet, API endpoint, 443'])
    expect(behind({ ...deployed, defaultEndpointDisabled: true })).toEqual([])
  })

  describe('without a default endpoint', () => {
    const off = { ...deployed, defaultEndpointDisabled: true }
    const mapped = (properties: Fields, leadsTo: string | null) =>
      told(rest, off, (graph) => {
        const domain = graph.add(domainType, 'api.example.com', 'api.example.com', properties)
        if (leadsTo !== null) graph.relate(domain, 'routes to', { type: rest, id: leadsTo })
      })

    test('are open through public custom domain names mapped to them', () => {
      const opened = ['open, internet, custom domain, 443']
      expect(mapped({ endpointTypes: ['EDGE'], mappings: [] }, 'it')).toEqual(opened)
      expect(mapped({ endpointTypes: ['REGIONAL'], mappings: [] }, 'it')).toEqual(opened)
      expect(mapped({ endpointTypes: ['REGIONAL'], mappings: [] }, 'another')).toEqual([])
      expect(mapped({ endpointTypes: ['PRIVATE'], mappings: [] }, 'it')).toEqual([])
    })

    const unread = (properties: Fields) => mapped({ mappings: [], ...properties }, 'another')

    test('are unknown if routing rules that apply could not be read', () => {
      const unknown = ['unknown, internet, API endpoint, 443, apigateway:ListRoutingRules']
      expect(unread({ routingMode: 'ROUTING_RULE_ONLY' })).toEqual(unknown)
      expect(unread({ routingMode: 'ROUTING_RULE_THEN_BASE_PATH_MAPPING' })).toEqual(unknown)
      expect(unread({ routingMode: 'ROUTING_RULE_ONLY', routingRules: [] })).toEqual([])
      expect(unread({ routingMode: 'BASE_PATH_MAPPING_ONLY' })).toEqual([])
      expect(unread({})).toEqual([])
    })

    test('need a client certificate if every domain name requires one', () => {
      expect(namedWith(true, true)).toEqual([
        'conditional, internet, custom domain, 443, only with a client certificate (mutual TLS)',
      ])
      expect(namedWith(true, false)).toEqual(['open, internet, custom domain, 443'])
    })

    test('are unknown if another domain name may map to them without a client certificate', () => {
      expect(withAnother(true)).toEqual(['unknown, internet, API endpoint, 443, apigateway:GET'])
      expect(withAnother(false)).toEqual(['open, internet, custom domain, 443'])
      expect(withAnother(true, 'external')).toEqual([
        'conditional, internet, custom domain, 443, only with a client certificate (mutual TLS)',
      ])
    })

    test('have the domain name first on the path', () => {
      const graph = graphBuilder()
      graph.add(rest, 'it', null, off)
      const domain = graph.add(domainType, 'api.example.com', 'api.example.com', { mappings: [] })
      graph.relate(domain, 'routes to', { type: rest, id: 'it' })
      const found = exposures(indexGraph(graph.build())).filter(({ resource }) => resource.id === 'it')
      expect(found.map(({ path }) => path.map(({ type, id }) => [type, id]))).toEqual([
        [
          [domainType, 'api.example.com'],
          [rest, 'it'],
        ],
      ])
    })

    test("are unknown if domain names or their mappings couldn't be read", () => {
      expect(told(rest, off, (graph) => graph.deny(domainType))).toEqual([
        'unknown, internet, API endpoint, 443, service:Describe',
      ])
      expect(mapped({ endpointTypes: ['REGIONAL'] }, null)).toEqual([
        'unknown, internet, API endpoint, 443, apigateway:GET',
      ])
    })
  })
})

const vpn = {
  state: 'available',
  transportProtocol: 'udp',
  port: 443,
  authentication: ['certificate-authentication'],
  authorizationRules: [{ destination: '10.0.0.0/16', group: null }],
}

describe('endpoints of their own', () => {
  test.each<[type: string, properties: Fields, expected: readonly string[]]>([
    ['AWS::CloudFront::Distribution', { enabled: true }, ['open, internet, distribution, 80,443']],
    ['AWS::CloudFront::Distribution', { enabled: false }, []],
    ['AWS::GlobalAccelerator::Accelerator', { enabled: true }, ['open, internet, accelerator']],
    [
      'AWS::EC2::VerifiedAccessEndpoint',
      {},
      ['conditional, internet, Verified Access, 443, only if the Verified Access policy allows the request'],
    ],
    [
      'AWS::EC2::ClientVpnEndpoint',
      vpn,
      ['conditional, internet, Client VPN endpoint, 443, only with authentication (certificate-authentication)'],
    ],
    ['AWS::EC2::ClientVpnEndpoint', { ...vpn, authorizationRules: [] }, []],
    ['AWS::EC2::ClientVpnEndpoint', { ...vpn, state: 'pending-associate' }, []],
    [
      'AWS::EC2::ClientVpnEndpoint',
      { state: 'available', port: 443 },
      [
        'unknown, internet, Client VPN endpoint, ec2:DescribeClientVpnAuthorizationRules, ec2:DescribeClientVpnTargetNetworks',
      ],
    ],
    ['AWS::AppRunner::Service', { publiclyAccessible: true }, ['open, internet, public endpoint, 443']],
    ['AWS::AppRunner::Service', { publiclyAccessible: false }, []],
    ['AWS::AppRunner::Service', { publiclyAccessible: true, status: 'PAUSED' }, []],
    ['AWS::AppRunner::Service', {}, ['unknown, internet, public endpoint, 443, apprunner:DescribeService']],
    ['AWS::Lightsail::Database', { publiclyAccessible: true }, ['open, internet, public endpoint']],
    ['AWS::Lightsail::Database', { publiclyAccessible: false }, []],
    ['AWS::Cognito::UserPool', { hostedDomains: ['shop'] }, ['open, internet, hosted sign-in pages, 443']],
    ['AWS::Cognito::UserPool', { hostedDomains: [] }, []],
    ['AWS::Cognito::UserPool', {}, ['unknown, internet, hosted sign-in pages, 443, cognito-idp:DescribeUserPool']],
    [
      'AWS::EKS::Cluster',
      { publicEndpoint: true, publicAccessCidrs: ['0.0.0.0/0'] },
      ['open, internet, cluster endpoint, 443'],
    ],
    [
      'AWS::EKS::Cluster',
      { publicEndpoint: true, publicAccessCidrs: ['203.0.113.0/24', '198.51.100.0/24', '10.0.0.0/8'] },
      ['open, 198.51.100.0/24,203.0.113.0/24, cluster endpoint, 443'],
    ],
    ['AWS::EKS::Cluster', { publicEndpoint: false, publicAccessCidrs: ['0.0.0.0/0'] }, []],
    ['AWS::EKS::Cluster', { publicEndpoint: true }, ['unknown, internet, cluster endpoint, 443, eks:DescribeCluster']],
    ['AWS::EKS::Cluster', {}, ['unknown, internet, cluster endpoint, 443, eks:DescribeCluster']],
    [
      'AWS::Lightsail::Instance',
      {
        publicIpAddress: '198.51.100.7',
        openPorts: [
          { protocol: 'tcp', fromPort: 80, toPort: 80, cidrs: ['0.0.0.0/0', '::/0'] },
          { protocol: 'udp', fromPort: 0, toPort: 65_535, cidrs: ['203.0.113.7/32'] },
        ],
      },
      ['open, 203.0.113.7/32, firewall of the instance', 'open, internet, firewall of the instance, 80'],
    ],
    [
      'AWS::Lightsail::Instance',
      {
        publicIpAddress: '198.51.100.7',
        openPorts: [
          { protocol: 'tcp', fromPort: 0, toPort: 1023, cidrs: ['0.0.0.0/0'] },
          { protocol: 'udp', fromPort: 1024, toPort: 65_535, cidrs: ['0.0.0.0/0'] },
          { protocol: 'all', fromPort: 1, toPort: 2, cidrs: ['203.0.113.7/32'] },
        ],
      },
      [
        'open, 203.0.113.7/32, firewall of the instance',
        'open, internet, firewall of the instance, 0-1023',
        'open, internet, firewall of the instance, 1024-65535',
      ],
    ],
    ['AWS::Lightsail::Instance', { publicIpAddress: '198.51.100.7', openPorts: [] }, []],
    [
      'AWS::Lightsail::Instance',
      { ipv6Addresses: ['2600::1'], openPorts: [{ protocol: 'tcp', fromPort: 80, toPort: 80, cidrs: ['::/0'] }] },
      ['open, internet, firewall of the instance, 80'],
    ],
    [
      'AWS::Lightsail::Instance',
      { openPorts: [{ protocol: 'tcp', fromPort: 80, toPort: 80, cidrs: ['0.0.0.0/0'] }] },
      [],
    ],
    ['AWS::Lightsail::Instance', { publicIpAddress: '198.51.100.7' }, ['unknown, internet, firewall of the instance']],
  ])('%s with %o', (type, properties, expected) => expect(told(type, properties)).toEqual(expected))
})

const policies: readonly (readonly [type: string, action: string, by: string])[] = [
  ['AWS::SQS::Queue', 'sqs:GetQueueAttributes', 'resource policy'],
  ['AWS::SNS::Topic', 'sns:GetTopicAttributes', 'resource policy'],
  ['AWS::Events::EventBus', 'events:DescribeEventBus', 'resource policy'],
  ['AWS::OpenSearchService::Domain', 'es:DescribeDomains', 'resource policy'],
  ['AWS::KMS::Key', 'kms:GetKeyPolicy', 'key policy'],
  ['AWS::SecretsManager::Secret', 'secretsmanager:GetResourcePolicy', 'resource policy'],
  ['AWS::ECR::Repository', 'ecr:GetRepositoryPolicy', 'resource policy'],
  ['AWS::EFS::FileSystem', 'elasticfilesystem:DescribeFileSystemPolicy', 'resource policy'],
  ['AWS::Backup::BackupVault', 'backup:GetBackupVaultAccessPolicy', 'resource policy'],
]

describe('policies', () => {
  test.each(policies)('of %s', (type, action, by) => {
    const grants = [
      { to: 'everyone', condition: 'only X' },
      { to: '111122223333', condition: null },
      { to: '777788889999', condition: null },
    ]
    expect(told(type, { policyGrants: everyone })).toEqual([`open, internet, ${by}`])
    expect(told(type, { policyGrants: [] })).toEqual([])
    expect(told(type, {})).toEqual([`unknown, internet, ${by}, ${action}`])
    expect(told(type, { policyGrants: grants })).toEqual([
      `conditional, internet, ${by}, only X`,
      `open, other accounts 111122223333 777788889999, ${by}`,
    ])
  })

  test('of a domain in a VPC open nothing to the internet', () => {
    expect(told('AWS::OpenSearchService::Domain', { public: false, policyGrants: everyone })).toEqual([])
  })

  test('of a key pending deletion allow no use', () => {
    expect(told('AWS::KMS::Key', { state: 'PendingDeletion', policyGrants: everyone })).toEqual([])
  })
})

const evidenceOf = (type: string, properties: Fields) => {
  const graph = graphBuilder()
  graph.add(type, 'it', null, properties)
  const own = exposures(indexGraph(graph.build())).filter(({ resource: { id } }) => id === 'it')
  return own.map(({ accounts, path }) => [accounts, ...path.map((step) => step.evidence)])
}

test('the evidence names whom a policy or a share allows', () => {
  const grants = ['777788889999', '111122223333', 'everyone'].map((to) => ({ to, condition: null }))
  expect(evidenceOf('AWS::SQS::Queue', { policyGrants: grants })).toEqual([
    [undefined, 'resource policy allows every principal'],
    [['111122223333', '777788889999'], 'resource policy allows 111122223333, 777788889999'],
  ])
  expect(evidenceOf('AWS::EC2::Snapshot', { public: true })).toEqual([
    [undefined, 'volume creation permission is shared with everyone'],
  ])
  expect(evidenceOf('AWS::EC2::Snapshot', { public: false, sharedWith: ['111122223333', 'o-1', 'ou-1-2'] })).toEqual([
    [undefined, 'volume creation permission allows o-1, ou-1-2'],
    [['111122223333'], 'volume creation permission allows 111122223333'],
  ])
})

describe('buckets: the stricter setting of bucket and account applies', () => {
  const block = 'AWS::S3::AccountPublicAccessBlock'
  const bucket = (properties: Fields, account: Fields | null | 'denied') =>
    told('AWS::S3::Bucket', properties, (graph) => {
      if (account === 'denied') graph.deny(block)
      else if (account !== null) graph.add(block, '123456789012', null, account)
    })
  const closed = { publicByPolicy: false, publicByAcl: false }
  const free = { restrictPublicBuckets: false, ignorePublicAcls: false }

  test.each<[properties: Fields, account: Fields | 'denied', expected: readonly string[]]>([
    [{ ...closed, publicByPolicy: true }, free, ['open, internet, bucket policy']],
    [{ ...closed, publicByAcl: true }, free, ['open, internet, bucket ACL']],
    [closed, free, []],
    [{ ...closed, publicByPolicy: true }, { ...free, restrictPublicBuckets: true }, []],
    [{ ...closed, publicByPolicy: true }, { ...free, ignorePublicAcls: true }, ['open, internet, bucket policy']],
    [{ ...closed, publicByAcl: true }, { ...free, ignorePublicAcls: true }, []],
    [{ ...closed, publicByAcl: true }, { ...free, restrictPublicBuckets: true }, ['open, internet, bucket ACL']],
    [{ ...closed, publicByPolicy: true }, 'denied', ['unknown, internet, bucket policy, service:Describe']],
    [closed, 'denied', []],
  ])('%o in an account with %o', (properties, account, expected) =>
    expect(bucket(properties, account)).toEqual(expected),
  )

  test("that couldn't be read completely are unknown", () => {
    const [policy, acl] = bucket({}, free)
    expect(policy).toContain('unknown, internet, bucket ACL')
    expect(acl).toContain('unknown, internet, bucket policy')
    expect(bucket({}, { restrictPublicBuckets: true, ignorePublicAcls: true })).toEqual([])
  })
})

describe('copies', () => {
  test.each<[type: string, properties: Fields, expected: readonly string[]]>([
    ['AWS::EC2::Snapshot', { public: true }, ['open, internet, volume creation permission']],
    ['AWS::EC2::Snapshot', { public: false }, []],
    [
      'AWS::EC2::Snapshot',
      {},
      [
        'unknown, internet, volume creation permission, ec2:DescribeSnapshotAttribute, ec2:GetSnapshotBlockPublicAccessState',
      ],
    ],
    ['AWS::EC2::Image', { public: true, ownerId: '123456789012' }, ['open, internet, launch permission']],
    ['AWS::EC2::Image', { public: true, ownerId: '999988887777' }, []],
    ['AWS::EC2::Image', { public: false, ownerId: '123456789012' }, []],
    [
      'AWS::EC2::Image',
      { public: false, ownerId: '123456789012', sharedWith: ['111122223333', 'o-1', 'ou-1-2'] },
      [
        'conditional, other accounts, launch permission, only accounts of o-1 or ou-1-2',
        'open, other accounts 111122223333, launch permission',
      ],
    ],
    ['AWS::EC2::Image', { public: false, ownerId: '999988887777', sharedWith: ['111122223333'] }, []],
    ['AWS::EC2::Snapshot', { public: false, sharedWith: [] }, []],
    ['AWS::EC2::Snapshot', { public: false, sharedWith: ['123456789012'] }, []],
    [
      'AWS::EC2::Snapshot',
      { public: true, sharedWith: ['111122223333'] },
      ['open, internet, volume creation permission'],
    ],
  ])('%s with %o', (type, properties, expected) => expect(told(type, properties)).toEqual(expected))

  test('a bucket is exposed by its policy', () => {
    const graph = graphBuilder()
    graph.add('AWS::S3::Bucket', 'it', null, { publicByPolicy: true, publicByAcl: false })
    const found = exposures(indexGraph(graph.build())).filter(({ resource: { id } }) => id === 'it')
    expect(found.map(({ kind, by }) => [kind, by])).toEqual([['policy', 'bucket policy']])
  })

  const image = 'AWS::EC2::Image'
  const own = { ownerId: '123456789012', public: false }
  /** Entries without an ID, and the verdict of the first resource. */
  const ofType = (...copies: readonly Fields[]) => {
    const graph = graphBuilder()
    copies.forEach((properties, position) => graph.add(image, `ami-${position}`, null, properties))
    const index = indexGraph(graph.build())
    return {
      entries: exposures(index)
        .filter(({ resource: { type, id } }) => type === image && id === null)
        .map(({ from, verdict, unknownBecause }) => [from, verdict, ...unknownBecause.map(({ action }) => action)]),
      first: internetVerdicts(index)({ type: image, id: 'ami-0' }),
    }
  }

  test('of which not all accounts were read share one unknown entry, which is about other accounts only', () => {
    const unread = [['other accounts', 'unknown', 'ec2:DescribeImageAttribute']]
    expect(ofType({ ...own, sharedWith: [] }, own, own)).toEqual({ entries: unread, first: 'closed' })
    expect(ofType({ ...own, sharedWith: [] })).toEqual({ entries: [], first: 'closed' })
    expect(ofType({ ...own, public: true }, { ...own, ownerId: '999988887777' })).toEqual({
      entries: [],
      first: 'open',
    })
  })

  test('of which not all accounts were read name the action for the accounts, not that for Block Public Access', () => {
    const graph = graphBuilder()
    graph.add('AWS::EC2::Snapshot', 'snap-1', null, { public: false })
    const entry = exposures(indexGraph(graph.build())).find(({ resource }) => resource.type === 'AWS::EC2::Snapshot')
    expect(entry?.unknownBecause.map(({ action }) => action)).toEqual(['ec2:DescribeSnapshotAttribute'])
  })
})

const url = (authorization: string, grants: Json): Fields => ({
  address: 'https://x/',
  alias: null,
  authorization,
  grants,
})

describe('functions', () => {
  const type = 'AWS::Lambda::Function'
  const partner = [{ to: '111122223333', condition: null }]

  test.each<[what: string, properties: Fields, expected: readonly string[]]>([
    ['without a policy and a URL', { policyGrants: [], urls: [] }, []],
    ['that everyone can invoke', { policyGrants: everyone, urls: [] }, ['open, internet, resource policy']],
    [
      'that a partner can invoke',
      { policyGrants: partner, urls: [] },
      ['open, other accounts 111122223333, resource policy'],
    ],
    ['at a URL', { policyGrants: [], urls: [url('NONE', everyone)] }, ['open, internet, function URL, 443']],
    ['at a URL that its policy closes', { policyGrants: [], urls: [url('NONE', [])] }, []],
    [
      'at a URL whose policy could not be evaluated',
      { policyGrants: [], urls: [url('NONE', null), url('AWS_IAM', null)] },
      ['unknown, internet, function URL, 443, lambda:GetPolicy'],
    ],
    ['at a URL for specific callers', { policyGrants: [], urls: [url('NONE', partner)] }, []],
    [
      'at a URL with authorization',
      { policyGrants: [], urls: [url('AWS_IAM', [...everyone, ...partner])] },
      [
        'conditional, internet, function URL, 443, only with authorization (AWS_IAM)',
        'open, other accounts 111122223333, function URL, 443',
      ],
    ],
    [
      'whose URLs were not read',
      { policyGrants: partner },
      [
        'unknown, internet, function URL or resource policy, lambda:ListFunctionUrlConfigs',
        'open, other accounts 111122223333, resource policy',
      ],
    ],
    [
      'of which nothing was read',
      {},
      ['unknown, internet, function URL or resource policy, lambda:GetPolicy, lambda:ListFunctionUrlConfigs'],
    ],
  ])('%s', (_what, properties, expected) => expect(told(type, properties)).toEqual(expected))

  test("have the reason of their coverage if they couldn't be read", () => {
    const graph = graphBuilder()
    graph.add(type, 'it', null)
    const built = graph.build()
    const because = (partial: boolean) => {
      const index = indexGraph({
        ...built,
        resources: built.resources.map((each): Resource => ({ ...each, ...(partial && { partial }) })),
        coverage: [{ ...built.coverage[0]!, type, status: 'collected', reason: 'They are too many.' }],
      })
      return exposures(index).find(({ resource }) => resource.id === 'it')?.unknownBecause[0]
    }
    expect(because(true)).toEqual({ type, action: 'lambda:GetPolicy', reason: 'They are too many.' })
    expect(because(false)).toEqual({ type, action: 'lambda:GetPolicy' })
  })
})

test('the strongest verdict of each resource counts, and open to some addresses is conditional for the internet', () => {
  const graph = graphBuilder()
  const queue = (id: string, ...policyGrants: Fields[]) => graph.add('AWS::SQS::Queue', id, null, { policyGrants })
  queue('open', { to: 'everyone', condition: 'only X' }, { to: 'everyone', condition: null })
  queue('conditional', { to: 'everyone', condition: 'only X' })
  queue('partner', { to: '111122223333', condition: null })
  const cluster = { publicEndpoint: true, publicAccessCidrs: ['203.0.113.0/24'] }
  graph.add('AWS::EKS::Cluster', 'office', null, cluster)
  graph.add('AWS::Lambda::Function', 'function', null)
  graph.add('AWS::SQS::Queue', 'unread', null)
  const built = graph.build()
  const verdictOf = internetVerdicts(indexGraph(built))
  expect(Object.fromEntries(built.resources.map((each: Resource) => [each.id, verdictOf(each)]))).toEqual({
    open: 'open',
    conditional: 'conditional',
    partner: 'closed',
    office: 'conditional',
    function: 'unknown',
    unread: 'unknown',
  })
})
