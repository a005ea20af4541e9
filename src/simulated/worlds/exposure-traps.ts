/**
 * An account full of exposure traps: resources that look open but aren't, and resources that look closed but aren't,
 * each beside its opposite.
 */
import type { FindingSummary } from '@aws-sdk/client-accessanalyzer'
import type { IpPermission, NetworkAclEntry, Route } from '@aws-sdk/client-ec2'
import type { TargetDescription, TargetHealthStateEnum } from '@aws-sdk/client-elastic-load-balancing-v2'
import type { RegionData, World } from '../world.ts'
import { defaultNetworkAcl } from './default-network-acl.ts'
import { hexDigits, resourceId, tagList } from './resource-id.ts'

export const accountId = '444455556666'
export const region = 'us-east-1'
const partner = '111122223333'
const zone = 'us-east-1a'
const created = new Date('2026-01-05T08:00:00Z')

const arn = (service: string, resource: string) => `arn:aws:${service}:${region}:${accountId}:${resource}`
const tags = (name: string) => tagList({ Name: name })

const vpcId = resourceId('vpc', 'traps')
const gatewayId = resourceId('igw', 'traps')
const listId = resourceId('pl', 'traps offices')
const id = (kind: string, name: string) => resourceId(kind, `traps ${name}`)

const anywhere = '0.0.0.0/0'
const halves = ['0.0.0.0/1', '128.0.0.0/1']

const toGateway = (...destinations: string[]): Route[] =>
  destinations.map((DestinationCidrBlock) => ({ DestinationCidrBlock, GatewayId: gatewayId, State: 'active' }))

/** By subnet: its routes, and the additional entries of its network ACL. */
const subnets: Readonly<Record<string, { readonly routes: Route[]; readonly acl?: readonly NetworkAclEntry[] }>> = {
  open: {
    routes: [...toGateway(anywhere), { DestinationIpv6CidrBlock: '::/0', GatewayId: gatewayId, State: 'active' }],
  },
  halves: { routes: toGateway(...halves) },
  isolated: { routes: [] },
  'black hole': { routes: [{ DestinationCidrBlock: anywhere, GatewayId: gatewayId, State: 'blackhole' }] },
  'nothing in': { routes: toGateway(anywhere), acl: [entry(100, false, 'deny'), entry(100, true, 'allow')] },
  'no answers': { routes: toGateway(anywhere), acl: [entry(100, false, 'allow'), entry(100, true, 'deny')] },
  'one port in': {
    routes: toGateway(anywhere),
    acl: [
      { ...entry(100, false, 'allow'), Protocol: '6', PortRange: { From: 443, To: 443 } },
      entry(100, true, 'allow'),
    ],
  },
}

function entry(RuleNumber: number, Egress: boolean, RuleAction: 'allow' | 'deny'): NetworkAclEntry {
  return { RuleNumber, Egress, RuleAction, Protocol: '-1', CidrBlock: anywhere }
}

const tcp = (port: number, ...ranges: string[]): IpPermission => ({
  IpProtocol: 'tcp',
  FromPort: port,
  ToPort: port,
  IpRanges: ranges.filter((range) => !range.includes(':')).map((CidrIp) => ({ CidrIp })),
  Ipv6Ranges: ranges.filter((range) => range.includes(':')).map((CidrIpv6) => ({ CidrIpv6 })),
})

const groups: Readonly<Record<string, readonly IpPermission[]>> = {
  web: [tcp(443, anywhere)],
  halves: [tcp(22, ...halves)],
  everything: [{ IpProtocol: '-1', IpRanges: [{ CidrIp: anywhere }] }],
  office: [tcp(22, '203.0.113.0/24')],
  inside: [tcp(22, '10.0.0.0/8')],
  'by list': [{ IpProtocol: 'tcp', FromPort: 443, ToPort: 443, PrefixListIds: [{ PrefixListId: listId }] }],
  'version 6': [tcp(443, '::/0')],
  database: [tcp(5432, anywhere)],
  'behind web': [{ ...tcp(8080), UserIdGroupPairs: [{ GroupId: id('sg', 'web') }] }],
  'behind others': [{ ...tcp(8080), UserIdGroupPairs: [{ GroupId: id('sg', 'inside') }] }],
}

/** Each server has a public address and a name with its expected verdict. */
const servers = [
  { name: 'open', subnet: 'open', group: 'web' },
  { name: 'open by halves of addresses', subnet: 'open', group: 'halves' },
  { name: 'open by halves of routes', subnet: 'halves', group: 'web' },
  { name: 'open at one port', subnet: 'one port in', group: 'everything' },
  { name: 'open to an office', subnet: 'open', group: 'office' },
  { name: 'open in version 6', subnet: 'open', group: 'version 6', v6: '2600:1f18:4a2b:9c00::7' },
  { name: 'unknown, by a prefix list', subnet: 'open', group: 'by list' },
  { name: 'closed, without a route', subnet: 'isolated', group: 'web' },
  { name: 'closed by a black hole', subnet: 'black hole', group: 'web' },
  { name: 'closed by its network ACL', subnet: 'nothing in', group: 'web' },
  { name: 'closed to answers', subnet: 'no answers', group: 'web' },
  { name: 'closed by its group', subnet: 'open', group: 'inside' },
  { name: 'closed in version 4', subnet: 'open', group: 'version 6' },
  { name: 'closed while stopped', subnet: 'open', group: 'web', state: 'stopped' as const },
  { name: 'open behind a load balancer', subnet: 'isolated', group: 'behind web' },
  { name: 'open at an address behind a load balancer', subnet: 'isolated', group: 'behind web' },
  { name: 'closed to the load balancer', subnet: 'isolated', group: 'behind others' },
  { name: 'closed behind an internal load balancer', subnet: 'isolated', group: 'behind web' },
  { name: 'closed while draining', subnet: 'isolated', group: 'behind web' },
] satisfies readonly {
  readonly name: string
  readonly subnet: string
  readonly group: string
  readonly v6?: string
  readonly state?: 'stopped'
}[]

type Server = (typeof servers)[number]

const interfaceOf = (server: Server, position: number) => ({
  NetworkInterfaceId: id('eni', server.name),
  InterfaceType: 'interface' as const,
  SubnetId: id('subnet', server.subnet),
  VpcId: vpcId,
  Groups: [{ GroupId: id('sg', server.group) }],
  Association: { PublicIp: `198.51.100.${position + 10}` },
  PrivateIpAddress: `10.40.0.${position + 10}`,
  PrivateIpAddresses: [{ PrivateIpAddress: `10.40.0.${position + 10}`, Primary: true }],
  Attachment: { InstanceId: id('i', server.name) },
  TagSet: tags(server.name),
})

function instance(server: Server, position: number) {
  return {
    InstanceId: id('i', server.name),
    InstanceType: 't3.micro' as const,
    ImageId: resourceId('ami', 'traps'),
    State: { Name: server.state ?? ('running' as const) },
    Placement: { AvailabilityZone: zone },
    SubnetId: id('subnet', server.subnet),
    VpcId: vpcId,
    PublicIpAddress: `198.51.100.${position + 10}`,
    SecurityGroups: [{ GroupId: id('sg', server.group) }],
    NetworkInterfaces: server.v6 === undefined ? [] : [{ Ipv6Addresses: [{ Ipv6Address: server.v6 }] }],
    Tags: tags(server.name),
  }
}

const balancers = [
  { name: 'open', type: 'application' as const, scheme: 'internet-facing' as const, port: 443, group: 'web' },
  { name: 'open-without-group', type: 'network' as const, scheme: 'internet-facing' as const, port: 6000 },
  { name: 'closed-inside', type: 'application' as const, scheme: 'internal' as const, port: 443, group: 'web' },
  { name: 'closed-without-listener', type: 'application' as const, scheme: 'internet-facing' as const, group: 'web' },
  { name: 'closed-by-port', type: 'application' as const, scheme: 'internet-facing' as const, port: 80, group: 'web' },
]

const balancerArn = (name: string, type: string) =>
  arn('elasticloadbalancing', `loadbalancer/${type === 'network' ? 'net' : 'app'}/${name}/${hexDigits(name, 16)}`)
const listenerArn = (name: string, type: string) =>
  `${balancerArn(name, type).replace(':loadbalancer/', ':listener/')}/${hexDigits(`listener ${name}`, 16)}`

type TargetsOf = {
  readonly name: string
  readonly kind: 'instance' | 'ip' | 'lambda'
  readonly balancer: string
  readonly targets: readonly (TargetDescription & { readonly state?: TargetHealthStateEnum })[]
}

const addressOf = (name: string) => `10.40.0.${servers.findIndex((server) => server.name === name) + 10}`

/** Behind the first listener of a load balancer. */
const targetGroups: readonly TargetsOf[] = [
  {
    name: 'servers',
    kind: 'instance',
    balancer: 'open',
    targets: [
      { Id: id('i', 'open behind a load balancer'), Port: 8080 },
      { Id: id('i', 'closed to the load balancer'), Port: 8080 },
      { Id: id('i', 'closed while draining'), Port: 8080, state: 'draining' },
    ],
  },
  {
    name: 'addresses',
    kind: 'ip',
    balancer: 'open',
    targets: [{ Id: addressOf('open at an address behind a load balancer'), Port: 8080 }],
  },
  {
    name: 'functions',
    kind: 'lambda',
    balancer: 'open',
    targets: [{ Id: arn('lambda', 'function:open-behind-a-load-balancer') }],
  },
  {
    name: 'inside',
    kind: 'instance',
    balancer: 'closed-inside',
    targets: [{ Id: id('i', 'closed behind an internal load balancer'), Port: 8080 }],
  },
]

const targetGroupArn = (name: string) =>
  arn('elasticloadbalancing', `targetgroup/${name}/${hexDigits(`targets ${name}`, 16)}`)

function database(name: string, subnet: string) {
  return {
    DBInstanceIdentifier: name,
    DBInstanceArn: arn('rds', `db:${name}`),
    DBInstanceStatus: 'available',
    Engine: 'postgres',
    PubliclyAccessible: true,
    AvailabilityZone: zone,
    Endpoint: { Address: `${name}.c1a2b3.${region}.rds.amazonaws.com`, Port: 5432 },
    DBSubnetGroup: { DBSubnetGroupName: name, VpcId: vpcId, Subnets: [{ SubnetIdentifier: id('subnet', subnet) }] },
    VpcSecurityGroups: [{ VpcSecurityGroupId: id('sg', 'database') }],
    DbiResourceId: `db-${name}`,
  }
}

type Statement = Readonly<Record<string, unknown>>

const policy = (...statements: readonly Statement[]) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: statements.map((statement) => ({ Effect: 'Allow', Action: '*', Resource: '*', ...statement })),
  })
const everyone = { Principal: '*' }
const account = (number: string) => ({ Principal: { AWS: `arn:aws:iam::${number}:root` } })
const under = (operator: string, key: string, value: unknown) => ({
  ...everyone,
  Condition: { [operator]: { [key]: value } },
})
const exceptUnder = (operator: string, key: string, value: unknown) => ({
  ...under(operator, key, value),
  Effect: 'Deny',
})

/** By queue name. */
const queuePolicies: Readonly<Record<string, string>> = {
  'open-to-everyone': policy(everyone),
  'open-to-tls': policy(under('Bool', 'aws:SecureTransport', 'true')),
  'open-to-all-addresses': policy(under('IpAddress', 'aws:SourceIp', halves)),
  'open-but-for-a-partner': policy({ NotPrincipal: { AWS: `arn:aws:iam::${partner}:root` } }),
  'open-to-a-partner': policy(account(partner)),
  'conditional-organization': policy(under('StringEquals', 'aws:PrincipalOrgID', 'o-traps')),
  'conditional-by-deny': policy(everyone, exceptUnder('StringNotEquals', 'aws:SourceVpce', 'vpce-1')),
  'closed-to-services-of-the-account': policy(under('StringEquals', 'aws:SourceAccount', accountId)),
  'closed-by-deny': policy(everyone, { ...everyone, Effect: 'Deny' }),
  'closed-to-the-account': policy(account(accountId)),
}

const keyIdOf = (name: string) => `${hexDigits(`key ${name}`, 8)}-1111-2222-3333-${hexDigits(name, 12)}`
const keyPolicies: Readonly<Record<string, string>> = {
  'open-to-a-partner': policy(account(accountId), account(partner)),
  'closed-by-caller': policy(under('StringEquals', 'kms:CallerAccount', accountId)),
}
const keyNames = [...Object.keys(keyPolicies), 'closed-by-default']

const secretArn = (name: string) => arn('secretsmanager', `secret:${name}-${hexDigits(name, 6)}`)
const secretPolicies: Readonly<Record<string, string>> = {
  'open-to-a-partner': policy(account(partner)),
  'conditional-endpoint': policy(under('StringEquals', 'aws:SourceVpce', 'vpce-1')),
}

const repositoryPolicies: Readonly<Record<string, string>> = { 'open-to-a-partner': policy(account(partner)) }
const vaultPolicies: Readonly<Record<string, string>> = { 'open-to-everyone': policy(everyone) }
const fileSystemPolicies: Readonly<Record<string, string>> = {
  [id('fs', 'in the network')]: policy(under('Bool', 'elasticfilesystem:AccessedViaMountTarget', 'true')),
}

const functionArn = (name: string) => arn('lambda', `function:${name}`)
const invoke = (...actions: string[]) => ({ Action: actions.map((action) => `lambda:${action}`) })
/** As the console writes it for a URL without authorization. */
const atUrl = (type: 'NONE' | 'AWS_IAM') => [
  { ...under('StringEquals', 'lambda:FunctionUrlAuthType', type), ...invoke('InvokeFunctionUrl') },
  { ...under('Bool', 'lambda:InvokedViaFunctionUrl', 'true'), ...invoke('InvokeFunction') },
]

/** By the function's name: its policy, and how its URL asks for authorization; of an alias with what it is called. */
const functionAccess: Readonly<
  Record<string, { readonly policy?: string; readonly url?: 'NONE' | 'AWS_IAM'; readonly alias?: string }>
> = {
  'open-at-its-url': { policy: policy(...atUrl('NONE')), url: 'NONE' },
  'open-at-an-alias': { policy: policy(...atUrl('NONE')), url: 'NONE', alias: 'live' },
  'unknown-at-an-alias': { policy: '{"Statement":[', url: 'NONE', alias: 'live' },
  'open-to-a-partner': { policy: policy({ ...account(partner), ...invoke('InvokeFunction') }) },
  'conditional-at-its-url': { policy: policy(...atUrl('AWS_IAM')), url: 'AWS_IAM' },
  'closed-without-a-url': { policy: policy(...atUrl('NONE')) },
  'closed-by-authorization': { policy: policy(...atUrl('NONE')), url: 'AWS_IAM' },
  'closed-without-a-policy': { url: 'NONE' },
  'open-behind-a-load-balancer': {
    policy: policy({ Principal: { Service: 'elasticloadbalancing.amazonaws.com' }, ...invoke('InvokeFunction') }),
  },
  'closed-to-a-service': {
    policy: policy({
      Principal: { Service: 's3.amazonaws.com' },
      ...invoke('InvokeFunction'),
      Condition: { StringEquals: { 'aws:SourceAccount': accountId } },
    }),
  },
}
const functionNames = Object.keys(functionAccess)

/** Of the first two servers. */
const imageNames = ['open AMI for a partner', 'closed AMI']
const imageIds = imageNames.map((name) => id('ami', name))
/** No instance uses these. */
const unusedImages = [
  'open AMI without instances',
  'open AMI without instances for a partner',
  'closed AMI without instances',
]

/** Who may restore them. Automated snapshots can't be shared. */
const databaseSnapshots: Readonly<Record<string, readonly string[]>> = {
  open: ['all'],
  'open-to-a-partner': [partner],
  closed: [],
}
const snapshotName = (name: string) => `${name}-database`

const topicArn = (name: string) => arn('sns', name)

const analyzerArn = arn('access-analyzer', 'analyzer/traps')
const finding = (
  resourceType: FindingSummary['resourceType'],
  resource: string,
  more: Partial<FindingSummary>,
): FindingSummary => ({
  id: resource,
  resource,
  resourceType,
  resourceOwnerAccount: accountId,
  status: 'ACTIVE',
  principal: { AWS: partner },
  isPublic: false,
  condition: {},
  createdAt: created,
  analyzedAt: created,
  updatedAt: created,
  ...more,
})

const apiNames = [
  'open',
  'open-by-domain',
  'closed-off',
  'closed-by-private-domain',
  'closed-inside',
  'closed-inside-the-network',
  'conditional-inside-a-partner',
  'closed-by-policy',
]

const restApi = (name: string, more: object = {}) => ({
  id: name,
  name,
  endpointConfiguration: { types: ['REGIONAL' as const] },
  ...more,
})

const regionData: RegionData = {
  accessAnalyzer: {
    analyzers: [{ arn: analyzerArn, name: 'traps', type: 'ACCOUNT', status: 'ACTIVE', createdAt: created }],
    findings: {
      [analyzerArn]: [
        finding('AWS::SQS::Queue', arn('sqs', 'open-to-everyone'), {
          principal: { AWS: '*' },
          isPublic: true,
          action: ['sqs:SendMessage'],
        }),
        finding('AWS::SQS::Queue', arn('sqs', 'closed-by-deny'), { status: 'RESOLVED' }),
        finding('AWS::S3::Bucket', 'arn:aws:s3:::open-by-policy', { action: ['s3:GetObject'] }),
        finding('AWS::IAM::Role', `arn:aws:iam::${accountId}:role/open-to-a-partner`, { action: ['sts:AssumeRole'] }),
      ],
    },
  },
  ec2: {
    vpcs: [{ VpcId: vpcId, CidrBlock: '10.40.0.0/16', State: 'available', IsDefault: false, Tags: tags('traps') }],
    internetGateways: [{ InternetGatewayId: gatewayId, Attachments: [{ VpcId: vpcId, State: 'attached' }] }],
    subnets: Object.keys(subnets).map((name, position) => ({
      SubnetId: id('subnet', name),
      VpcId: vpcId,
      AvailabilityZone: zone,
      CidrBlock: `10.40.${position}.0/24`,
      MapPublicIpOnLaunch: false,
      Tags: tags(name),
    })),
    routeTables: Object.entries(subnets).map(([name, { routes }]) => ({
      RouteTableId: id('rtb', name),
      VpcId: vpcId,
      Associations: [{ SubnetId: id('subnet', name), Main: false }],
      Routes: [{ DestinationCidrBlock: '10.40.0.0/16', GatewayId: 'local', State: 'active' }, ...routes],
      Tags: tags(name),
    })),
    networkAcls: Object.entries(subnets).map(([name, { acl }]) => ({
      ...defaultNetworkAcl(vpcId, [id('subnet', name)], accountId, acl),
      NetworkAclId: id('acl', name),
    })),
    securityGroups: Object.entries(groups).map(([name, IpPermissions]) => ({
      GroupId: id('sg', name),
      GroupName: name,
      VpcId: vpcId,
      IpPermissions: [...IpPermissions],
    })),
    networkInterfaces: servers.map(interfaceOf),
    reservations: servers.map((server, position) => ({
      ReservationId: id('r', server.name),
      OwnerId: accountId,
      Instances: [{ ...instance(server, position), ImageId: imageIds[position] }],
    })),
    images: [...imageNames, ...unusedImages].map((name) => ({
      ImageId: id('ami', name),
      OwnerId: accountId,
      Public: name === unusedImages[0],
      State: 'available' as const,
      Tags: tags(name),
    })),
    launchPermissions: {
      [imageIds[0] ?? '']: [{ UserId: partner }],
      [id('ami', unusedImages[1] ?? '')]: [{ UserId: partner }],
    },
    clientVpnEndpoints: ['conditional client VPN', 'closed client VPN'].map((name) => ({
      ClientVpnEndpointId: id('cvpn-endpoint', name),
      Status: { Code: 'available' as const },
      TransportProtocol: 'udp' as const,
      VpnPort: 443,
      VpcId: vpcId,
      AuthenticationOptions: [{ Type: 'certificate-authentication' as const }],
      Tags: tags(name),
    })),
    clientVpnRules: {
      [id('cvpn-endpoint', 'conditional client VPN')]: [{ DestinationCidr: '10.40.0.0/16', AccessAll: true }],
    },
    publicSnapshots: [id('snap', 'open')],
    snapshotPermissions: { [id('snap', 'open to a partner')]: [{ UserId: partner }] },
    snapshots: ['open', 'open to a partner', 'closed'].map((name) => ({
      SnapshotId: id('snap', name),
      OwnerId: accountId,
      VolumeSize: 8,
      State: 'completed' as const,
      Encrypted: false,
      Tags: tags(name),
    })),
  },
  elasticLoadBalancingV2: {
    loadBalancers: balancers.map(({ name, type, scheme, group }) => ({
      LoadBalancerArn: balancerArn(name, type),
      LoadBalancerName: name,
      DNSName: `${name}.${region}.elb.amazonaws.com`,
      Scheme: scheme,
      Type: type,
      VpcId: vpcId,
      IpAddressType: 'ipv4',
      State: { Code: 'active' },
      AvailabilityZones: [{ ZoneName: zone, SubnetId: id('subnet', 'open') }],
      ...(group !== undefined && { SecurityGroups: [id('sg', group)] }),
    })),
    listeners: balancers.flatMap(({ name, type, port }) =>
      port === undefined
        ? []
        : [
            {
              ListenerArn: listenerArn(name, type),
              LoadBalancerArn: balancerArn(name, type),
              Port: port,
              Protocol: type === 'network' ? ('TCP' as const) : ('HTTPS' as const),
              DefaultActions: targetGroups
                .filter(({ balancer }) => balancer === name)
                .map((group) => ({ Type: 'forward' as const, TargetGroupArn: targetGroupArn(group.name) })),
            },
          ],
    ),
    targetGroups: targetGroups.map(({ name, kind, balancer }) => ({
      TargetGroupArn: targetGroupArn(name),
      TargetGroupName: name,
      TargetType: kind,
      LoadBalancerArns: [balancerArn(balancer, 'application')],
      ...(kind !== 'lambda' && { Protocol: 'HTTP' as const, Port: 80, VpcId: vpcId }),
    })),
    targetHealth: Object.fromEntries(
      targetGroups.map(({ name, targets }) => [
        targetGroupArn(name),
        targets.map(({ state = 'healthy', ...Target }) => ({ Target, TargetHealth: { State: state } })),
      ]),
    ),
  },
  rds: {
    instances: [database('open', 'open'), database('closed-without-route', 'isolated')],
    snapshots: Object.entries(databaseSnapshots).map(([name, accounts]) => ({
      DBSnapshotAttributes: [{ AttributeName: 'restore', AttributeValues: [...accounts] }],
      DBSnapshotIdentifier: snapshotName(name),
      DBSnapshotArn: arn('rds', `snapshot:${snapshotName(name)}`),
      DBInstanceIdentifier: 'deleted',
      SnapshotType: 'manual',
      Engine: 'postgres',
      Status: 'available',
      Encrypted: false,
    })),
    clusterSnapshots: Object.entries(databaseSnapshots).map(([name, accounts]) => ({
      DBClusterSnapshotAttributes: [{ AttributeName: 'restore', AttributeValues: [...accounts] }],
      DBClusterSnapshotIdentifier: `${snapshotName(name)}-cluster`,
      DBClusterSnapshotArn: arn('rds', `cluster-snapshot:${snapshotName(name)}-cluster`),
      DBClusterIdentifier: 'deleted',
      SnapshotType: 'manual',
      Engine: 'aurora-postgresql',
      Status: 'available',
      StorageEncrypted: false,
    })),
  },
  sqs: {
    queues: Object.entries(queuePolicies).map(([name, Policy]) => ({
      url: `https://sqs.${region}.amazonaws.com/${accountId}/${name}`,
      attributes: { QueueArn: arn('sqs', name), Policy },
    })),
  },
  sns: {
    topics: [
      // The default policy of new topics.
      { TopicArn: topicArn('closed-by-default'), Policy: policy(under('StringEquals', 'AWS:SourceOwner', accountId)) },
      { TopicArn: topicArn('open-to-everyone'), Policy: policy(everyone) },
    ],
  },
  lambda: {
    functions: functionNames.map((FunctionName) => ({
      FunctionName,
      FunctionArn: functionArn(FunctionName),
      Runtime: 'nodejs24.x' as const,
      Role: `arn:aws:iam::${accountId}:role/functions`,
    })),
    policies: Object.fromEntries(
      Object.entries(functionAccess).flatMap(([name, { policy: text, alias }]) =>
        text === undefined ? [] : [[alias === undefined ? name : `${name}:${alias}`, text]],
      ),
    ),
    urls: Object.fromEntries(
      Object.entries(functionAccess).flatMap(([name, { url: AuthType, alias }]) => {
        if (AuthType === undefined) return []
        const FunctionArn = alias === undefined ? functionArn(name) : `${functionArn(name)}:${alias}`
        const FunctionUrl = `https://${hexDigits(`url ${name}`, 32)}.lambda-url.${region}.on.aws/`
        return [
          [
            name,
            [
              {
                FunctionUrl,
                FunctionArn,
                AuthType,
                CreationTime: created.toISOString(),
                LastModifiedTime: created.toISOString(),
              },
            ],
          ],
        ]
      }),
    ),
  },
  kms: {
    keys: keyNames.map((name) => ({
      KeyId: keyIdOf(name),
      Arn: arn('kms', `key/${keyIdOf(name)}`),
      Description: name,
      KeyState: 'Enabled' as const,
      KeyManager: 'CUSTOMER' as const,
      Policy: keyPolicies[name],
    })),
  },
  secretsManager: {
    secrets: [...Object.keys(secretPolicies), 'closed'].map((Name) => ({
      ARN: secretArn(Name),
      Name,
      ResourcePolicy: secretPolicies[Name],
    })),
  },
  ecr: {
    repositories: [...Object.keys(repositoryPolicies), 'closed'].map((repositoryName) => ({
      repositoryName,
      repositoryArn: arn('ecr', `repository/${repositoryName}`),
      registryId: accountId,
      policyText: repositoryPolicies[repositoryName],
    })),
  },
  efs: {
    fileSystems: ['in the network', 'without a policy'].map((name) => ({
      FileSystemId: id('fs', name),
      FileSystemArn: arn('elasticfilesystem', `file-system/${id('fs', name)}`),
      Name: name,
      OwnerId: accountId,
      CreationToken: name,
      CreationTime: created,
      LifeCycleState: 'available' as const,
      NumberOfMountTargets: 0,
      SizeInBytes: { Value: 1 },
      PerformanceMode: 'generalPurpose' as const,
      Tags: [],
      Policy: fileSystemPolicies[id('fs', name)],
    })),
  },
  backup: {
    vaults: [...Object.keys(vaultPolicies), 'closed'].map((BackupVaultName) => ({
      BackupVaultName,
      BackupVaultArn: arn('backup', `backup-vault:${BackupVaultName}`),
      Policy: vaultPolicies[BackupVaultName],
    })),
  },
  apiGateway: {
    restApis: [
      restApi('open'),
      restApi('open-by-domain', { disableExecuteApiEndpoint: true }),
      restApi('closed-off', { disableExecuteApiEndpoint: true }),
      restApi('closed-by-private-domain', { disableExecuteApiEndpoint: true }),
      restApi('closed-inside', { endpointConfiguration: { types: ['PRIVATE'] } }),
      restApi('closed-inside-the-network', {
        endpointConfiguration: { types: ['PRIVATE'] },
        policy: policy(under('StringEquals', 'aws:SourceVpc', vpcId)),
      }),
      restApi('conditional-inside-a-partner', {
        endpointConfiguration: { types: ['PRIVATE'] },
        policy: policy(under('StringEquals', 'aws:SourceVpce', 'vpce-1')),
      }),
      restApi('closed-by-policy', { policy: policy(account(accountId)).replaceAll('"', String.raw`\"`) }),
    ],
    resources: Object.fromEntries(
      apiNames.map((name) => [
        name,
        [{ id: 'root', path: '/', resourceMethods: { GET: { authorizationType: 'NONE' } } }],
      ]),
    ),
    stages: Object.fromEntries(apiNames.map((name) => [name, [{ stageName: 'prod' }]])),
    domainNames: [
      { domainName: 'api.traps.example', endpointConfiguration: { types: ['EDGE'] } },
      { domainName: 'http.traps.example', endpointConfiguration: { types: ['REGIONAL'] } },
      { domainName: 'inside.traps.example', domainNameId: 'tr4p5', endpointConfiguration: { types: ['PRIVATE'] } },
    ],
    basePathMappings: {
      'api.traps.example': [{ basePath: '(none)', restApiId: 'open-by-domain', stage: 'prod' }],
      'inside.traps.example': [{ basePath: '(none)', restApiId: 'closed-by-private-domain', stage: 'prod' }],
    },
  },
  apiGatewayV2: {
    apis: [
      { ApiId: 'conditional', Name: 'conditional', ProtocolType: 'HTTP', RouteSelectionExpression: '$request.path' },
      {
        ApiId: 'closed-off',
        Name: 'closed-off',
        ProtocolType: 'HTTP',
        RouteSelectionExpression: '$request.path',
        DisableExecuteApiEndpoint: true,
      },
      {
        ApiId: 'open-by-path',
        Name: 'open-by-path',
        ProtocolType: 'HTTP',
        RouteSelectionExpression: '$request.path',
        DisableExecuteApiEndpoint: true,
      },
    ],
    domainNames: [{ DomainName: 'http.traps.example' }],
    apiMappings: { 'http.traps.example': [{ ApiMappingKey: 'open', ApiId: 'open-by-path', Stage: '$default' }] },
    stages: Object.fromEntries(
      ['conditional', 'closed-off', 'open-by-path'].map((name) => [name, [{ StageName: '$default' }]]),
    ),
    routes: {
      conditional: [{ RouteKey: 'GET /', AuthorizationType: 'AWS_IAM' }],
      'open-by-path': [{ RouteKey: 'GET /', AuthorizationType: 'NONE' }],
      'closed-off': [{ RouteKey: 'GET /', AuthorizationType: 'NONE' }],
    },
  },
  eks: {
    clusters: [
      {
        name: 'open-to-offices',
        arn: arn('eks', 'cluster/open-to-offices'),
        status: 'ACTIVE',
        resourcesVpcConfig: {
          endpointPublicAccess: true,
          publicAccessCidrs: ['203.0.113.0/24', '198.51.100.0/24', '10.0.0.0/8'],
        },
      },
    ],
  },
  cognito: {
    userPools: [
      { Id: `${region}_open`, Name: 'open', Domain: 'traps' },
      { Id: `${region}_closed`, Name: 'closed' },
    ],
  },
}

const blocked = { BlockPublicAcls: true, BlockPublicPolicy: true, IgnorePublicAcls: true, RestrictPublicBuckets: true }
const toEverybody = [
  {
    Grantee: { Type: 'Group' as const, URI: 'http://acs.amazonaws.com/groups/global/AllUsers' },
    Permission: 'READ' as const,
  },
]

export const world: World = {
  accounts: [
    {
      accountId,
      roleName: 'surveyor',
      optedInRegions: [],
      denials: [],
      regions: { [region]: regionData },
      global: {
        s3: {
          buckets: ['open-by-policy', 'closed-by-account', 'closed-by-bucket'].map((Name) => ({
            Name,
            BucketRegion: region,
            CreationDate: created,
          })),
          bucketSettings: {
            'open-by-policy': { publicAccessBlock: null, policyIsPublic: true },
            'closed-by-account': { publicAccessBlock: null, grants: toEverybody },
            'closed-by-bucket': { publicAccessBlock: blocked, policyIsPublic: true, grants: toEverybody },
          },
        },
        s3Control: {
          publicAccessBlock: { ...blocked, BlockPublicPolicy: false, RestrictPublicBuckets: false },
        },
      },
    },
  ],
}
