/** Tests what change sets of CloudFormation open and break in a small shop. */
import { expect, test } from 'vitest'
import { judgePlan } from './judge-plan.ts'
import { readPlan } from './read-plan.ts'
import { account, anywhere, region, shop } from '../../../test/support/sample-plans.ts'

type Fields = Readonly<Record<string, unknown>>
type Change = Fields & { readonly before?: Fields; readonly after?: Fields }

function judged(changes: Readonly<Record<string, Change>>) {
  const document = {
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
  return judgePlan(shop(), readPlan(document))
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
  const database = { DBInstanceIdentifier: 'new', DBSubnetGroupName: 'shop', VPCSecurityGroups: ['sg-web'] }
  const add = { ResourceType: 'AWS::RDS::DBInstance', Action: 'Add' }
  const kinds = (after: Fields) => judged({ New: { ...add, after } }).exposures.map(({ kind }) => kind)
  expect(kinds(database)).toEqual(['unknown'])
  expect(kinds({ ...database, PubliclyAccessible: 'true' })).toEqual(['opened'])
  expect(kinds({ ...database, PubliclyAccessible: 'false' })).toEqual([])
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
