/** Tests what change sets of CloudFormation open and break in a small shop. */
import { describe, expect, test } from 'vitest'
import { applyPlan } from './apply-plan.ts'
import { judgePlan } from './judge-plan.ts'
import { readPlan } from './read-plan.ts'
import { indexGraph } from '../../graph/graph-index.ts'
import type { Json } from '../../graph/resource-graph.ts'
import { account, anywhere, region, shop, shopGraph } from '../../../test/support/sample-plans.ts'

type Fields = Readonly<Record<string, unknown>>
type Change = Fields & { readonly before?: Fields; readonly after?: Fields }

function changeSetOf(changes: Readonly<Record<string, Change>>) {
  return {
    ChangeSetId: 'changeSet/a',
    StackId: `arn:aws:cloudformation:${region}:${account}:stack/shop/1`,
    Status: 'CREATE_COMPLETE',
    Changes: Object.entries(changes).map(([name, { before, after, ...change }]) => ({
      Type: 'Resource',
      ResourceChange: {
        LogicalResourceId: name,
        ...change,
        ...(before && { BeforeContext: JSON.stringify({ Properties: before }) }),
        ...(after && { AfterContext: JSON.stringify({ Properties: after }) }),
      },
    })),
  }
}

function judged(changes: Readonly<Record<string, Change>>) {
  return judgePlan(shop(), readPlan(changeSetOf(changes)))
}

const later = '{{changeSet:KNOWN_AFTER_APPLY}}'
const rule = { IpProtocol: 'tcp', FromPort: 5432, ToPort: 5432, CidrIp: anywhere }
const group = { ResourceType: 'AWS::EC2::SecurityGroup', PhysicalResourceId: 'sg-orders' }

test('a rule of a security group, inline and of its own', () => {
  const opened = ['Opens tcp 5432 of orders to the internet by public access']
  const inline = judged({
    Orders: {
      ...group,
      Action: 'Modify',
      Replacement: 'False',
      before: { VpcId: 'vpc-1' },
      after: { VpcId: 'vpc-1', SecurityGroupIngress: [rule] },
    },
  })
  expect(inline.exposures.map(({ summary }) => summary)).toEqual(opened)
  expect(inline.exposures[0]?.causedBy).toEqual(['Orders'])
  const own = judged({
    Rule: { ResourceType: 'AWS::EC2::SecurityGroupIngress', Action: 'Add', after: { ...rule, GroupId: 'sg-orders' } },
  })
  expect(own.exposures.map(({ summary }) => summary)).toEqual(opened)
  expect(own.unknown).toEqual([])
})

test('a rule whose source is not known yet', () => {
  const plan = judged({
    Rule: {
      ResourceType: 'AWS::EC2::SecurityGroupIngress',
      Action: 'Add',
      after: { ...rule, CidrIp: later, GroupId: 'sg-orders' },
    },
  })
  expect(plan.exposures.map(({ kind }) => kind)).toEqual(['unknown'])
  expect(plan.unknown.map(({ reason }) => reason)).toEqual(["source of ingress isn't known until the plan is applied."])
})

test('a reference to a replaced resource is the resource', () => {
  const before = { GroupName: 'orders', VpcId: 'vpc-1' }
  const instance = { SubnetId: 'subnet-a', SecurityGroupIds: ['sg-orders'] }
  const plan = judged({
    Orders: {
      ...group,
      Action: 'Modify',
      Replacement: 'True',
      before,
      after: { ...before, SecurityGroupIngress: [rule] },
    },
    Batch: {
      ResourceType: 'AWS::EC2::Instance',
      PhysicalResourceId: 'i-batch',
      Action: 'Modify',
      Replacement: 'False',
      before: instance,
      after: { ...instance, SecurityGroupIds: [later] },
      Details: [
        {
          Target: { Attribute: 'Properties', Name: 'SecurityGroupIds', Path: '/Properties/SecurityGroupIds/0' },
          ChangeSource: 'ResourceAttribute',
          CausingEntity: 'Orders.GroupId',
        },
      ],
    },
  })
  expect(plan.unknown).toEqual([])
  expect(plan.touched.map(({ action }) => action)).toEqual(['replace', 'update'])
})

test('a database without a setting is unknown, because AWS decides', () => {
  const place = { DBSubnetGroupName: 'shop', VPCSecurityGroups: ['sg-web'] }
  const database = { ...place, DBInstanceIdentifier: 'new', Port: '443' }
  const add = { ResourceType: 'AWS::RDS::DBInstance', Action: 'Add' }
  const kinds = (after: Fields) => judged({ New: { ...add, after } }).exposures.map(({ kind }) => kind)
  expect(kinds(database)).toEqual(['unknown'])
  expect(kinds({ ...database, PubliclyAccessible: 'true' })).toEqual(['opened'])
  expect(kinds({ ...database, PubliclyAccessible: 'false' })).toEqual([])
  const live = { ResourceType: 'AWS::RDS::DBInstance', PhysicalResourceId: 'orders', Action: 'Modify' }
  const [before, after] = [{ DBInstanceClass: 'db.t4g.small' }, { DBInstanceClass: 'db.t4g.large' }]
  expect(judged({ Orders: { ...live, Replacement: 'False', before, after } })).toMatchObject({
    exposures: [],
    unknown: [],
  })
})

test.each([
  [{ Engine: 'aurora-postgresql' }, 5432],
  [{ Engine: 'aurora-mysql' }, 3306],
  [{ Engine: 'sqlserver-ex', Port: 1444 }, 1444],
  [{ Engine: 'oracle-se2' }, 1521],
  [{ Engine: 'sqlserver-ex' }, 1433],
  [{ Engine: 'mariadb' }, 3306],
  [{ Engine: 'mysql' }, 3306],
  [{ Engine: 'db2-se' }, 50_000],
  [{ Engine: 'postgres', Port: later }, undefined],
  [{ Engine: 'custom' }, undefined],
  [{}, undefined],
])('the port of a database with %o is %s', (values, port) => {
  const change = {
    ResourceType: 'AWS::RDS::DBInstance',
    Action: 'Add',
    after: { DBInstanceIdentifier: 'a', ...values },
  }
  const { graph } = applyPlan(shop(), readPlan(changeSetOf({ New: change })))
  expect(graph.resources.find(({ id }) => id === 'a')?.properties['port']).toBe(port)
})

test('policies are objects', () => {
  const statement = { Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: '*' }
  const add = (resource: string) => ({
    ResourceType: 'AWS::SQS::QueuePolicy',
    Action: 'Add',
    after: {
      Queues: [`https://sqs.${region}.amazonaws.com/${account}/jobs`],
      PolicyDocument: { Statement: [{ ...statement, Resource: resource }] },
    },
  })
  expect(judged({ Policy: add('*') }).exposures.map(({ kind }) => kind)).toEqual(['opened'])
  expect(judged({ Policy: add(later) }).exposures.map(({ kind }) => kind)).toEqual(['unknown'])
})

const queue = (name: string) => `https://sqs.${region}.amazonaws.com/${account}/${name}`

const queueWith = (name: string, grants: readonly Json[]) => ({
  type: 'AWS::SQS::Queue',
  id: name,
  arn: null,
  name,
  presence: 'read' as const,
  tags: {},
  properties: { policyGrants: grants },
})

const policyOf = (PolicyDocument: object, ...names: readonly string[]) => ({ PolicyDocument, Queues: names.map(queue) })

describe('a policy of several queues', () => {
  const everyone = { Statement: [{ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }] }
  const own = { Statement: [{ Effect: 'Allow', Principal: account, Action: '*', Resource: '*' }] }
  const open = [{ to: 'everyone', condition: null }]
  const graph = shopGraph()
  const index = indexGraph({ ...graph, resources: [...graph.resources, queueWith('old', open), queueWith('new', [])] })
  const judgedPolicy = (change: Change) =>
    judgePlan(index, readPlan(changeSetOf({ Policy: { ResourceType: 'AWS::SQS::QueuePolicy', ...change } })))

  test('opens each', () => {
    const plan = judgedPolicy({ Action: 'Add', after: policyOf(everyone, 'jobs', 'new', 'jobs') })
    expect(plan.exposures.map(({ summary }) => summary)).toEqual([
      'Opens jobs to the internet by resource policy',
      'Opens new to the internet by resource policy',
    ])
    expect(plan.touched.map(({ action, address }) => `${action} ${address}`)).toEqual(['create Policy'])
  })

  test('closes those that it leaves, and opens those that it gets', () => {
    const moved = {
      Action: 'Modify',
      before: policyOf(everyone, 'jobs', 'old'),
      after: policyOf(everyone, 'jobs', 'new'),
    }
    const plan = judgedPolicy(moved)
    expect(plan.exposures.map(({ summary }) => summary)).toEqual([
      'Opens new to the internet by resource policy',
      'Closes old to the internet by resource policy',
    ])
    expect(plan.unknown).toEqual([])
    expect(plan.touched.map(({ action }) => action)).toEqual(['update'])
  })

  test('is one of each that stays', () => {
    const changed = { Action: 'Modify', before: policyOf(own, 'jobs', 'new'), after: policyOf(everyone, 'jobs', 'new') }
    expect(judgedPolicy(changed).exposures.map(({ kind }) => kind)).toEqual(['opened', 'opened'])
    const one = { Action: 'Modify', before: policyOf(own, 'jobs'), after: policyOf(everyone, 'jobs') }
    expect(judgedPolicy(one).exposures.map(({ kind }) => kind)).toEqual(['opened'])
    expect(judgedPolicy({ Action: 'Remove', before: policyOf(everyone, 'jobs', 'old') }).exposures).toMatchObject([
      { summary: 'Closes old to the internet by resource policy' },
    ])
  })
})

const bucket = (restricts: boolean) => ({
  ResourceType: 'AWS::S3::Bucket',
  Action: 'Add',
  after: { BucketName: 'new', PublicAccessBlockConfiguration: { RestrictPublicBuckets: restricts } },
})

test('a bucket with its own block and a policy', () => {
  const policy = {
    ResourceType: 'AWS::S3::BucketPolicy',
    Action: 'Add',
    after: {
      Bucket: 'new',
      PolicyDocument: { Statement: { Effect: 'Allow', Principal: '*', Action: 's3:*', Resource: '*' } },
    },
  }
  const kinds = (restricts: boolean) =>
    judged({ New: bucket(restricts), Policy: policy }).exposures.map(({ kind }) => kind)
  expect([kinds(false), kinds(true)]).toEqual([['opened'], []])
})

test('what a deleted resource breaks, and what a change set does not list', () => {
  const plan = judged({
    Gateway: { ResourceType: 'AWS::EC2::InternetGateway', PhysicalResourceId: 'igw-1', Action: 'Remove' },
  })
  expect(plan.breaks.flatMap(({ dependents }) => dependents.map(({ resource }) => resource.id))).toContain('rtb-1')
  expect([plan.unmanaged, plan.missing]).toEqual([null, []])
})

test.each<[type: string, after: Fields, properties: Fields, relations: readonly string[]]>([
  [
    'AWS::EC2::Subnet',
    { CidrBlock: '10.0.7.0/24', VpcId: 'vpc-1', AvailabilityZone: 'eu-west-1c', MapPublicIpOnLaunch: 'true' },
    { cidrBlock: '10.0.7.0/24', availabilityZone: 'eu-west-1c', mapPublicIpOnLaunch: true },
    ['contained in vpc-1'],
  ],
  ['AWS::EC2::VPC', { CidrBlock: '10.7.0.0/16' }, { cidrBlocks: ['10.7.0.0/16'] }, []],
  [
    'AWS::EC2::NatGateway',
    { SubnetId: 'subnet-a', AllocationId: 'eipalloc-1', ConnectivityType: 'public' },
    { connectivityType: 'public' },
    ['associated with eipalloc-1', 'contained in subnet-a'],
  ],
  [
    'AWS::EC2::Instance',
    { InstanceType: 't4g.small', SubnetId: 'subnet-b', SecurityGroupIds: ['sg-web', 'sg-orders'] },
    { instanceType: 't4g.small', publicIpAddress: undefined },
    ['associated with sg-orders', 'associated with sg-web', 'contained in subnet-b'],
  ],
  [
    'AWS::EC2::Instance',
    { NetworkInterfaces: [{ AssociatePublicIpAddress: true, SubnetId: 'subnet-b', GroupSet: ['sg-web'] }] },
    { publicIpAddress: 'that AWS assigns' },
    ['associated with sg-web', 'contained in subnet-b'],
  ],
  ['AWS::EC2::EIP', { InstanceId: 'i-batch' }, {}, ['attached to i-batch']],
  [
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    {
      Scheme: 'internal',
      Type: 'network',
      Subnets: ['subnet-a'],
      SecurityGroups: ['sg-web'],
      IpAddressType: 'dualstack',
    },
    { scheme: 'internal', loadBalancerType: 'network', ipAddressType: 'dualstack' },
    ['associated with sg-web', 'attached to subnet-a'],
  ],
  [
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    { SubnetMappings: [{ SubnetId: 'subnet-b' }] },
    { scheme: 'internet-facing', loadBalancerType: 'application', ipAddressType: 'ipv4' },
    ['attached to subnet-b'],
  ],
  [
    'AWS::ElasticLoadBalancingV2::Listener',
    {
      Protocol: 'HTTPS',
      Port: '443',
      LoadBalancerArn: 'lb',
      DefaultActions: [{ Type: 'forward', TargetGroupArn: 'tg' }],
    },
    { protocol: 'HTTPS', port: 443, defaultActions: ['forward'] },
    ['contained in lb', 'routes to tg'],
  ],
  [
    'AWS::ElasticLoadBalancingV2::TargetGroup',
    { Protocol: 'HTTP', Port: 80, VpcId: 'vpc-1', Targets: [{ Id: 'i-web' }] },
    {
      protocol: 'HTTP',
      port: 80,
      targetType: 'instance',
      targets: [{ id: 'i-web', port: 80, availabilityZone: null, health: null }],
    },
    ['contained in vpc-1', 'routes to i-web'],
  ],
  [
    'AWS::RDS::DBInstance',
    { Engine: 'postgres', DBInstanceClass: 'db.t4g.small', DBSubnetGroupName: 'shop', VPCSecurityGroups: ['sg-web'] },
    { engine: 'postgres', instanceClass: 'db.t4g.small', publiclyAccessible: undefined, port: 5432 },
    ['associated with sg-web', 'associated with shop'],
  ],
  ['AWS::RDS::DBSubnetGroup', { SubnetIds: ['subnet-a'] }, {}, ['associated with subnet-a']],
  [
    'AWS::Lambda::Function',
    { Runtime: 'nodejs24.x', Handler: 'a.b', VpcConfig: { SubnetIds: ['subnet-a'], SecurityGroupIds: ['sg-web'] } },
    { runtime: 'nodejs24.x', handler: 'a.b', urls: [], policyGrants: [] },
    ['associated with sg-web', 'attached to subnet-a'],
  ],
  [
    'AWS::EC2::SecurityGroup',
    { GroupDescription: 'a', VpcId: 'vpc-1' },
    {
      description: 'a',
      ingress: [],
      egress: [{ protocol: '-1', fromPort: null, toPort: null, destination: anywhere }],
    },
    ['contained in vpc-1'],
  ],
])('%s %j', (type, after, properties, relations) => {
  const future = applyPlan(shop(), readPlan(changeSetOf({ New: { ResourceType: type, Action: 'Add', after } })))
  const added = future.graph.resources.find((each) => each.type === type && each.id.includes('⟪New⟫'))
  expect(added).toMatchObject({ type, presence: 'read' })
  expect({ ...properties, ...added?.properties }).toEqual(properties)
  const own = future.graph.relations.filter(({ source }) => source.id === added?.id)
  expect(own.map(({ verb, target }) => `${verb} ${target.id}`).toSorted()).toEqual(relations)
})

test('parts of networks change the resources that they name', () => {
  const parts = {
    Attachment: {
      ResourceType: 'AWS::EC2::VPCGatewayAttachment',
      after: { InternetGatewayId: 'igw-1', VpcId: 'vpc-9' },
    },
    Association: {
      ResourceType: 'AWS::EC2::SubnetRouteTableAssociation',
      after: { RouteTableId: 'rtb-1', SubnetId: 'subnet-a' },
    },
    Acl: {
      ResourceType: 'AWS::EC2::SubnetNetworkAclAssociation',
      after: { NetworkAclId: 'acl-1', SubnetId: 'subnet-9' },
    },
    Route: {
      ResourceType: 'AWS::EC2::Route',
      after: { RouteTableId: 'rtb-1', DestinationCidrBlock: '10.9.0.0/16', NatGatewayId: 'nat-1' },
    },
    Entry: {
      ResourceType: 'AWS::EC2::NetworkAclEntry',
      after: {
        NetworkAclId: 'acl-1',
        RuleNumber: 5,
        RuleAction: 'deny',
        Protocol: 6,
        Egress: 'true',
        CidrBlock: anywhere,
        PortRange: { From: 25, To: 26 },
      },
    },
    Egress: {
      ResourceType: 'AWS::EC2::SecurityGroupEgress',
      after: {
        GroupId: 'sg-web',
        IpProtocol: 'tcp',
        FromPort: 5432,
        ToPort: 5432,
        DestinationSecurityGroupId: 'sg-orders',
      },
    },
  }
  const changes = Object.entries(parts).map(([name, part]) => [name, { ...part, Action: 'Add' }])
  const { graph } = applyPlan(shop(), readPlan(changeSetOf(Object.fromEntries(changes))))
  const relations = graph.relations.map(({ source, verb, target }) => `${source.id} ${verb} ${target.id}`)
  expect(relations).toEqual(
    expect.arrayContaining([
      'igw-1 attached to vpc-9',
      'rtb-1 associated with subnet-a',
      'acl-1 associated with subnet-9',
      'rtb-1 routes to nat-1',
      'sg-web allows traffic to sg-orders',
    ]),
  )
  const entries = graph.resources.find(({ id }) => id === 'acl-1')?.properties['egress']
  expect(entries).toContainEqual({
    rule: 5,
    action: 'deny',
    protocol: '6',
    cidrBlock: anywhere,
    fromPort: 25,
    toPort: 26,
    icmpType: null,
    icmpCode: null,
  })
})

const permissionFor = (permission: Fields) => ({
  Pay: { ResourceType: 'AWS::Lambda::Function', Action: 'Add', after: { FunctionName: 'pay' } },
  Permission: {
    ResourceType: 'AWS::Lambda::Permission',
    Action: 'Add',
    after: {
      FunctionName: `arn:aws:lambda:${region}:${account}:function:pay`,
      Action: 'lambda:InvokeFunction',
      ...permission,
    },
  },
})

const verdicts = (permission: Fields) => judged(permissionFor(permission)).exposures.map(({ after }) => after.verdict)

test('permissions of functions', () => {
  expect(verdicts({ Principal: '*' })).toEqual(['open'])
  expect(verdicts({ Principal: '*', PrincipalOrgID: 'o-1234567890' })).toEqual(['conditional'])
  expect(verdicts({ Principal: 's3.amazonaws.com', SourceAccount: account })).toEqual([])
  expect(verdicts({ Principal: 'sns.amazonaws.com', SourceArn: 'arn:aws:sns:eu-west-1:999999999999:a' })).toEqual([
    'open',
  ])
  expect(verdicts({ Principal: later })).toEqual(['unknown'])
})

test('a rule that is left out of a group closes its port', () => {
  const https = { IpProtocol: 'tcp', FromPort: 443, ToPort: 443, CidrIp: anywhere }
  const web = { ResourceType: 'AWS::EC2::SecurityGroup', PhysicalResourceId: 'sg-web', Action: 'Modify' }
  const plan = judged({
    Web: { ...web, before: { SecurityGroupIngress: [https] }, after: { SecurityGroupIngress: [] } },
  })
  expect(plan.exposures.map(({ kind, resource }) => `${kind} ${resource.id}`)).toEqual(['closed i-web'])
})

test.each([
  ['AWS::S3::Bucket', 'assets'],
  ['AWS::RDS::DBInstance', 'orders'],
  ['AWS::RDS::DBSubnetGroup', 'shop'],
  ['AWS::SQS::Queue', `https://sqs.${region}.amazonaws.com/${account}/jobs`],
  ['AWS::EC2::Instance', 'i-web'],
])('%s is found by its physical ID', (type, id) => {
  const { touched } = judged({ Old: { ResourceType: type, PhysicalResourceId: id, Action: 'Remove' } })
  expect(touched[0]?.resource).toMatchObject({ type, id: id.slice(id.lastIndexOf('/') + 1) })
})

test('an Elastic IP address is known by its address', () => {
  const graph = shopGraph()
  const type = 'AWS::EC2::EIP'
  const address = { type, id: 'eipalloc-1', arn: null, name: null, presence: 'read', tags: {} } as const
  const index = indexGraph({
    ...graph,
    resources: [...graph.resources, { ...address, properties: { publicIp: '203.0.113.10' } }],
    relations: [
      ...graph.relations,
      {
        source: address,
        verb: 'attached to',
        target: { type: 'AWS::EC2::NetworkInterface', id: 'eni-i-web' },
        evidence: 'test',
      },
    ],
  })
  const removed = { ResourceType: type, PhysicalResourceId: '203.0.113.10', Action: 'Remove' }
  const plan = judgePlan(index, readPlan(changeSetOf({ Address: removed })))
  expect(plan.touched.map(({ resource }) => resource?.id)).toEqual(['eipalloc-1'])
  expect(plan.exposures.map(({ summary }) => summary)).toEqual([
    'May close tcp 443 of web to the internet by public address',
  ])
  const other = { ...removed, PhysicalResourceId: '203.0.113.11' }
  expect(judgePlan(index, readPlan(changeSetOf({ Address: other }))).unknown.map(({ reason }) => reason)).toEqual([
    "203.0.113.11 isn't in the scan.",
  ])
})

test('stacks within a stack, and resources that stay when they are replaced', () => {
  const stack = { ResourceType: 'AWS::CloudFormation::Stack', Action: 'Modify', Replacement: 'False' }
  expect(judged({ Child: { ...stack, before: {}, after: {} } }).unknown.map(({ reason }) => reason)).toEqual([
    "The plan doesn't have the changes of the resources of this stack.",
    "Child isn't in the scan.",
  ])
  const queue = { ResourceType: 'AWS::SQS::Queue', PhysicalResourceId: 'jobs', Action: 'Modify', Replacement: 'True' }
  const values = { before: { QueueName: 'jobs' }, after: { QueueName: 'jobs-2' } }
  const kept = judged({ Jobs: { ...queue, PolicyAction: 'ReplaceAndRetain', ...values } })
  expect(kept.compared).toMatchObject({ removed: [], added: [{ id: 'jobs-2' }] })
  expect(judged({ Jobs: { ...queue, PolicyAction: 'ReplaceAndDelete', ...values } }).compared.removed).toHaveLength(1)
})

test('an ACL in a template', () => {
  const unblocked = { PublicAccessBlockConfiguration: { IgnorePublicAcls: 'false' } }
  const acl = (AccessControl: string, more: Fields = unblocked) =>
    judged({
      Bucket: { ResourceType: 'AWS::S3::Bucket', Action: 'Add', after: { BucketName: 'new', AccessControl, ...more } },
    }).exposures.map(({ summary }) => summary)
  const opened = ['Opens new to the internet by bucket ACL']
  for (const name of ['PublicRead', 'PublicReadWrite', 'AuthenticatedRead']) expect(acl(name)).toEqual(opened)
  expect(acl('Private')).toEqual([])
  expect(acl('PublicRead', {})).toEqual([])
  expect(acl('PublicRead', { PublicAccessBlockConfiguration: later })).toEqual([
    'May open new to the internet by bucket ACL',
  ])
  expect(acl(later)).toEqual(['May open new to the internet by bucket ACL'])
})

test('a change without values is told', () => {
  for (const action of [{ Action: 'Add' }, { Action: 'Modify', Replacement: 'True' }]) {
    const { unknown } = judged({ A: { ResourceType: 'AWS::EC2::SecurityGroup', ...action } })
    expect(unknown.map(({ reason }) => reason)).toContain('Some values are missing. Use --include-property-values.')
  }
})
