/**
 * Tests whole answers of `DescribeChangeSet`, with every field of its reference: of a stack with nested stacks, with and
 * without values of properties, and with drift.
 */
import { describe, expect, test } from 'vitest'
import { judgePlan } from './judge-plan.ts'
import { readPlan } from './read-plan.ts'
import { account, anywhere, region, shop } from '../../../test/support/sample-plans.ts'

type Fields = Readonly<Record<string, unknown>>

const stack = `arn:aws:cloudformation:${region}:${account}:stack/shop/5c1d3a70-0000-11f0-a000-0a0000000001`
const changeSetArn = (name: string) => `arn:aws:cloudformation:${region}:${account}:changeSet/${name}/0001`
const context = (properties: Fields) => JSON.stringify({ Properties: properties, Metadata: { Owner: 'shop' } })

/** As a value that the command line prints: what isn't set is `null` in answers with all fields. */
const answer = {
  ChangeSetName: 'deploy-42',
  ChangeSetId: changeSetArn('deploy-42'),
  StackId: stack,
  StackName: 'shop',
  Description: 'Release 42',
  Parameters: [
    { ParameterKey: 'OfficeRange', ParameterValue: '198.51.100.0/24', UsePreviousValue: false, ResolvedValue: null },
    { ParameterKey: 'Password', ParameterValue: '****', UsePreviousValue: true, ResolvedValue: null },
  ],
  CreationTime: '2026-11-20T09:14:03.611000+00:00',
  ExecutionStatus: 'AVAILABLE',
  Status: 'CREATE_COMPLETE',
  StatusReason: null,
  NotificationARNs: [`arn:aws:sns:${region}:${account}:deployments`],
  RollbackConfiguration: { RollbackTriggers: [], MonitoringTimeInMinutes: 0 },
  Capabilities: ['CAPABILITY_NAMED_IAM'],
  Tags: [{ Key: 'team', Value: 'shop' }],
  NextToken: null,
  IncludeNestedStacks: true,
  ParentChangeSetId: null,
  RootChangeSetId: null,
  OnStackFailure: 'ROLLBACK',
  ImportExistingResources: false,
  StackDriftStatus: null,
  DeploymentMode: null,
}

const detail = (name: string, more: Fields = {}, cause: Fields = {}) => ({
  Target: {
    Attribute: 'Properties',
    Name: name,
    RequiresRecreation: 'Never',
    Path: `/Properties/${name}`,
    BeforeValue: null,
    AfterValue: null,
    BeforeValueFrom: null,
    AfterValueFrom: null,
    Drift: null,
    AttributeChangeType: 'Modify',
    ...more,
  },
  Evaluation: 'Static',
  ChangeSource: 'DirectModification',
  CausingEntity: null,
  ...cause,
})

const change = (resource: Fields) => ({
  Type: 'Resource',
  HookInvocationCount: 1,
  ResourceChange: {
    PolicyAction: null,
    Replacement: null,
    Scope: [],
    ResourceDriftStatus: null,
    ResourceDriftIgnoredAttributes: [],
    Details: [],
    ChangeSetId: null,
    ModuleInfo: { TypeHierarchy: 'Shop::Network::Groups::MODULE', LogicalIdHierarchy: 'Groups' },
    BeforeContext: null,
    AfterContext: null,
    PreviousDeploymentContext: null,
    ...resource,
  },
})

const orders = { GroupDescription: 'orders', VpcId: 'vpc-1' }
const fromWeb = { IpProtocol: 'tcp', FromPort: 5432, ToPort: 5432, SourceSecurityGroupId: 'sg-web' }
const fromAnywhere = { IpProtocol: 'tcp', FromPort: 5432, ToPort: 5432, CidrIp: anywhere }

const opened = {
  Action: 'Modify',
  Replacement: 'False',
  Scope: ['Properties'],
  LogicalResourceId: 'OrdersGroup',
  PhysicalResourceId: 'sg-orders',
  ResourceType: 'AWS::EC2::SecurityGroup',
  Details: [
    detail('SecurityGroupIngress', {
      Path: '/Properties/SecurityGroupIngress/1',
      AttributeChangeType: 'Add',
      AfterValue: JSON.stringify(fromAnywhere),
    }),
  ],
  BeforeContext: context({ ...orders, SecurityGroupIngress: [fromWeb] }),
  AfterContext: context({ ...orders, SecurityGroupIngress: [fromWeb, fromAnywhere] }),
}

const instance = { SubnetId: 'subnet-a', SecurityGroupIds: ['sg-web'], ImageId: 'ami-1' }

const changes: readonly Fields[] = [
  opened,
  {
    Action: 'Modify',
    PolicyAction: 'ReplaceAndDelete',
    Replacement: 'True',
    Scope: ['Properties', 'Tags'],
    LogicalResourceId: 'Web',
    PhysicalResourceId: 'i-web',
    ResourceType: 'AWS::EC2::Instance',
    Details: [
      detail('ImageId', { RequiresRecreation: 'Always', BeforeValue: 'ami-1', AfterValue: 'ami-2' }),
      detail('Tags', { Attribute: 'Tags', Name: null, Path: '/Properties/Tags' }),
    ],
    BeforeContext: context(instance),
    AfterContext: context({ ...instance, ImageId: 'ami-2' }),
  },
  {
    Action: 'Modify',
    Replacement: 'Conditional',
    Scope: ['Properties'],
    LogicalResourceId: 'Batch',
    PhysicalResourceId: 'i-batch',
    ResourceType: 'AWS::EC2::Instance',
    Details: [
      detail(
        'UserData',
        { RequiresRecreation: 'Conditionally' },
        { Evaluation: 'Dynamic', ChangeSource: 'ResourceAttribute', CausingEntity: 'Web.PrivateIp' },
      ),
    ],
    BeforeContext: context({ SubnetId: 'subnet-b', SecurityGroupIds: ['sg-orders'], UserData: 'YQ==' }),
    AfterContext: context({
      SubnetId: 'subnet-b',
      SecurityGroupIds: ['sg-orders'],
      UserData: '{{changeSet:KNOWN_AFTER_APPLY}}',
    }),
  },
  {
    Action: 'Remove',
    PolicyAction: 'Delete',
    LogicalResourceId: 'Jobs',
    PhysicalResourceId: `https://sqs.${region}.amazonaws.com/${account}/jobs`,
    ResourceType: 'AWS::SQS::Queue',
    BeforeContext: context({ QueueName: 'jobs' }),
  },
  {
    Action: 'Remove',
    PolicyAction: 'Retain',
    LogicalResourceId: 'Assets',
    PhysicalResourceId: 'assets',
    ResourceType: 'AWS::S3::Bucket',
    BeforeContext: context({ BucketName: 'assets' }),
  },
  {
    Action: 'Import',
    LogicalResourceId: 'WebGroup',
    PhysicalResourceId: 'sg-web',
    ResourceType: 'AWS::EC2::SecurityGroup',
    AfterContext: context({ GroupDescription: 'web', VpcId: 'vpc-1' }),
  },
  {
    Action: 'SyncWithActual',
    LogicalResourceId: 'Table',
    PhysicalResourceId: 'rtb-1',
    ResourceType: 'AWS::EC2::RouteTable',
    ResourceDriftStatus: 'MODIFIED',
    ResourceDriftIgnoredAttributes: [{ Path: '/Properties/Tags', Reason: 'MANAGED_BY_AWS' }],
    BeforeContext: context({ VpcId: 'vpc-1' }),
    AfterContext: context({ VpcId: 'vpc-1' }),
    PreviousDeploymentContext: context({ VpcId: 'vpc-1' }),
  },
  {
    Action: 'Dynamic',
    LogicalResourceId: 'Notice',
    PhysicalResourceId: `arn:aws:sns:${region}:${account}:notice`,
    ResourceType: 'AWS::SNS::Topic',
  },
  {
    Action: 'Modify',
    Replacement: 'False',
    Scope: ['Properties'],
    LogicalResourceId: 'Network',
    PhysicalResourceId: `arn:aws:cloudformation:${region}:${account}:stack/shop-Network/0002`,
    ResourceType: 'AWS::CloudFormation::Stack',
    Details: [{ ...detail('TemplateURL'), ChangeSource: 'Automatic', Evaluation: 'Dynamic' }],
    ChangeSetId: changeSetArn('deploy-42-Network'),
    BeforeContext: context({ TemplateURL: 'https://example.com/network.yaml' }),
    AfterContext: context({ TemplateURL: 'https://example.com/network.yaml' }),
  },
  {
    Action: 'Add',
    LogicalResourceId: 'Bastion',
    ResourceType: 'AWS::EC2::Instance',
    AfterContext: context({
      SubnetId: 'subnet-a',
      SecurityGroupIds: ['{{changeSet:KNOWN_AFTER_APPLY}}'],
      Tags: [{ Key: 'Name', Value: 'bastion' }],
    }),
  },
]

const whole = (more: Fields = {}, all: readonly Fields[] = changes) => ({
  ...answer,
  Changes: all.map(change),
  ...more,
})

const judged = (document: unknown) => judgePlan(shop(), readPlan(document))

const opens = 'Opens tcp 5432 of orders to the internet by public access'
const noValues = 'Some values are missing. Use --include-property-values.'

test('an answer with all fields', () => {
  const plan = judged(whole())
  expect(plan.touched.map(({ action, address }) => `${action} ${address}`)).toEqual([
    'update OrdersGroup',
    'replace Web',
    'update Batch',
    'delete Jobs',
    'update Notice',
    'update Network',
    'create Bastion',
  ])
  expect(plan.exposures.map(({ summary }) => summary)).toEqual([
    opens,
    'May open bastion to the internet by public address',
    'May open arn:aws:sns:eu-west-1:123456789012:notice to the internet by resource policy',
  ])
  expect(plan.unknown.map(({ address, reason }) => `${address}: ${reason}`)).toEqual([
    `null: ${noValues}`,
    'null: CloudFormation only decides later whether it replaces Batch.',
    "Notice: arn:aws:sns:eu-west-1:123456789012:notice isn't in the scan.",
    "Network: The plan doesn't have the changes of the resources of this stack.",
    `Network: arn:aws:cloudformation:${region}:${account}:stack/shop-Network/0002 isn't in the scan.`,
    "Bastion: The security group of Bastion isn't known until the plan is applied.",
  ])
})

test('without values, only what is deleted and replaced is known', () => {
  const bare = changes.map((each) => ({ ...each, BeforeContext: null, AfterContext: null }))
  const plan = judged(whole({}, bare))
  expect(plan.exposures.map(({ kind }) => kind)).not.toContain('opened')
  expect(plan.exposures.map(({ kind }) => kind)).not.toContain('closed')
  expect(plan.unknown.map(({ reason }) => reason)).toContain(noValues)
  expect(plan.touched.map(({ action }) => action)).toEqual(judged(whole()).touched.map(({ action }) => action))
  expect(plan.described.changes.map(({ kind }) => kind)).toContain('removed')
})

test('values after a change without those before are not all', () => {
  const { BeforeContext: _before, ...after } = opened
  const plan = judged(whole({}, [after]))
  expect(plan.exposures.map(({ summary }) => summary)).toEqual([opens])
  expect(plan.unknown.map(({ reason }) => reason)).toEqual([noValues])
  expect(judged(whole({}, [opened])).unknown).toEqual([])
})

test('the change set of a nested stack', () => {
  const nested = {
    ChangeSetName: 'deploy-42-Network',
    ChangeSetId: changeSetArn('deploy-42-Network'),
    StackId: `arn:aws:cloudformation:${region}:${account}:stack/shop-Network/0002`,
    ExecutionStatus: 'UNAVAILABLE',
    ParentChangeSetId: changeSetArn('deploy-42'),
    RootChangeSetId: changeSetArn('deploy-42'),
  }
  expect(judged(whole(nested, [opened])).exposures.map(({ summary }) => summary)).toEqual([opens])
})

test('drift that is reverted', () => {
  const reverted = {
    ...opened,
    ResourceDriftStatus: 'MODIFIED',
    BeforeContext: context({ ...orders, SecurityGroupIngress: [fromWeb] }),
    AfterContext: context({ ...orders, SecurityGroupIngress: [] }),
    PreviousDeploymentContext: context({ ...orders, SecurityGroupIngress: [] }),
    Details: [
      detail('SecurityGroupIngress', {
        BeforeValueFrom: 'ACTUAL_STATE',
        AfterValueFrom: 'TEMPLATE',
        Drift: {
          PreviousValue: '[]',
          ActualValue: JSON.stringify([fromWeb]),
          DriftDetectionTimestamp: '2026-11-20T09:14:03Z',
        },
      }),
    ],
  }
  const plan = judged(whole({ DeploymentMode: 'REVERT_DRIFT', StackDriftStatus: 'DRIFTED' }, [reverted]))
  expect(plan.cutOff.map(({ summary }) => summary)).toEqual(["web can't reach batch on tcp 5432"])
})

describe('answers that are no plan', () => {
  test.each<[Fields, string]>([
    [
      { NextToken: 'AAAB' },
      'This is only a part of the change set. Send all of its pages together, without NextToken.',
    ],
    [{ ExecutionStatus: 'EXECUTE_COMPLETE' }, 'This change set was already executed. Create another one.'],
    [{ ExecutionStatus: 'EXECUTE_IN_PROGRESS' }, 'This change set is being executed. Create another one.'],
    [{ ExecutionStatus: 'EXECUTE_FAILED' }, 'This change set was executed, and failed. Create another one.'],
    [
      { ExecutionStatus: 'OBSOLETE' },
      'This change set is obsolete, because its stack has changed since. Create another',
    ],
    [{ Status: 'CREATE_PENDING', ExecutionStatus: 'UNAVAILABLE' }, 'CloudFormation is still creating it.'],
    [{ Status: 'CREATE_IN_PROGRESS', ExecutionStatus: 'UNAVAILABLE' }, 'CloudFormation is still creating it.'],
    [{ Status: 'DELETE_COMPLETE' }, 'CloudFormation could not create it, or deleted it.'],
    [
      { Status: 'FAILED', StatusReason: 'Template format error.' },
      'CloudFormation could not create it, or deleted it.',
    ],
    [{ Status: 'CREATE_PENDING', StatusReason: "didn't contain changes" }, 'CloudFormation is still creating it.'],
    [{ Changes: null }, 'The change set has no list of changes. It may be cut off.'],
  ])('%o', (more, message) => {
    expect(() => judged(whole(more))).toThrow(message)
  })
})

test.each([
  "The submitted information didn't contain changes. Submit different information to create a change set.",
  'No updates are to be performed.',
])('one that failed because it changes nothing: %s', (reason) => {
  const plan = judged(whole({ Status: 'FAILED', ExecutionStatus: 'UNAVAILABLE', StatusReason: reason, Changes: [] }))
  expect(plan).toMatchObject({ touched: [], exposures: [], unknown: [] })
})
