/** Tests the mapping of each service: what a planned resource becomes in the graph. */
import { describe, expect, test } from 'vitest'
import { everyResourceType, resourceType } from '../../resource-types/look-ups.ts'
import { indexGraph } from '../../graph/graph-index.ts'
import { applyPlan } from './apply-plan.ts'
import { judgePlan, type PlanJudgment } from './judge-plan.ts'
import { mappingsOf, terraform } from './mappings/all.ts'
import { readPlan } from './read-plan.ts'
import { account, anywhere, arnOf, refersTo, shop, terraformPlan } from '../../../test/support/sample-plans.ts'

function judged(...plan: Parameters<typeof terraformPlan>): PlanJudgment {
  return judgePlan(shop(), readPlan(terraformPlan(...plan)))
}

/** `opened orders`, for each exposure. */
function told({ exposures }: PlanJudgment): readonly string[] {
  return exposures.map(({ kind, resource: { id } }) => `${kind} ${id}`)
}

function future(...plan: Parameters<typeof terraformPlan>) {
  return indexGraph(applyPlan(shop(), readPlan(terraformPlan(...plan))).graph)
}

test('every type leads to a type of scans, and every type of scans is one of stacks', () => {
  for (const { type } of Object.values(terraform)) expect(resourceType(type)?.type).toBe(type)
  for (const { type } of everyResourceType) expect(mappingsOf('CloudFormation change set')(type)?.type).toBe(type)
  expect(mappingsOf('Terraform plan')('constructor')).toBeNull()
})

describe('properties and relations', () => {
  test.each<[address: string, values: Readonly<Record<string, unknown>>, type: string, id: string, expected: object]>([
    [
      'aws_subnet.a',
      { id: 'subnet-9', cidr_block: '10.0.9.0/24', vpc_id: 'vpc-1', availability_zone: 'eu-west-1a' },
      'AWS::EC2::Subnet',
      'subnet-9',
      { cidrBlock: '10.0.9.0/24', availabilityZone: 'eu-west-1a' },
    ],
    [
      'aws_lb.a',
      {
        arn: arnOf('elasticloadbalancing', 'loadbalancer/app/a/1'),
        name: 'a',
        internal: true,
        load_balancer_type: 'application',
      },
      'AWS::ElasticLoadBalancingV2::LoadBalancer',
      'app/a/1',
      { scheme: 'internal', loadBalancerType: 'application' },
    ],
    [
      'aws_lb_listener.a',
      {
        arn: arnOf('elasticloadbalancing', 'listener/app/a/1/2'),
        protocol: 'HTTP',
        port: 80,
        default_action: [{ type: 'redirect' }],
      },
      'AWS::ElasticLoadBalancingV2::Listener',
      'app/a/1/2',
      { protocol: 'HTTP', port: 80, defaultActions: ['redirect'] },
    ],
    [
      'aws_lb_listener_rule.a',
      {
        arn: arnOf('elasticloadbalancing', 'listener-rule/app/a/1/2/3'),
        action: [{ type: 'forward' }],
        condition: [
          { source_ip: [{ values: ['10.0.0.0/8'] }] },
          { http_header: [{ http_header_name: 'X-Key', values: ['secret'] }] },
        ],
      },
      'AWS::ElasticLoadBalancingV2::ListenerRule',
      'app/a/1/2/3',
      {
        actions: ['forward'],
        conditions: [
          { field: 'source-ip', header: null, values: ['10.0.0.0/8'] },
          { field: 'http-header', header: 'X-Key', values: [] },
        ],
      },
    ],
    [
      'aws_lb_target_group.a',
      {
        arn: arnOf('elasticloadbalancing', 'targetgroup/a/1'),
        target_type: 'ip',
        port: 80,
        preserve_client_ip: 'true',
      },
      'AWS::ElasticLoadBalancingV2::TargetGroup',
      'a/1',
      { targetType: 'ip', port: 80, preserveClientIp: true, targets: [] },
    ],
    [
      'aws_rds_cluster.a',
      { cluster_identifier: 'a', engine: 'aurora-mysql', storage_encrypted: true },
      'AWS::RDS::DBCluster',
      'a',
      { engine: 'aurora-mysql', storageEncrypted: true, port: 3306 },
    ],
    [
      'aws_dynamodb_table.a',
      { name: 'a', billing_mode: 'PROVISIONED', deletion_protection_enabled: false },
      'AWS::DynamoDB::Table',
      'a',
      { billingMode: 'PROVISIONED', deletionProtection: false },
    ],
    [
      'aws_instance.a',
      {
        id: 'i-9',
        instance_type: 't4g.small',
        ami: 'ami-1',
        availability_zone: 'eu-west-1a',
        associate_public_ip_address: false,
      },
      'AWS::EC2::Instance',
      'i-9',
      { instanceType: 't4g.small', imageId: 'ami-1', availabilityZone: 'eu-west-1a' },
    ],
    [
      'aws_lambda_function.a',
      { function_name: 'a', runtime: 'nodejs24.x', handler: 'a.b', memory_size: 256, timeout: 9 },
      'AWS::Lambda::Function',
      'a',
      { runtime: 'nodejs24.x', handler: 'a.b', memorySizeMb: 256, timeoutSeconds: 9, urls: [], policyGrants: [] },
    ],
    [
      'aws_db_instance.a',
      {
        identifier: 'a',
        engine: 'postgres',
        engine_version: '17',
        instance_class: 'db.t4g.small',
        availability_zone: 'eu-west-1a',
        multi_az: true,
        publicly_accessible: true,
        storage_encrypted: false,
        port: 5433,
        deletion_protection: true,
      },
      'AWS::RDS::DBInstance',
      'a',
      {
        engine: 'postgres',
        engineVersion: '17',
        instanceClass: 'db.t4g.small',
        availabilityZone: 'eu-west-1a',
        multiAz: true,
        publiclyAccessible: true,
        storageEncrypted: false,
        port: 5433,
        deletionProtection: true,
      },
    ],
    ['aws_iam_role.a', { name: 'a', path: '/app/' }, 'AWS::IAM::Role', 'a', { path: '/app/' }],
  ])('%s', (address, after, type, id, expected) => {
    expect(future({ [address]: { after } }).find({ type, id })?.properties).toEqual(expected)
  })

  test('relations, by ID and by ARN', () => {
    const resources = {
      'aws_lb.a': {
        after: { name: 'a', subnets: ['subnet-a', 'subnet-b'], security_groups: ['sg-web'] },
        unknown: { arn: true, subnet_mapping: true },
      },
      'aws_lambda_function.a': {
        after: {
          function_name: 'a',
          vpc_config: [{ subnet_ids: ['subnet-a'], security_group_ids: ['sg-web'] }],
        },
      },
      'aws_db_subnet_group.b': { after: { name: 'b', subnet_ids: ['subnet-b'] } },
      'aws_network_interface.a': {
        after: { subnet_id: 'subnet-a', security_groups: ['sg-web'] },
        unknown: { attachment: true },
      },
      'aws_network_interface_sg_attachment.a': {
        after: { network_interface_id: 'eni-i-web', security_group_id: 'sg-orders' },
      },
    }
    const index = future(resources, { configuration: { 'aws_lb.a': {}, 'aws_network_interface.a': {} } })
    const balancer = { type: 'AWS::ElasticLoadBalancingV2::LoadBalancer', id: '⟪aws_lb.a⟫' }
    const ids = (of: typeof balancer, verb: Parameters<typeof index.targets>[1], type: string) =>
      index.targets(of, verb, type).map(({ id }) => id)
    expect(ids(balancer, 'attached to', 'AWS::EC2::Subnet')).toEqual(['subnet-a', 'subnet-b'])
    expect(ids(balancer, 'associated with', 'AWS::EC2::SecurityGroup')).toEqual(['sg-web'])
    const lambda = { type: 'AWS::Lambda::Function', id: 'a' }
    expect(ids(lambda, 'attached to', 'AWS::EC2::Subnet')).toEqual(['subnet-a'])
    expect(ids(lambda, 'associated with', 'AWS::EC2::SecurityGroup')).toEqual(['sg-web'])
    expect(ids({ type: 'AWS::RDS::DBSubnetGroup', id: 'b' }, 'associated with', 'AWS::EC2::Subnet')).toEqual([
      'subnet-b',
    ])
    const added = { type: 'AWS::EC2::NetworkInterface', id: 'eni-⟪aws_network_interface.a⟫' }
    expect(ids(added, 'attached to', 'AWS::EC2::Instance')).toEqual([])
    expect(ids({ ...added, id: 'eni-i-web' }, 'associated with', 'AWS::EC2::SecurityGroup')).toEqual([
      'sg-orders',
      'sg-web',
    ])
  })
})

describe('load balancers', () => {
  const resources = {
    'aws_lb.shop': {
      after: {
        name: 'shop',
        internal: false,
        load_balancer_type: 'application',
        subnets: ['subnet-a'],
        security_groups: ['sg-web'],
      },
      unknown: { arn: true },
    },
    'aws_lb_target_group.batch': {
      after: { name: 'batch', port: 5432, protocol: 'HTTP', target_type: 'instance', vpc_id: 'vpc-1' },
      unknown: { arn: true },
    },
    'aws_lb_listener.https': {
      after: { port: 443, protocol: 'HTTPS', default_action: [{ type: 'forward' }] },
      unknown: { load_balancer_arn: true, default_action: [{ target_group_arn: true }] },
    },
    'aws_lb_target_group_attachment.batch': {
      after: { target_id: 'i-batch' },
      unknown: { target_group_arn: true, port: true },
    },
  }
  const configuration = {
    'aws_lb_listener.https': {
      load_balancer_arn: refersTo('aws_lb.shop.arn'),
      default_action: [{ type: {}, target_group_arn: refersTo('aws_lb_target_group.batch.arn') }],
    },
    'aws_lb_target_group_attachment.batch': {
      target_group_arn: refersTo('aws_lb_target_group.batch.arn'),
      target_id: {},
    },
  }

  test('a new one opens its listeners, and what is behind it if a rule allows that', () => {
    const plan = judged(resources, { configuration })
    expect(told(plan)).toEqual(['opened i-batch', 'opened aws_lb.shop'])
    expect(plan.exposures[0]?.causedBy).toEqual(Object.keys(resources))
    const attachment = { after: { target_id: 'i-batch', port: 8080 }, unknown: { target_group_arn: true } }
    const elsewhere = { ...resources, 'aws_lb_target_group_attachment.batch': attachment }
    expect(told(judged(elsewhere, { configuration }))).toEqual(['opened aws_lb.shop'])
  })

  test('an unknown target or scheme is unknown', () => {
    const target = { after: {}, unknown: { target_group_arn: true, target_id: true } }
    const plan = judged(
      { ...resources, 'aws_lb_target_group_attachment.batch': target },
      {
        configuration: {
          ...configuration,
          'aws_lb_target_group_attachment.batch': {
            target_group_arn: refersTo('aws_lb_target_group.batch.arn'),
            target_id: refersTo('local.target'),
          },
        },
      },
    )
    expect(told(plan)).toContain('unknown null')
    const { 'aws_lb.shop': balancer } = resources
    const scheme = judged(
      { 'aws_lb.shop': { after: { ...balancer.after, internal: null }, unknown: { arn: true, internal: true } } },
      { configuration: { 'aws_lb.shop': { internal: refersTo('var.internal') } } },
    )
    expect(told(scheme)).toEqual(['unknown aws_lb.shop'])
  })
})

describe('functions', () => {
  const create = { after: { function_name: 'pay' } }
  const permission = { function_name: 'pay', action: 'lambda:InvokeFunction' }

  test.each<[what: string, permission: Readonly<Record<string, unknown>>, expected: readonly string[]]>([
    ['everyone', { ...permission, principal: '*' }, ['opened pay']],
    ['another account', { ...permission, principal: '999999999999' }, ['opened pay']],
    ['its own account', { ...permission, principal: account }, []],
    ['a service of its own account', { ...permission, principal: 's3.amazonaws.com', source_account: account }, []],
    [
      'another account by a service',
      { ...permission, principal: 's3.amazonaws.com', source_account: '999999999999' },
      ['opened pay'],
    ],
    ['everyone, but only at URLs', { ...permission, action: 'lambda:InvokeFunctionUrl', principal: '*' }, []],
    [
      'everyone, of a function by its ARN',
      { ...permission, function_name: arnOf('lambda', 'function:pay'), principal: '*' },
      ['opened pay'],
    ],
  ])('a permission for %s', (_what, after, expected) => {
    expect(told(judged({ 'aws_lambda_function.pay': create, 'aws_lambda_permission.pay': { after } }))).toEqual(
      expected,
    )
  })

  test('a permission with an unknown principal', () => {
    const plan = judged(
      {
        'aws_lambda_function.pay': create,
        'aws_lambda_permission.pay': { after: permission, unknown: { principal: true } },
      },
      { configuration: { 'aws_lambda_permission.pay': { principal: refersTo('var.partner') } } },
    )
    expect(told(plan)).toEqual(['unknown pay'])
  })

  test.each([
    ['NONE', ['opened pay']],
    ['AWS_IAM', []],
  ])('a URL with %s', (type, expected) => {
    const url = { after: { function_name: 'pay', authorization_type: type } }
    expect(told(judged({ 'aws_lambda_function.pay': create, 'aws_lambda_function_url.pay': url }))).toEqual(expected)
  })
})

describe('topics and tables', () => {
  const everyone = JSON.stringify({
    Statement: { Effect: 'Allow', Principal: '*', Action: 'sns:Publish', Resource: '*' },
  })

  test('a topic and its policy', () => {
    const topic = { after: { name: 'orders' }, unknown: { arn: true, policy: true } }
    const configuration = {
      'aws_sns_topic.orders': { name: {} },
      'aws_sns_topic_policy.orders': { arn: refersTo('aws_sns_topic.orders.arn'), policy: {} },
    }
    expect(told(judged({ 'aws_sns_topic.orders': topic }, { configuration }))).toEqual([])
    const policy = { after: { policy: everyone }, unknown: { arn: true } }
    const plan = { 'aws_sns_topic.orders': topic, 'aws_sns_topic_policy.orders': policy }
    expect(told(judged(plan, { configuration }))).toEqual(['opened aws_sns_topic.orders'])
    const broken = {
      ...plan,
      'aws_sns_topic_policy.orders': { after: { policy: 'not a policy' }, unknown: { arn: true } },
    }
    expect(told(judged(broken, { configuration }))).toEqual(['unknown aws_sns_topic.orders'])
  })

  test('a deleted queue policy closes what it allowed', () => {
    const url = `https://sqs.eu-west-1.amazonaws.com/${account}/jobs`
    const policy = everyone.replace('sns:Publish', 'sqs:*')
    const plan = judged({
      'aws_sqs_queue_policy.a': { before: { queue_url: url, policy } },
    })
    expect(told(plan)).toEqual([])
    expect(plan.unknown).toEqual([])
  })

  test('what is not evaluated is said', () => {
    const plan = judged({
      'aws_dynamodb_table.orders': { after: { name: 'orders' } },
      'aws_dynamodb_resource_policy.orders': {
        after: { resource_arn: arnOf('dynamodb', 'table/orders'), policy: everyone },
      },
      'aws_iam_role.app': { after: { name: 'app' } },
      'aws_iam_role_policy.app': { after: { role: 'app', policy: '{}' } },
    })
    expect(plan.unknown.map(({ address, reason }) => `${address}: ${reason}`)).toEqual([
      'aws_iam_role.app: Permissions of IAM roles are not evaluated for plans.',
      'aws_dynamodb_resource_policy.orders: Resource policies of DynamoDB tables are not evaluated.',
      'aws_iam_role_policy.app: Permissions of IAM roles are not evaluated for plans.',
    ])
  })
})

const blockOptions = (mode: string) => ({ after: { internet_gateway_block_mode: mode }, unknown: { id: true } })

describe('VPC Block Public Access', () => {
  test.each([
    ['block-bidirectional', ['closed i-web']],
    ['off', []],
  ])('%s', (mode, expected) => {
    expect(told(judged({ 'aws_vpc_block_public_access_options.a': blockOptions(mode) }))).toEqual(expected)
  })

  test('an exclusion lets its subnet be reached', () => {
    const exclusion = {
      after: { subnet_id: 'subnet-a', internet_gateway_exclusion_mode: 'allow-bidirectional' },
      unknown: { id: true },
    }
    const plan = judged({
      'aws_vpc_block_public_access_options.a': blockOptions('block-bidirectional'),
      'aws_vpc_block_public_access_exclusion.a': exclusion,
    })
    expect(told(plan)).toEqual([])
  })
})

describe('addresses', () => {
  const group = {
    security_group_id: 'sg-orders',
    type: 'ingress',
    protocol: 'tcp',
    from_port: 22,
    to_port: 22,
    cidr_blocks: [anywhere],
  }

  test('an association gives an instance or its network interface a public address', () => {
    for (const at of [{ instance_id: 'i-batch' }, { network_interface_id: 'eni-i-batch' }]) {
      const plan = judged(
        {
          'aws_eip.a': { after: {}, unknown: { id: true, instance: true, network_interface: true } },
          'aws_eip_association.a': { after: at, unknown: { allocation_id: true } },
          'aws_security_group_rule.a': { after: group },
        },
        {
          configuration: {
            'aws_eip.a': {},
            'aws_eip_association.a': { allocation_id: refersTo('aws_eip.a.id') },
          },
        },
      )
      expect(told(plan)).toContain('opened i-batch')
      expect(plan.unknown).toEqual([])
    }
  })
})

test('a new route table has the routes of its VPC', () => {
  const index = future({ 'aws_route_table.a': { after: { vpc_id: 'vpc-1', route: [] }, unknown: { id: true } } })
  const table = index.find({ type: 'AWS::EC2::RouteTable', id: '⟪aws_route_table.a⟫' })
  const local = { destination: '10.0.0.0/16', target: 'local', state: 'active', propagated: false }
  expect(table?.properties['routes']).toEqual([local])
  const changed = future({
    'aws_route.a': {
      after: { route_table_id: 'rtb-1', destination_cidr_block: '10.9.0.0/16', nat_gateway_id: 'nat-1' },
    },
  })
  const routes = changed.find({ type: 'AWS::EC2::RouteTable', id: 'rtb-1' })?.properties['routes']
  expect(routes).toHaveLength(3)
  expect(routes).toContainEqual({ ...local, destination: '10.9.0.0/16', target: 'nat-1' })
})

test('a resource is found by its ARN', () => {
  const before = { arn: arnOf('rds', 'db:orders') }
  expect(judged({ 'aws_db_instance.orders': { before } }).touched[0]?.resource).toMatchObject({ id: 'orders' })
})

test('a bucket whose block is deleted', () => {
  const block = { bucket: 'assets', ignore_public_acls: true, restrict_public_buckets: true }
  const gone = { 'aws_s3_bucket_public_access_block.a': { before: block } }
  expect(told(judged(gone))).toEqual(['unknown assets', 'unknown assets'])
  expect(future(gone).find({ type: 'AWS::S3::Bucket', id: 'assets' })?.properties).toEqual({})
  const policy = { bucket: 'assets', policy: '{}' }
  const known = { ...gone, 'aws_s3_bucket_policy.a': { before: policy, after: policy } }
  expect(told(judged(known))).toEqual(['unknown assets'])
})

describe('types whose settings are not evaluated', () => {
  test('only changes of what decides about exposure are unknown', () => {
    const service = { id: arnOf('ecs', 'service/shop/web'), task_definition: 'web:1', network_configuration: [{}] }
    const address = 'aws_ecs_service.web'
    const index = shop()
    const sample = index.graph.resources[0]!
    const resource = { ...sample, type: 'AWS::ECS::Service', id: service.id, name: 'web', properties: {} }
    const withService = indexGraph({ ...index.graph, resources: [...index.graph.resources, resource] })
    const change = (after: object) =>
      judgePlan(
        withService,
        readPlan(terraformPlan({ [address]: { before: service, after: { ...service, ...after } } })),
      )
    expect(change({ task_definition: 'web:2', tags: { a: 'b' } }).unknown).toEqual([])
    const moved = change({ network_configuration: [{ assign_public_ip: true }] })
    expect(moved.unknown.map(({ reason }) => reason)).toEqual(['Settings of ECS services in plans are not evaluated.'])
    expect(told(moved)).toEqual([`unknown ${service.id}`])
    expect(moved.exposures[0]?.summary).toBe('May open web to the internet by public addresses of tasks')
  })

  test.each([
    ['aws_kms_key_policy.a', { key_id: 'k-1' }, 'aws_kms_key.a', { key_id: 'k-1' }],
    ['aws_ecr_repository_policy.a', { repository: 'app' }, 'aws_ecr_repository.a', { name: 'app' }],
    ['aws_secretsmanager_secret_policy.a', { secret_arn: 'arn:a' }, 'aws_secretsmanager_secret.a', { arn: 'arn:a' }],
  ])('%s opens its resource', (address, part, owner, values) => {
    const statement = { Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }
    const policy = JSON.stringify({ Statement: [statement] })
    const created = { [owner]: { after: values } }
    expect(told(judged(created))).toEqual([])
    expect(told(judged({ ...created, [address]: { after: { ...part, policy } } }))).toHaveLength(1)
    expect(told(judged({ [owner]: { after: { ...values, policy } } }))).toHaveLength(1)
  })
})
