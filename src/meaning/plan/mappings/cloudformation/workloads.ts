/** Instances, load balancers, databases, buckets, functions, queues, and topics in CloudFormation. */
import type { Json } from '../../../../graph/resource-graph.ts'
import {
  afterIn,
  attribute,
  blocksOf,
  flagOf,
  type Mapping,
  type Mappings,
  numberOf,
  textOf,
  textsOf,
} from '../../mapping.ts'
import { isPlanObject, NotKnown, type PlanObject, type PlanValue } from '../../plan.ts'
import { functionGrants, functionName } from '../function-permissions.ts'
import { databasePort } from '../database-port.ts'
import { grantsOf, isPublicPolicy } from '../policies.ts'

const groups = { verb: 'associated with', type: 'AWS::EC2::SecurityGroup', isListed: true } as const
const targetGroup = { verb: 'routes to', type: 'AWS::ElasticLoadBalancingV2::TargetGroup' } as const

/** A flag with the value that AWS takes without it. */
function flag(value: PlanValue | undefined, standard: boolean): boolean | NotKnown {
  return flagOf(value) ?? standard
}

function firstBlock(value: PlanValue | undefined): PlanObject {
  const blocks = blocksOf(value)
  return blocks instanceof NotKnown ? {} : (blocks[0] ?? {})
}

const lastPart = (value: PlanValue | undefined): PlanValue =>
  typeof value === 'string' ? value.slice(value.lastIndexOf('/') + 1) : (value ?? null)

const publicAcls: ReadonlySet<unknown> = new Set(['PublicRead', 'PublicReadWrite', 'AuthenticatedRead'])

function bucketFlags(values: PlanObject): Readonly<Record<string, Json | NotKnown>> {
  const { PublicAccessBlockConfiguration: block, AccessControl: acl } = values
  const isPublic = acl instanceof NotKnown ? acl : publicAcls.has(acl)
  return { ...blockFlags(block), ...(acl !== undefined && { aclIsPublic: isPublic }) }
}

/** Without the setting, AWS blocks public access to new buckets. */
function blockFlags(block: PlanValue | undefined): Readonly<Record<string, Json | NotKnown>> {
  if (block instanceof NotKnown) return { ignorePublicAcls: block, restrictPublicBuckets: block }
  if (!isPlanObject(block)) return {}
  return {
    ignorePublicAcls: flag(block['IgnorePublicAcls'], false),
    restrictPublicBuckets: flag(block['RestrictPublicBuckets'], false),
  }
}

function policyOf(type: 'AWS::SQS::Queue' | 'AWS::SNS::Topic', list: string): Mapping {
  return {
    type,
    part: true,
    ofEach: list,
    id: (values) => {
      const [first] = textsOf(values[list])
      return type === 'AWS::SQS::Queue' ? lastPart(first) : (first ?? null)
    },
    without: { policyGrants: [] },
    decides: ['PolicyDocument'],
    more: (values, context) => ({ properties: { policyGrants: grantsOf(values['PolicyDocument'], context) } }),
  }
}

function actionTypes(values: PlanObject, name: string): Json | NotKnown {
  const blocks = blocksOf(values[name])
  if (blocks instanceof NotKnown) return blocks
  return blocks.flatMap(({ Type: type }) => textOf(type)).filter((each): each is string => typeof each === 'string')
}

const permissions = 'Permissions of IAM roles are not evaluated for plans.'
const withoutAccess = { properties: { policyGrants: [] } }

export const workloads: Mappings = {
  'AWS::EC2::Instance': {
    type: 'AWS::EC2::Instance',
    id: attribute('id'),
    properties: { instanceType: 'InstanceType', imageId: 'ImageId', availabilityZone: 'AvailabilityZone' },
    relations: [
      { verb: 'contained in', type: 'AWS::EC2::Subnet', at: ['SubnetId'] },
      { verb: 'contained in', type: 'AWS::EC2::Subnet', at: ['NetworkInterfaces', 'SubnetId'] },
      { ...groups, at: ['SecurityGroupIds'] },
      { ...groups, at: ['NetworkInterfaces', 'GroupSet'] },
    ],
    more: (values) => {
      const own = flagOf(firstBlock(values['NetworkInterfaces'])['AssociatePublicIpAddress'])
      return { properties: { associatePublicIp: own ?? 'as the subnet' } }
    },
  },
  'AWS::EC2::EIP': {
    type: 'AWS::EC2::EIP',
    id: attribute('AllocationId'),
    alias: 'publicIp',
    relations: [{ verb: 'attached to', type: 'AWS::EC2::Instance', at: ['InstanceId'] }],
  },
  'AWS::EC2::EIPAssociation': {
    type: 'AWS::EC2::EIP',
    part: true,
    id: attribute('AllocationId'),
    relations: [
      { verb: 'attached to', type: 'AWS::EC2::Instance', at: ['InstanceId'] },
      { verb: 'attached to', type: 'AWS::EC2::NetworkInterface', at: ['NetworkInterfaceId'] },
    ],
  },
  'AWS::ElasticLoadBalancingV2::LoadBalancer': {
    type: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
    id: afterIn('id', ':loadbalancer/'),
    name: 'Name',
    relations: [
      { verb: 'attached to', type: 'AWS::EC2::Subnet', at: ['Subnets'], isListed: true },
      { verb: 'attached to', type: 'AWS::EC2::Subnet', at: ['SubnetMappings', 'SubnetId'] },
      { ...groups, at: ['SecurityGroups'] },
    ],
    decides: ['Scheme'],
    more: ({ Scheme: scheme, Type: type, IpAddressType: addresses }) => ({
      properties: {
        scheme: textOf(scheme) ?? 'internet-facing',
        loadBalancerType: textOf(type) ?? 'application',
        ipAddressType: textOf(addresses) ?? 'ipv4',
      },
    }),
  },
  'AWS::ElasticLoadBalancingV2::Listener': {
    type: 'AWS::ElasticLoadBalancingV2::Listener',
    id: afterIn('id', ':listener/'),
    relations: [
      { verb: 'contained in', type: 'AWS::ElasticLoadBalancingV2::LoadBalancer', at: ['LoadBalancerArn'] },
      { ...targetGroup, at: ['DefaultActions', 'TargetGroupArn'] },
      { ...targetGroup, at: ['DefaultActions', 'ForwardConfig', 'TargetGroups', 'TargetGroupArn'] },
    ],
    properties: { protocol: 'Protocol' },
    more: (values) => {
      const port = numberOf(values['Port'])
      return {
        properties: { ...(port !== null && { port }), defaultActions: actionTypes(values, 'DefaultActions') },
      }
    },
  },
  'AWS::ElasticLoadBalancingV2::TargetGroup': {
    type: 'AWS::ElasticLoadBalancingV2::TargetGroup',
    id: afterIn('id', ':targetgroup/'),
    name: 'Name',
    properties: { protocol: 'Protocol' },
    relations: [{ verb: 'contained in', type: 'AWS::EC2::VPC', at: ['VpcId'] }],
    more: ({ Port: given, TargetType: kind, Targets: targets }) => {
      const [port, blocks] = [numberOf(given), blocksOf(targets)]
      return {
        properties: { ...(port !== null && { port }), targetType: textOf(kind) ?? 'instance' },
        items: {
          targets: (blocks instanceof NotKnown ? [{ Id: blocks }] : blocks).map((each: PlanObject) => ({
            id: textOf(each['Id']),
            port: numberOf(each['Port']) ?? port,
            availabilityZone: null,
            health: null,
          })),
        },
      }
    },
  },
  'AWS::RDS::DBInstance': {
    type: 'AWS::RDS::DBInstance',
    id: (values) => values['DBInstanceIdentifier'] ?? values['id'] ?? null,
    name: 'DBInstanceIdentifier',
    properties: {
      engine: 'Engine',
      engineVersion: 'EngineVersion',
      instanceClass: 'DBInstanceClass',
      availabilityZone: 'AvailabilityZone',
      backupRetentionDays: 'BackupRetentionPeriod',
    },
    relations: [
      { verb: 'associated with', type: 'AWS::RDS::DBSubnetGroup', at: ['DBSubnetGroupName'] },
      { ...groups, at: ['VPCSecurityGroups'] },
      { verb: 'contained in', type: 'AWS::RDS::DBCluster', at: ['DBClusterIdentifier'] },
    ],
    decides: ['PubliclyAccessible'],
    // AWS decides by the network.
    defaults: { PubliclyAccessible: new NotKnown('after apply') },
    more: ({ PubliclyAccessible: isPublic, Engine: engine, Port: port }) => ({
      properties: { publiclyAccessible: flag(isPublic, false), ...databasePort(port, engine) },
    }),
  },
  'AWS::RDS::DBCluster': {
    type: 'AWS::RDS::DBCluster',
    id: (values) => values['DBClusterIdentifier'] ?? values['id'] ?? null,
    name: 'DBClusterIdentifier',
    properties: { engine: 'Engine', engineVersion: 'EngineVersion', backupRetentionDays: 'BackupRetentionPeriod' },
    relations: [
      { verb: 'associated with', type: 'AWS::RDS::DBSubnetGroup', at: ['DBSubnetGroupName'] },
      { ...groups, at: ['VpcSecurityGroupIds'] },
    ],
    more: ({ Port: port, Engine: engine }) => ({ properties: databasePort(port, engine) }),
  },
  'AWS::RDS::DBSubnetGroup': {
    type: 'AWS::RDS::DBSubnetGroup',
    id: (values) => values['DBSubnetGroupName'] ?? values['id'] ?? null,
    relations: [{ verb: 'associated with', type: 'AWS::EC2::Subnet', at: ['SubnetIds'], isListed: true }],
  },
  'AWS::S3::Bucket': {
    type: 'AWS::S3::Bucket',
    id: (values) => values['BucketName'] ?? values['id'] ?? null,
    name: 'BucketName',
    settings: bucketFlags,
  },
  'AWS::S3::BucketPolicy': {
    type: 'AWS::S3::Bucket',
    part: true,
    id: attribute('Bucket'),
    settings: (values, context) => ({ policyIsPublic: isPublicPolicy(values['PolicyDocument'], context) }),
  },
  'AWS::Lambda::Function': {
    type: 'AWS::Lambda::Function',
    id: (values) => values['FunctionName'] ?? values['id'] ?? null,
    name: 'FunctionName',
    properties: { runtime: 'Runtime', handler: 'Handler' },
    relations: [
      { verb: 'attached to', type: 'AWS::EC2::Subnet', at: ['VpcConfig', 'SubnetIds'], isListed: true },
      { ...groups, at: ['VpcConfig', 'SecurityGroupIds'] },
    ],
    more: () => ({ items: { urls: [], policyGrants: [] } }),
  },
  'AWS::Lambda::Permission': {
    type: 'AWS::Lambda::Function',
    part: true,
    id: ({ FunctionName: name }) => functionName(name),
    decides: ['Action', 'Principal', 'SourceArn', 'SourceAccount', 'PrincipalOrgID', 'FunctionUrlAuthType'],
    removal: 'Other statements of its policy may still allow the same callers.',
    more: (values, context) =>
      functionGrants(
        {
          action: values['Action'],
          principal: values['Principal'],
          sourceArn: values['SourceArn'],
          sourceAccount: values['SourceAccount'],
          organization: values['PrincipalOrgID'],
          authorization: values['FunctionUrlAuthType'],
          alias: null,
        },
        context,
      ),
  },
  'AWS::Lambda::Url': {
    type: 'AWS::Lambda::Function',
    part: true,
    id: ({ TargetFunctionArn: name }) => functionName(name),
    // Whether it is open depends on permissions, which are other resources.
    unjudged: 'Function URLs of change sets are not evaluated.',
  },
  'AWS::SQS::Queue': {
    type: 'AWS::SQS::Queue',
    id: (values) => values['QueueName'] ?? lastPart(values['id']),
    name: 'QueueName',
    more: () => withoutAccess,
  },
  'AWS::SQS::QueuePolicy': policyOf('AWS::SQS::Queue', 'Queues'),
  'AWS::SNS::Topic': { type: 'AWS::SNS::Topic', id: attribute('id'), name: 'TopicName', more: () => withoutAccess },
  'AWS::SNS::TopicPolicy': policyOf('AWS::SNS::Topic', 'Topics'),
  'AWS::IAM::Policy': {
    type: 'AWS::IAM::Role',
    part: true,
    id: ({ Roles: roles }) => textsOf(roles)[0] ?? null,
    unjudged: permissions,
  },
  'AWS::IAM::Role': {
    type: 'AWS::IAM::Role',
    id: (values) => values['RoleName'] ?? values['id'] ?? null,
    name: 'RoleName',
    unjudged: permissions,
    unjudgedChanges: ['AssumeRolePolicyDocument', 'ManagedPolicyArns', 'PermissionsBoundary', 'Policies'],
  },
}
