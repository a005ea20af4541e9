/** Tests which documents are plans, and what the others are told. */
import { describe, expect, test } from 'vitest'
import { NotKnown, PlanError } from './plan.ts'
import { judgePlan } from './judge-plan.ts'
import { readPlan } from './read-plan.ts'
import { refersTo, shop, terraformPlan } from '../../../test/support/sample-plans.ts'

const secret = 'hunter2-of-the-shop'

describe('documents that are not plans', () => {
  test.each<[what: string, document: unknown, message: string]>([
    ['a text', secret, 'A plan is a JSON object.'],
    ['a list', [secret], 'A plan is a JSON object.'],
    ['nothing known', { password: secret }, "This isn't a plan. Send the output of"],
    ['a state file', { version: 4, serial: 1, lineage: 'a', outputs: { password: secret } }, 'This is a state file'],
    ['part of a state file', { version: 4, serial: 1 }, "This isn't a plan."],
    ['a state', { format_version: '1.0', values: { outputs: { password: secret } } }, 'This is a state, not a plan.'],
    ['a template', { Resources: { Password: secret } }, 'This is a CloudFormation template, not a change set.'],
    ['the log of a plan', { '@message': secret }, 'This is the log of "terraform plan -json".'],
    ['version 0.1', { ...terraformPlan({}), format_version: '0.1' }, 'format version 0.1, and only version 1'],
    [
      'version 1 without a minor version',
      { ...terraformPlan({}), format_version: '1' },
      'format_version of the plan is invalid',
    ],
    ['version 12', { ...terraformPlan({}), format_version: '12.0' }, 'format version 12.0, and only version 1'],
    ['deep values', { format_version: '1.2', resource_changes: nested(501) }, 'too many levels'],
    [
      'deep values in a change set',
      changeSet({
        Action: 'Add',
        LogicalResourceId: 'A',
        ResourceType: 'B',
        AfterContext: JSON.stringify(nested(501)),
      }),
      'too many levels',
    ],
    [
      'entries without a type',
      { format_version: '1.2', resource_changes: [{ address: 'a', change: { actions: [] } }] },
      'An entry of resource_changes of the plan has no address, type, or actions.',
    ],
    [
      'entries with actions that are no texts',
      { format_version: '1.2', resource_changes: [{ address: 'a', type: 'b', change: { actions: [1] } }] },
      'An entry of resource_changes of the plan has no address, type, or actions.',
    ],
    ['drift that is no list', { ...terraformPlan({}), resource_drift: {} }, "resource_drift of the plan isn't a list."],
    [
      'a change without a logical ID',
      { ChangeSetId: 'a', Changes: [{ Type: 'Resource', ResourceChange: { ResourceType: secret } }] },
      'has no logical ID or type',
    ],
    ['version 2', { ...terraformPlan({}), format_version: '2.0' }, 'format version 2.0, and only version 1'],
    [
      'another kind of version',
      { ...terraformPlan({}), format_version: 1 },
      'The format_version of the plan is invalid.',
    ],
    ['a plan without changes', { format_version: '1.2', configuration: {} }, 'It may be cut off.'],
    ['no list', { format_version: '1.2', resource_changes: {} }, 'It may be cut off.'],
    ['a failed plan', { ...terraformPlan({}), errored: true }, 'Terraform could not complete this plan'],
    [
      'entries without actions',
      { format_version: '1.2', resource_changes: [{ address: secret }] },
      'An entry of resource_changes',
    ],
    [
      'entries without an address',
      { format_version: '1.2', resource_changes: [{ type: 'a', change: { actions: [] } }] },
      'An entry of resource_changes',
    ],
    [
      'an unknown action',
      terraformPlan({ 'aws_vpc.a': { after: {}, actions: ['explode'] } }),
      'The plan has an unknown action: explode.',
    ],
    ['a change set that is not ready', { ChangeSetId: 'a', Status: 'FAILED', Changes: [] }, 'is not complete'],
    ['a change set without changes', { ChangeSetId: 'a', Status: 'CREATE_COMPLETE' }, 'It may be cut off.'],
    ['a page of a change set', { ChangeSetId: 'a', Changes: [], NextToken: 'b' }, 'Send all of its pages together'],
    ['a change without a resource', { ChangeSetId: 'a', Changes: [{ Type: 'Resource' }] }, 'has no resource'],
    [
      'a change without a type',
      { ChangeSetId: 'a', Changes: [{ Type: 'Resource', ResourceChange: { LogicalResourceId: secret } }] },
      'has no logical ID or type',
    ],
    [
      'values that are cut off',
      changeSet({
        Action: 'Add',
        LogicalResourceId: 'A',
        ResourceType: 'AWS::EC2::VPC',
        AfterContext: `{"Properties":{"A":"${secret}`,
      }),
      'are cut off',
    ],
    [
      'an action of the future',
      changeSet({ Action: 'Explode', LogicalResourceId: 'A', ResourceType: 'AWS::EC2::VPC' }),
      'The change set has an unknown action.',
    ],
  ])('%s', (_what, document, message) => {
    expect(() => readPlan(document)).toThrow(PlanError)
    expect(() => readPlan(document)).toThrow(message)
    expect(() => readPlan(document)).not.toThrow(secret)
  })

  test('a plan with many levels', () => {
    expect(readPlan({ format_version: '1.2', resource_changes: [], other: nested(498) }).changes).toEqual([])
  })

  test('minor versions and OpenTofu are plans', () => {
    for (const format of ['1.0', '1.2', '1.17']) {
      expect(readPlan({ ...terraformPlan({}), format_version: format }).changes).toEqual([])
    }
    expect(readPlan({ format_version: '1.2', planned_values: {} }).changes).toEqual([])
  })

  test('providers from the registry of OpenTofu, and from a mirror, are those of AWS', () => {
    const document = terraformPlan(
      { 'aws_security_group.web': { before: { id: 'sg-web' }, actions: ['delete'] } },
      { state: { 'aws_sqs_queue.a': { arn: 'arn:aws:sqs:eu-west-1:123456789012:jobs', name: 'jobs' } } },
    )
    const from = (registry: string) =>
      readPlan(JSON.parse(JSON.stringify(document).replaceAll('registry.terraform.io', registry)))
    const { changes, managed } = from('registry.terraform.io')
    expect([changes.length, managed?.length]).toEqual([1, 1])
    for (const registry of ['registry.opentofu.org', 'mirror.example.com:8443']) {
      expect(from(registry)).toMatchObject({ changes, managed })
    }
  })

  test('plans of another account or region', () => {
    expect(judging('arn:aws:sqs:eu-west-1:999999999999:jobs')).toThrow(
      'The plan is for AWS account 999999999999, but the scan is of 123456789012.',
    )
    expect(judging('arn:aws:sqs:us-west-2:123456789012:jobs')).toThrow(
      'The plan is for us-west-2, but the scan is of eu-west-1.',
    )
    expect(judging('arn:aws:sqs:eu-west-1:123456789012:jobs')).not.toThrow()
    expect(() => judgePlan(shop(), readPlan({ ...changeSet(), StackId: 'arn:aws:cloudformation' }))).not.toThrow()
    const elsewhere = { ...changeSet(), StackId: 'arn:aws:cloudformation:us-west-2:123456789012:stack/a/b' }
    expect(() => judgePlan(shop(), readPlan(elsewhere))).toThrow('The plan is for us-west-2')
    const stack = { ...changeSet(), StackId: 'arn:aws:cloudformation:eu-west-1:999999999999:stack/a/b' }
    expect(() => judgePlan(shop(), readPlan(stack))).toThrow('The plan is for AWS account 999999999999')
  })
})

function nested(levels: number): unknown {
  return levels === 0 ? 1 : [nested(levels - 1)]
}

function changeSet(...changes: readonly Readonly<Record<string, unknown>>[]) {
  return {
    ChangeSetId: 'arn:aws:cloudformation:eu-west-1:123456789012:changeSet/a/b',
    Status: 'CREATE_COMPLETE',
    Changes: changes.map((change) => ({ Type: 'Resource', ResourceChange: change })),
  }
}

function judging(arn: string): () => unknown {
  return () => judgePlan(shop(), readPlan(terraformPlan({}, { state: { 'aws_sqs_queue.a': { arn, name: 'jobs' } } })))
}

function after(document: unknown, address = 'aws_instance.a') {
  return readPlan(document).changes.find((change) => change.address === address)?.after
}

function configured(references: unknown, more: Readonly<Record<string, unknown>> = {}) {
  return {
    root_module: {
      resources: [{ address: 'aws_instance.a', expressions: { subnet_id: references } }],
      ...more,
    },
  }
}

/** The addresses that the subnet of an instance may have. */
function withSubnets(addresses: readonly string[], configuration: unknown, instance?: string) {
  const value = subnetOf(addresses, configuration, instance)
  return value instanceof NotKnown ? value.addresses : null
}

function subnetOf(addresses: readonly string[], configuration: unknown, instance = 'aws_instance.a') {
  const subnets = Object.fromEntries(addresses.map((address) => [address, { after: {}, unknown: { id: true } }]))
  const document = terraformPlan(
    { ...subnets, [instance]: { after: {}, unknown: { subnet_id: true } } },
    { document: { configuration } },
  )
  return after(document, instance)?.['subnet_id']
}

const all = (count: number) => Array.from({ length: count }, (_, at) => `aws_subnet.a${at}`)

const details = (CausingEntity: unknown, more: object = {}) => [
  {
    ChangeSource: 'ResourceAttribute',
    CausingEntity,
    Target: { Name: 'VpcId', Path: '/Properties/VpcId' },
    ...more,
  },
]

const addresses = (Details: unknown) => {
  const context = JSON.stringify({ Properties: { VpcId: '{{changeSet:KNOWN_AFTER_APPLY}}' } })
  const change = {
    Action: 'Modify',
    LogicalResourceId: 'A',
    ResourceType: 'AWS::EC2::Subnet',
    PhysicalResourceId: 'subnet-a',
  }
  const value = after(changeSet({ ...change, AfterContext: context, Details }), 'A')?.['VpcId']
  return value instanceof NotKnown ? value.addresses : null
}

const blockOf = (name: string) => ({ security_groups: refersTo(`aws_security_group.${name}.id`) })

describe('values', () => {
  test('those that are not known, computed, and sensitive', () => {
    const document = terraformPlan(
      {
        'aws_instance.a': {
          after: { ami: 'ami-1', user_data: secret, tags: { a: 'b', c: secret }, list: ['x', null] },
          unknown: { id: true, subnet_id: true, list: [false, true], tags: {} },
          sensitive: { user_data: true, tags: { c: true } },
        },
      },
      { configuration: { 'aws_instance.a': { subnet_id: refersTo('aws_subnet.a.id'), list: refersTo('var.list') } } },
    )
    expect(after(document)).toEqual({
      ami: 'ami-1',
      user_data: new NotKnown('sensitive', [], true),
      tags: { a: 'b', c: new NotKnown('sensitive', [], true) },
      list: ['x', new NotKnown('after apply')],
      id: new NotKnown('computed'),
      subnet_id: new NotKnown('after apply'),
    })
    expect(JSON.stringify(readPlan(document))).not.toContain(secret)
  })

  test.each<[what: string, addresses: readonly string[], references: readonly string[], found: readonly string[]]>([
    ['a resource', ['aws_subnet.a'], ['aws_subnet.a.id', 'aws_subnet.a'], ['aws_subnet.a']],
    [
      'an instance by its key',
      ['aws_subnet.a[0]', 'aws_subnet.a[1]'],
      ['aws_subnet.a[1].id', 'aws_subnet.a[1]', 'aws_subnet.a'],
      ['aws_subnet.a[1]'],
    ],
    [
      'an instance by its name',
      ['aws_subnet.a["x"]'],
      ['aws_subnet.a["x"].id', 'aws_subnet.a["x"]', 'aws_subnet.a'],
      ['aws_subnet.a["x"]'],
    ],
    ['all instances', ['aws_subnet.a[0]', 'aws_subnet.a[1]'], ['aws_subnet.a'], ['aws_subnet.a[0]', 'aws_subnet.a[1]']],
    [
      'two resources',
      ['aws_subnet.a', 'aws_subnet.ab'],
      ['aws_subnet.a.id', 'aws_subnet.a', 'aws_subnet.ab.id', 'aws_subnet.ab'],
      ['aws_subnet.a', 'aws_subnet.ab'],
    ],
    ['a variable too', ['aws_subnet.a'], ['aws_subnet.a.id', 'aws_subnet.a', 'var.own'], []],
    ['a local value', ['aws_subnet.a'], ['local.subnet'], []],
    ['a data source', ['aws_subnet.a'], ['data.aws_subnet.a.id', 'data.aws_subnet.a'], []],
    ['something that is not in the plan', [], ['aws_subnet.a.id', 'aws_subnet.a'], []],
    ['nothing', ['aws_subnet.a'], [], []],
  ])('a reference to %s', (_what, addresses, references, found) => {
    expect(withSubnets(addresses, configured({ references }))).toEqual(found)
  })

  test('a reference with the own key', () => {
    const references = { references: ['aws_subnet.a', 'each.key'] }
    const subnets = ['aws_subnet.a["x"]', 'aws_subnet.a["y"]']
    expect(withSubnets(subnets, configured(references), 'aws_instance.a["y"]')).toEqual(['aws_subnet.a["y"]'])
    expect(withSubnets(subnets, configured(references), 'aws_instance.a["z"]')).toEqual([])
    expect(
      withSubnets(subnets, configured({ references: ['aws_subnet.a', 'each.value'] }), 'aws_instance.a["x"]'),
    ).toEqual([])
  })

  test('a reference with a position is one of all, because it may be in a sum', () => {
    const configuration = configured({ references: ['aws_subnet.a', 'count.index'] })
    const subnets = ['aws_subnet.a[0]', 'aws_subnet.a[1]']
    const found = subnetOf(subnets, configuration, 'aws_instance.a[1]')
    expect(found).toEqual(new NotKnown('after apply', subnets, false, true))
    const only = subnetOf(['aws_subnet.a[1]'], configuration, 'aws_instance.a[1]')
    expect(only).toEqual(new NotKnown('after apply', ['aws_subnet.a[1]']))
  })

  test('a reference with the key of the module', () => {
    const resources = [{ address: 'aws_instance.a', expressions: { subnet_id: { references: ['var.subnet'] } } }]
    const call = (key: string) => ({
      root_module: {
        module_calls: {
          app: { expressions: { subnet: { references: ['aws_subnet.a', key] } }, module: { resources } },
        },
      },
    })
    const subnets = ['aws_subnet.a["x"]', 'aws_subnet.a["y"]']
    const instance = 'module.app["y"].aws_instance.a["x"]'
    expect(subnetOf(subnets, call('each.key'), instance)).toEqual(new NotKnown('after apply', ['aws_subnet.a["y"]']))
    const oneOf = new NotKnown('after apply', subnets, false, true)
    expect(subnetOf(subnets, call('each.key'), 'module.app.aws_instance.a["x"]')).toEqual(oneOf)
    expect(subnetOf(subnets, call('count.index'), instance)).toEqual(oneOf)
  })

  test('a reference does not mean what the plan deletes', () => {
    const document = terraformPlan(
      {
        'aws_subnet.a[0]': { after: {}, unknown: { id: true } },
        'aws_subnet.a[1]': { before: { id: 'subnet-1' } },
        'aws_subnet.a[2]': { before: { id: 'subnet-2' }, after: { id: 'subnet-2' } },
        'aws_instance.a': { after: { list: ['subnet-2', null] }, unknown: { subnet_id: true, list: [false, true] } },
      },
      { configuration: { 'aws_instance.a': { subnet_id: refersTo('aws_subnet.a'), list: refersTo('aws_subnet.a') } } },
    )
    expect(after(document)).toEqual({
      subnet_id: new NotKnown('after apply', ['aws_subnet.a[0]', 'aws_subnet.a[2]']),
      list: ['subnet-2', new NotKnown('after apply', ['aws_subnet.a[0]'])],
    })
  })

  test.each([
    [['a', 'a'], ['aws_security_group.a']],
    [['a', 'b'], []],
  ])('references of repeated blocks, which have no order: %s', (names, found) => {
    const document = terraformPlan(
      {
        'aws_security_group.a': { after: {}, unknown: { id: true } },
        'aws_security_group.b': { after: {}, unknown: { id: true } },
        'aws_instance.a': { after: { ingress: [{}] }, unknown: { ingress: [{ security_groups: true }] } },
      },
      { configuration: { 'aws_instance.a': { ingress: names.map(blockOf) } } },
    )
    expect(after(document)).toEqual({ ingress: [{ security_groups: new NotKnown('after apply', found) }] })
  })

  test('references through modules', () => {
    const network = {
      resources: [],
      outputs: { subnet: { expression: { references: ['aws_subnet.a.id', 'aws_subnet.a'] } } },
    }
    const output = configured(
      { references: ['module.network.subnet', 'module.network'] },
      { module_calls: { network: { module: network } } },
    )
    expect(withSubnets(['module.network.aws_subnet.a'], output)).toEqual(['module.network.aws_subnet.a'])

    const instances = {
      resources: [{ address: 'aws_instance.a', expressions: { subnet_id: { references: ['var.subnet'] } } }],
    }
    const call = (given: unknown) => ({
      root_module: { module_calls: { app: { expressions: { subnet: given }, module: instances } } },
    })
    const inModule = (given: unknown) => withSubnets(['aws_subnet.a'], call(given), 'module.app.aws_instance.a')
    expect(inModule({ references: ['aws_subnet.a.id', 'aws_subnet.a'] })).toEqual(['aws_subnet.a'])
    expect(inModule({ constant_value: 'subnet-1' })).toEqual([])
    expect(
      withSubnets(['aws_subnet.a'], call({ references: ['aws_subnet.a'] }), 'module.app["x"].aws_instance.a'),
    ).toEqual(['aws_subnet.a'])
  })

  test('names that lead in a circle, or to too many names, lead nowhere', () => {
    const inCircle = {
      root_module: {
        module_calls: {
          app: {
            expressions: { subnet: { references: ['module.app.subnet', 'module.app.other'] } },
            module: {
              outputs: {
                subnet: { expression: { references: ['var.subnet'] } },
                other: { expression: { references: ['var.subnet'] } },
              },
              resources: [{ address: 'aws_instance.a', expressions: { subnet_id: { references: ['var.subnet'] } } }],
            },
          },
        },
      },
    }
    expect(withSubnets(['aws_subnet.a'], inCircle, 'module.app.aws_instance.a')).toEqual([])
    expect(withSubnets(all(1000), configured({ references: all(1000) }))).toHaveLength(1000)
    expect(withSubnets(all(1001), configured({ references: all(1001) }))).toEqual([])
  })

  test.each([
    ['Add', undefined, 1],
    ['Modify', 'False', 1],
    ['Modify', 'True', 1],
    ['Remove', undefined, 0],
    ['Import', undefined, 0],
  ])('%s with replacement %s and without values', (Action, Replacement, count) => {
    const change = { Action, Replacement, LogicalResourceId: 'A', ResourceType: 'AWS::SQS::Queue' }
    expect(readPlan(changeSet(change)).missing).toHaveLength(count)
  })

  test('a value in a change set comes from the resource that its details name', () => {
    expect(addresses(details('Vpc.VpcId'))).toEqual(['Vpc'])
    expect(addresses(details('Vpc', { ChangeSource: 'ResourceReference' }))).toEqual(['Vpc'])
    expect(addresses(details('Vpc', { Target: { Name: 'VpcId' } }))).toEqual(['Vpc'])
    expect(addresses(details('Parameter', { ChangeSource: 'ParameterReference' }))).toEqual([])
    expect(addresses(details('Vpc', { Target: { Name: 'Other', Path: '/Properties/Other' } }))).toEqual([])
    expect(addresses([{ CausingEntity: 'Vpc' }])).toEqual([])
    expect(addresses(null)).toEqual([])
  })

  test('parameters with NoEcho and references to secrets are sensitive', () => {
    const properties = {
      MasterUserPassword: '****',
      Other: '{{resolve:secretsmanager:db}}',
      Name: 'a-{{changeSet:KNOWN_AFTER_APPLY}}',
    }
    const document = changeSet({
      Action: 'Add',
      LogicalResourceId: 'Db',
      ResourceType: 'AWS::RDS::DBInstance',
      AfterContext: JSON.stringify({ Properties: properties }),
    })
    expect(after(document, 'Db')).toEqual({
      MasterUserPassword: new NotKnown('sensitive'),
      Other: new NotKnown('sensitive'),
      Name: new NotKnown('after apply'),
    })
  })

  test.each([
    { targets: [], changed: [false, false, false] },
    { targets: [{ Name: 'Password' }], changed: [true, false, false] },
    { targets: [{ Name: 'Settings', Path: '/Properties/Settings/Key' }], changed: [false, true, false] },
    { targets: [{ Name: 'Settings' }], changed: [false, true, false] },
  ])('sensitive values change if the details name them or what contains them: $targets', ({ targets, changed }) => {
    const values = JSON.stringify({
      Properties: { Password: '****', Settings: { Key: '****' }, SettingsOfOthers: '****' },
    })
    const document = changeSet({
      Action: 'Modify',
      Replacement: 'False',
      LogicalResourceId: 'Db',
      ResourceType: 'AWS::RDS::DBInstance',
      BeforeContext: values,
      AfterContext: values,
      Details: targets.map((Target) => ({ Target, ChangeSource: 'ParameterReference', CausingEntity: 'Secret' })),
    })
    const [password, key, others] = changed.map((isChanged) => new NotKnown('sensitive', [], isChanged))
    expect(after(document, 'Db')).toEqual({ Password: password, Settings: { Key: key }, SettingsOfOthers: others })
  })

  test('what CloudFormation calls its actions', () => {
    const actions = [
      { Action: 'Add' },
      { Action: 'Modify', Replacement: 'False' },
      { Action: 'Modify', Replacement: 'Conditional' },
      { Action: 'Modify', Replacement: 'True' },
      { Action: 'Remove' },
      { Action: 'Remove', PolicyAction: 'Retain' },
      { Action: 'Dynamic' },
      { Action: 'Import' },
    ]
    const changes = actions.map((action, at) => ({
      ...action,
      LogicalResourceId: `A${at}`,
      ResourceType: 'AWS::SQS::Queue',
    }))
    const { changes: planned, missing } = readPlan(changeSet(...changes))
    expect(planned.map(({ action }) => action)).toEqual([
      'create',
      'update',
      'update',
      'replace',
      'delete',
      'none',
      'update',
      'none',
    ])
    expect(missing).toEqual([
      'Some values are missing. Use --include-property-values.',
      'CloudFormation only decides later whether it replaces A2.',
    ])
  })
})
