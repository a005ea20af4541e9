import { describe, expect, test } from 'vitest'
import { compareGraphs } from '../../graph/compare.ts'
import type { Json, Relation, Resource, TypeCoverage, Verb } from '../../graph/resource-graph.ts'
import { describeChanges } from './describe-changes.ts'

const collected = (type: string): TypeCoverage => ({
  type,
  countKey: type,
  status: 'collected',
  count: 0,
  calls: 1,
  retries: 0,
  durationMs: 1,
  reason: null,
  action: null,
  deniedBy: null,
  statement: null,
})

const resource = (type: string, id: string, more: Partial<Resource> = {}): Resource => ({
  type: `AWS::${type}`,
  id,
  arn: null,
  name: null,
  presence: 'read',
  tags: {},
  properties: {},
  ...more,
})

const relation = (source: Resource, verb: Verb, target: Resource, more: Partial<Relation> = {}): Relation => ({
  source: { type: source.type, id: source.id },
  verb,
  target: { type: target.type, id: target.id },
  evidence: 'evidence',
  ...more,
})

type Side = { readonly resources: readonly Resource[]; readonly relations?: readonly Relation[] }

function described(before: Side, after: Side) {
  const coverage = [...before.resources, ...after.resources].map(({ type }) => collected(type))
  const [base, scan] = [
    { relations: [], ...before, coverage },
    { relations: [], ...after, coverage },
  ]
  return describeChanges(compareGraphs(base, scan), base, scan)
}

const summaries = (before: Side, after: Side) => described(before, after).changes.map(({ summary }) => summary)
const properties = (type: string, id: string, before: Record<string, Json>, after: Record<string, Json>) =>
  summaries(
    { resources: [resource(type, id, { properties: before })] },
    { resources: [resource(type, id, { properties: after })] },
  )
const rule = (port: number, source: string) => ({ protocol: 'tcp', fromPort: port, toPort: port, source })

test('a graph and itself have no changes', () => {
  const side = { resources: [resource('RDS::DBInstance', 'orders', { properties: { iops: 1 } })] }
  expect(described(side, side)).toEqual({ changes: [], unimportant: 0 })
})

test('the most important change comes first, and each describes what happened', () => {
  const [database, role] = [resource('RDS::DBInstance', 'orders'), resource('IAM::Role', 'deploy')]
  const group = (ingress: Json) =>
    resource('EC2::SecurityGroup', 'sg-1', { name: 'bastion-ssh', properties: { ingress } })
  const queue = (tags: Record<string, string>) => resource('SQS::Queue', 'jobs', { tags })
  const size = (instanceType: string) => resource('EC2::Instance', 'i-1', { name: 'web', properties: { instanceType } })
  expect(
    summaries(
      { resources: [database, group([rule(22, '10.0.0.0/8')]), queue({ env: 'prod' }), size('m5.large')] },
      {
        resources: [
          role,
          resource('Lambda::Function', 'resize'),
          group([rule(22, '10.0.0.0/8'), rule(3389, '0.0.0.0/0')]),
          queue({ env: 'test' }),
          size('m5.xlarge'),
          resource('CloudTrail::Trail', 'audit'),
        ],
      },
    ),
  ).toEqual([
    'RDS DB instance orders was removed',
    'IAM role deploy was added',
    'bastion-ssh: Ingress + tcp 3389 from 0.0.0.0/0',
    'Lambda function resize was added',
    'web: Instance type m5.large → m5.xlarge',
    'CloudTrail trail audit was added',
    'jobs: Tag env prod → test',
  ])
})

test('a resource has one change, ranked by its most important detail', () => {
  const before = resource('RDS::DBInstance', 'orders', {
    properties: { instanceClass: 'a', publiclyAccessible: false },
    tags: { a: '1' },
  })
  const after = resource('RDS::DBInstance', 'orders', { properties: { instanceClass: 'b', publiclyAccessible: true } })
  expect(described({ resources: [before] }, { resources: [after] }).changes).toEqual([
    {
      rank: 3,
      area: 'access',
      kind: 'changed',
      resource: { type: 'AWS::RDS::DBInstance', id: 'orders', arn: null, name: null },
      replaces: null,
      summary: 'orders: Publicly accessible no → yes, and 2 other changes',
      details: [
        { area: 'access', label: 'Publicly accessible', removed: ['no'], added: ['yes'] },
        { area: 'size', label: 'Instance class', removed: ['a'], added: ['b'] },
        { area: 'tags', label: 'Tag a', removed: ['1'], added: [] },
      ],
    },
  ])
})

const instanceCalled = (name: string | null, tags: Record<string, string>) => ({
  resources: [resource('EC2::Instance', 'i-1', { name, tags })],
})

test('a name that is the Name tag is told once', () => {
  expect(summaries(instanceCalled('a', { Name: 'a' }), instanceCalled('b', { Name: 'b' }))).toEqual(['b: Name a → b'])
  expect(summaries(instanceCalled('a', { Name: 'x' }), instanceCalled('b', { Name: 'b' }))).toEqual([
    'b: Name a → b, and 1 other change',
  ])
  expect(summaries(instanceCalled('a', { Name: 'a' }), instanceCalled('b', { Name: 'x' }))).toEqual([
    'b: Name a → b, and 1 other change',
  ])
  expect(summaries(instanceCalled('a', { name: 'a' }), instanceCalled('b', { name: 'b' }))).toEqual([
    'b: Name a → b, and 1 other change',
  ])
  expect(summaries(instanceCalled('a', { Name: 'a' }), instanceCalled('a', { Name: 'b' }))).toEqual([
    'a: Tag Name a → b',
  ])
})

test.each<[Record<string, Json>, Record<string, Json>, string]>([
  [{ routes: ['a', 'b'] }, { routes: ['b', 'c', 'd', 'e'] }, 'Routes + c, + d, and 2 more'],
  [{ routes: ['a', 'b'] }, { routes: ['b', 'c'] }, 'Routes a → c'],
  [{ routes: ['a'] }, { routes: ['a', 'b', 'c'] }, 'Routes + b, + c'],
  [{ kmsKeyId: 'a' }, {}, 'KMS key ID − a'],
  [{ logging: { bucket: 'a', prefix: null } }, { logging: { bucket: 'b', prefix: null } }, 'Logging: bucket a → b'],
  [{ multiAz: true }, { multiAz: false }, 'Multi-AZ yes → no'],
  [{ list: [{ path: '/', ttlSeconds: 5, none: null }] }, { list: [] }, 'List − path: /, TTL seconds: 5'],
  // Keys that every object inherits.
  [{ labels: {} }, { labels: { constructor: 'x' } }, 'Labels: constructor + x'],
])('of %j and %j it says what differs', (before, after, text) => {
  expect(properties('SQS::Queue', 'jobs', before, after)).toEqual([`jobs: ${text}`])
})

const queueNamed = (name: string, properties: Record<string, Json>) =>
  resource('SQS::Queue', 'jobs', { name, properties, tags: { 'a\u202Eb': 'x' } })
const shortSmiles = (end: string) => `${'🙂'.repeat(60)}…${'🙂'.repeat(58)}${end}`
const queueChange = (name: string, before: Json, after: Json) =>
  described(
    { resources: [resource('SQS::Queue', 'jobs', { name, properties: { policy: before } })] },
    { resources: [queueNamed(name, { policy: after })] },
  ).changes[0]

describe('a summary', () => {
  test('has the ID where the name is empty', () => {
    const side = (state: string) => [instance('i-1', asg('web'), { name: '', properties: { state } })]
    expect(summaries({ resources: side('running') }, { resources: side('stopped') })).toEqual([
      'i-1: State running → stopped',
    ])
    expect(summaries({ resources: side('running') }, { resources: [] })).toEqual(['EC2 instance i-1 was removed'])
    expect(
      summaries({ resources: side('running') }, { resources: [instance('i-2', asg('web'), { name: ' ' })] }),
    ).toEqual(['EC2 instance i-1 was replaced by i-2'])
  })

  test('is one line whose direction of writing no text changes, as in the details', () => {
    const found = queueChange('jo\u202Ebs\r\n\u0007', 'a\u2067', 'b\n\nc')
    expect(found?.summary).toBe('jo[U+202E]bs : Policy a[U+2067] → b c, and 1 other change')
    expect(found?.details).toEqual([
      { area: 'settings', label: 'Policy', removed: ['a[U+2067]'], added: ['b\n\nc'] },
      { area: 'tags', label: 'Tag a[U+202E]b', removed: [], added: ['x'] },
    ])
    expect(found?.resource.name).toBe('jo\u202Ebs\r\n\u0007')
  })

  test('has the beginnings and ends of long values, and the details all of them', () => {
    const long = '🙂'.repeat(200)
    const found = queueChange('jobs', `${long}a`, [`${long}b`, 'c'])
    expect(found?.summary).toBe(`jobs: Policy + ${shortSmiles('b')}, + c, and 1 more, and 1 other change`)
    expect(found?.details[0]?.added[0]).toBe(`${long}b`)
    expect(queueChange('jobs', `${long}a`, `${long}b`)?.summary).toBe(
      `jobs: Policy ${shortSmiles('a')} → ${shortSmiles('b')}, and 1 other change`,
    )
    expect(queueChange('jobs', 'a'.repeat(120), '')?.summary).toBe(
      `jobs: Policy ${'a'.repeat(120)} → "", and 1 other change`,
    )
  })
})

const topicAt = (arn: string) => ({ resources: [resource('SNS::Topic', 'alerts', { arn })] })

test('an ARN is told by its name', () => {
  const { changes } = described(topicAt('arn:a'), topicAt('arn:b'))
  expect(changes).toMatchObject([{ summary: 'alerts: ARN arn:a → arn:b', area: 'settings', rank: 7 }])
})

test('a type that has no name in words is told by itself', () => {
  expect(summaries({ resources: [resource('No::Such', 'a')] }, { resources: [] })).toEqual([
    'AWS::No::Such a was removed',
  ])
})

test('exposures come first', () => {
  const side = { resources: [resource('IAM::Role', 'deploy')], relations: [], coverage: [] }
  const [before, after] = [{ ...side, resources: [] }, side].map((each) => ({
    ...each,
    coverage: [collected('AWS::IAM::Role')],
  }))
  if (before === undefined || after === undefined) throw new Error('Two graphs were made')
  const closed = { verdict: 'closed', condition: null } as const
  const open = { verdict: 'open', condition: null } as const
  const conditional = { verdict: 'conditional', condition: 'only with authorization' } as const
  const way = (id: string | null, more: object = {}) => ({
    resource: { type: 'AWS::EC2::Instance', id, arn: null, name: null },
    from: 'internet',
    by: 'public address',
    protocol: 'tcp',
    ports: '22',
    before: closed,
    after: open,
    ...more,
  })
  const toAccounts = [['1'], ['1', '2', '3', '4', '5']].map((accounts) =>
    way(`i-8-${accounts.length}`, { protocol: null, ports: null, from: 'other accounts', accounts, by: 'key policy' }),
  )
  const { changes } = describeChanges(compareGraphs(before, after), before, after, {
    opened: [
      way('i-1'),
      way(null),
      way('i-7', { protocol: 'all', ports: null, from: 'other accounts' }),
      ...toAccounts,
    ],
    closed: [way('i-2', { protocol: null, ports: null, before: open, after: closed })],
    changed: [way('i-3', { before: open, after: conditional })],
    unknown: [way('i-4')],
  })
  expect(changes.map(({ summary }) => summary)).toEqual([
    'i-1: exposure opened: tcp 22 from the internet by public address, closed → open',
    'i-7: exposure opened: all traffic from other accounts by public address, closed → open',
    'i-8-1: exposure opened: from account 1 by key policy, closed → open',
    'i-8-5: exposure opened: from accounts 1, 2, 3, and 2 more by key policy, closed → open',
    'i-3: exposure changed: tcp 22 from the internet by public address, open → conditional (only with authorization)',
    'i-2: exposure closed: from the internet by public address, open → closed',
    'IAM role deploy was added',
  ])
  expect(changes[0]).toMatchObject({ rank: 1, area: 'exposure', kind: 'opened', resource: { id: 'i-1' } })
})

function sideWith(property: string, value: Json): Side {
  return { resources: [resource('RDS::DBInstance', 'orders', { properties: { [property]: value } })] }
}

describe('unimportant changes are only counted', () => {
  test.each<[string, Json, Json, number]>([
    ['renewalEligibility', 'ELIGIBLE', 'INELIGIBLE', 1],
    // Of functions: nobody but people and their pipelines changes it.
    ['lastModified', 'a', 'b', 0],
    ['inUse', true, false, 1],
    ['status', 'available', 'backing-up', 1],
    ['state', 'MODIFYING', 'ACTIVE', 1],
    ['status', 'modifying', 'backing-up', 1],
    ['status', 'available', 'deleting', 0],
    ['status', 'modifying', 'failed', 0],
    ['state', 'updating', 'deleting', 0],
    ['status', 'stopped', 'modifying', 0],
    ['status', 'modifying', null, 0],
    ['state', 'running', 'stopped', 0],
    ['engineVersion', 'modifying', '2', 0],
  ])('%s from %j to %j', (property, before, after, unimportant) => {
    const { changes, ...counts } = described(sideWith(property, before), sideWith(property, after))
    expect(counts).toEqual({ unimportant })
    expect(changes).toHaveLength(1 - unimportant)
  })

  test('a list in another order', () => {
    expect(described(sideWith('list', ['a', 'b', 'a']), sideWith('list', ['a', 'a', 'b']))).toEqual({
      changes: [],
      unimportant: 1,
    })
    expect(described(sideWith('list', ['a', 'b', 'a']), sideWith('list', ['a', 'b'])).changes).toHaveLength(1)
  })
})

const instance = (id: string, tags: Record<string, string>, more: Partial<Resource> = {}) =>
  resource('EC2::Instance', id, { tags, ...more })
const asg = (name: string) => ({ 'aws:autoscaling:groupName': name })
const stack = (name: string, logical: string) => ({
  'aws:cloudformation:stack-name': name,
  'aws:cloudformation:logical-id': logical,
})
const kinds = (before: readonly Resource[], after: readonly Resource[]) =>
  described({ resources: before }, { resources: after }).changes.map(
    ({ kind, resource: { id }, replaces }) => `${id} ${kind}${replaces === null ? '' : ` ${replaces.id}`}`,
  )
const group = (...ids: string[]) => ids.map((id) => instance(id, asg('web')))
const started = (id: string, imageId: string, launchTime: string) =>
  instance(id, asg('web'), { properties: { imageId, launchTime, privateIpAddress: id } })

const web = (id: string) => instance(id, asg('web'), { name: 'web' })

describe('a replacement', () => {
  test('has the same Auto Scaling group, logical ID in a stack, or name', () => {
    expect(kinds([instance('i-1', asg('web'))], [instance('i-2', asg('web'))])).toEqual(['i-2 replaced i-1'])
    expect(kinds([instance('i-1', stack('shop', 'Web'))], [instance('i-2', stack('shop', 'Web'))])).toEqual([
      'i-2 replaced i-1',
    ])
    expect(kinds([instance('i-1', {}, { name: 'web' })], [instance('i-2', {}, { name: 'web' })])).toEqual([
      'i-2 replaced i-1',
    ])
  })

  test("doesn't have another group, stack, logical ID, name, or type", () => {
    const apart = ['i-1 removed', 'i-2 added']
    expect(kinds([instance('i-1', asg('web'))], [instance('i-2', asg('api'))])).toEqual(apart)
    expect(kinds([instance('i-1', stack('shop', 'Web'))], [instance('i-2', stack('other', 'Web'))])).toEqual(apart)
    expect(kinds([instance('i-1', stack('shop', 'Web'))], [instance('i-2', stack('shop', 'Api'))])).toEqual(apart)
    expect(kinds([instance('i-1', {})], [instance('i-2', {})])).toEqual(apart)
    expect(kinds([instance('i-1', {}, { name: ' ' })], [instance('i-2', {}, { name: ' ' })])).toEqual(apart)
    expect(kinds([instance('i-1', stack('shop', 'Web'))], [instance('i-2', asg('shop'))])).toEqual(apart)
    const onlyStack = { 'aws:cloudformation:stack-name': 'shop' }
    expect(kinds([instance('i-1', onlyStack)], [instance('i-2', onlyStack)])).toEqual(apart)
    expect(kinds([instance('i-1', {}, { name: 'web' })], [instance('i-2', {}, { name: 'api' })])).toEqual(apart)
    expect(
      kinds([resource('EC2::Volume', 'v-1', { name: 'a' })], [resource('EC2::Snapshot', 's-1', { name: 'a' })]),
    ).toEqual(['v-1 removed', 's-1 added'])
  })

  test('pairs several in a group, and the rest is added or removed', () => {
    expect(kinds(group('i-1', 'i-2'), group('i-3'))).toEqual(['i-2 removed', 'i-3 replaced i-1'])
    expect(kinds(group('i-1'), group('i-3', 'i-4'))).toEqual(['i-3 replaced i-1', 'i-4 added'])
  })

  test('lists the differences, without addresses and times', () => {
    const { changes } = described(
      { resources: [started('i-1', 'ami-1', 'x')] },
      { resources: [started('i-2', 'ami-2', 'y')] },
    )
    expect(changes).toMatchObject([
      {
        summary: 'EC2 instance i-1 was replaced by i-2',
        rank: 5,
        details: [{ label: 'Image ID', removed: ['ami-1'], added: ['ami-2'] }],
      },
    ])
  })

  test('has its most important difference first', () => {
    const [old, fresh] = ['1', '2'].map((value) =>
      instance(`i-${value}`, { ...asg('web'), a: value }, { properties: { handler: value, instanceType: value } }),
    )
    if (old === undefined || fresh === undefined) throw new Error('There are both')
    const { changes } = described({ resources: [old] }, { resources: [fresh] })
    expect(changes[0]?.details.map(({ label }) => label)).toEqual(['Instance type', 'Handler', 'Tag a'])
  })

  test('is of those that are first in the order of their IDs', () => {
    expect(kinds(group('i-2', 'i-1'), group('i-4', 'i-3'))).toEqual(['i-3 replaced i-1', 'i-4 replaced i-2'])
  })

  test('compares keys that every object inherits like others', () => {
    const [before, after] = [instance('i-1', asg('web')), instance('i-2', { ...asg('web'), constructor: 'x' })]
    const { changes } = described({ resources: [before] }, { resources: [after] })
    expect(changes[0]?.details).toEqual([{ area: 'tags', label: 'Tag constructor', removed: [], added: ['x'] }])
  })

  test('is told by its name, or by the IDs alone', () => {
    expect(summaries({ resources: [web('i-1')] }, { resources: [web('i-2')] })).toEqual([
      'EC2 instance web was replaced: i-1 by i-2',
    ])
    expect(summaries({ resources: group('i-1') }, { resources: group('i-2') })).toEqual([
      'EC2 instance i-1 was replaced by i-2',
    ])
  })

  test("doesn't change related resources", () => {
    const [old, fresh] = [instance('i-1', asg('web')), instance('i-2', asg('web'))]
    const targets = resource('ElasticLoadBalancingV2::TargetGroup', 'tg')
    const other = instance('i-9', {})
    const before = { resources: [old, other, targets], relations: [relation(targets, 'associated with', old)] }
    const after = (target: Resource) => ({
      resources: [fresh, other, targets],
      relations: [relation(targets, 'associated with', target)],
    })
    expect(summaries(before, after(fresh))).toEqual(['EC2 instance i-1 was replaced by i-2'])
    expect(summaries(before, after(other))).toContain('tg: Associated with i-1 → i-9')
  })
})

describe('relations', () => {
  const [task, table, topic] = [
    resource('Lambda::Function', 'resize'),
    resource('DynamoDB::Table', 'arn:orders', { name: 'orders' }),
    resource('SNS::Topic', 'alerts'),
  ]
  const [first, second] = [resource('EC2::Subnet', 'subnet-1', { name: 'app-a' }), resource('EC2::Subnet', 'subnet-2')]
  const resources = [task, table, topic, first, second]
  const areasOf = (before: readonly Relation[], after: readonly Relation[]) =>
    described({ resources, relations: before }, { resources, relations: after }).changes.map(
      ({ area, summary }) => `${area}: ${summary}`,
    )

  test('are changes of their source, with the names of their targets', () => {
    expect(areasOf([], [relation(task, 'uses', table)])).toEqual(['workload: resize: Uses + orders'])
    expect(areasOf([relation(task, 'contained in', first)], [relation(task, 'contained in', second)])).toEqual([
      'network: resize: Contained in app-a → subnet-2',
    ])
  })

  test('permitted by a policy are in the area access', () => {
    const permitted = relation(task, 'writes to', table, { basis: 'permitted' })
    expect(areasOf([permitted], [relation(task, 'writes to', topic)])).toEqual([
      'access: resize: Permitted: writes to − orders, and 1 other change',
    ])
  })

  test('shown completely by properties are left out', () => {
    const shown = (['routes to', 'allows traffic from', 'allows traffic to'] as const).map((verb) =>
      relation(task, verb, first),
    )
    expect(areasOf([], shown)).toEqual([])
  })

  test.each<[Verb, string]>([
    ['contained in', 'network'],
    ['attached to', 'network'],
    ['associated with', 'network'],
    ['uses', 'workload'],
    ['invokes', 'workload'],
    ['logs to', 'workload'],
  ])('"%s" are in the area %s', (verb, area) => {
    expect(areasOf([], [relation(task, verb, first)])[0]).toMatch(area)
  })

  test('have the name of the target, or its ID if neither scan read it', () => {
    const renamed = { ...first, name: 'app-b' }
    const before = { resources: [task, first], relations: [relation(task, 'contained in', first)] }
    const after = { resources: [task, renamed] }
    expect(summaries(before, after)).toContain('resize: Contained in − app-a')
    expect(summaries(after, before)).toContain('resize: Contained in + app-a')
    const unread = resource('EC2::VPC', 'vpc-1')
    expect(
      summaries({ resources: [task] }, { resources: [task], relations: [relation(task, 'contained in', unread)] }),
    ).toEqual(['resize: Contained in + vpc-1'])
  })

  test('of a setting and of a permission are different', () => {
    const permitted = relation(task, 'writes to', table, { basis: 'permitted' })
    const { changes } = described(
      { resources, relations: [] },
      { resources, relations: [permitted, relation(task, 'writes to', table)] },
    )
    expect(changes[0]?.details.map(({ label, added }) => `${label}: ${added.join(', ')}`)).toEqual([
      'Permitted: writes to: orders',
      'Writes to: orders',
    ])
  })

  test('to several replaced targets are separate', () => {
    const [one, two] = [instance('i-1', asg('a')), instance('i-2', asg('b'))]
    const [newOne, newTwo] = [instance('i-3', asg('a')), instance('i-4', asg('b'))]
    const uses = (target: Resource) => relation(table, 'uses', target)
    const before = { resources: [table, one, two], relations: [uses(one), uses(two)] }
    const after = { resources: [table, newOne, newTwo], relations: [uses(newOne)] }
    expect(summaries(before, after)).toContain('orders: Uses − i-2')
  })

  test('of removed resources that others still name are left out', () => {
    const before = { resources: [task, table], relations: [relation(task, 'uses', table)] }
    const after = { resources: [resource('Lambda::Function', 'resize', { presence: 'external' }), table] }
    expect(summaries(before, after)).toEqual(['Lambda function resize was removed'])
    expect(summaries(after, before)).toEqual(['Lambda function resize was added'])
  })

  test('of added or removed resources are left out', () => {
    const before = { resources: [table] }
    const after = { resources: [table, task], relations: [relation(task, 'uses', table)] }
    expect(summaries(before, after)).toEqual(['Lambda function resize was added'])
    expect(summaries(after, before)).toEqual(['Lambda function resize was removed'])
  })
})

describe('coverage', () => {
  const type = 'AWS::EC2::NatGateway'
  const changesOf = (before: TypeCoverage['status'] | null, after: TypeCoverage['status'] | null) => {
    const [base, scan] = [before, after].map((status) => ({
      resources: [],
      relations: [],
      coverage: status === null ? [] : [{ ...collected(type), status }],
    }))
    if (base === undefined || scan === undefined) throw new Error('Two graphs were made')
    return describeChanges(compareGraphs(base, scan), base, scan).changes
  }

  test('a type that is no longer read, or read again, comes last', () => {
    expect(changesOf('collected', 'denied')).toEqual([
      {
        rank: 9,
        area: 'coverage',
        kind: 'unread',
        resource: { type, id: null, arn: null, name: null },
        replaces: null,
        summary: 'NAT gateways were no longer read (denied)',
        details: [],
      },
    ])
    expect(changesOf('failed', 'collected')).toMatchObject([
      { kind: 'read', summary: 'NAT gateways were read (failed before)', area: 'coverage' },
    ])
  })

  test.each([
    ['denied', 'failed'],
    ['collected', 'collected'],
    // An earlier version of the service didn't know the type.
    [null, 'collected'],
    ['collected', null],
  ] as const)('from %s to %s is no change', (before, after) => expect(changesOf(before, after)).toEqual([]))
})

const functionWith = (codeSha256: string | null): Record<string, Json> =>
  codeSha256 === null ? { memorySizeMb: 128 } : { memorySizeMb: 128, codeSha256 }

const functionSide = (codeSha256: string) => ({
  resources: [resource('Lambda::Function', 'orders', { properties: functionWith(codeSha256) })],
})

describe('code of functions', () => {
  test('new code is a change of the workload, in words instead of hashes', () => {
    expect(described(functionSide('a='), functionSide('b=')).changes).toMatchObject([
      {
        area: 'workload',
        summary: 'orders: Code changed',
        details: [{ label: 'Code changed', removed: ['a='], added: ['b='] }],
      },
    ])
  })

  test('scans of earlier versions have no hash, which is no change', () => {
    expect(properties('Lambda::Function', 'orders', functionWith(null), functionWith('b='))).toEqual([])
    expect(properties('Lambda::Function', 'orders', functionWith('b='), functionWith(null))).toEqual([])
  })
})

test('resources of one type and rank are in the order of their names, and of their IDs without a name', () => {
  const added = [
    resource('EC2::Instance', 'i-3', { name: 'web-9' }),
    resource('EC2::Instance', 'i-1', { name: 'web-10' }),
    resource('EC2::Instance', 'i-2', { name: null }),
    resource('EC2::Instance', 'i-5', { name: 'web-9' }),
  ]
  const ids = described({ resources: [] }, { resources: added }).changes.map((change) => change.resource.id)
  expect(ids).toEqual(['i-2', 'i-3', 'i-5', 'i-1'])
})

/** Whether a change of this property comes before another one of its area, with an earlier type. */
const isFirst = (type: string, property: string, before: Json, after: Json, other: Record<string, Json>) => {
  const [name = '', value = null] = Object.entries(other)[0] ?? []
  const sides = [before, after].map((each, at) => ({
    resources: [
      resource('A::A', 'a', { properties: at === 0 ? {} : { [name]: value } }),
      resource(type, 'open', { properties: { [property]: each } }),
    ],
  }))
  const [base = { resources: [] }, scan = { resources: [] }] = sides
  const { changes } = described(base, scan)
  expect(new Set(changes.map(({ area }) => area)).size).toBe(1)
  return changes[0]?.resource.id === 'open'
}

const grant = (to: string) => ({ to, condition: null })

describe('what allows everyone something', () => {
  const anywhere = '0.0.0.0/0'
  const network = { egress: [] }
  const access = { encrypted: false }

  test.each<[string, Json, Json, Record<string, Json>, boolean]>([
    ['ingress', [], [rule(22, anywhere)], network, true],
    ['ingress', [], [rule(22, '::/0')], network, true],
    ['ingress', [], [rule(22, '10.0.0.0/8')], network, false],
    ['ingress', [rule(443, anywhere)], [rule(443, anywhere), rule(22, anywhere)], network, true],
    ['ingress', [rule(443, anywhere)], [rule(443, anywhere), rule(22, 'sg-1')], network, false],
    ['ingress', [rule(443, anywhere)], [], network, false],
    ['ingress', null, [rule(22, anywhere)], network, true],
    ['ingress', [rule(22, anywhere)], null, network, false],
    ['policyGrants', [], [grant('everyone')], access, true],
    ['policyGrants', [], [grant('account 123456789012')], access, false],
    ['publiclyAccessible', false, true, access, true],
    ['publiclyAccessible', true, false, access, false],
    ['publicByPolicy', false, true, access, true],
    ['publicByAcl', false, true, access, true],
    ['publicEndpoint', false, true, access, true],
    ['publicAccessBlocked', true, false, access, true],
    ['publicAccessBlocked', false, true, access, false],
    ['publicAccessCidrs', ['10.0.0.0/8'], ['0.0.0.0/0'], access, true],
    ['publicAccessCidrs', ['0.0.0.0/0'], ['10.0.0.0/8'], access, false],
    ['egress', [], [{ destination: anywhere }], network, false],
  ])('%s %j → %j', (property, before, after, other, expected) => {
    expect(isFirst('Z::Z', property, before, after, other)).toBe(expected)
  })

  test('is the first detail of its resource, and comes before what was removed', () => {
    const group = (ingress: Json, egress: Json) =>
      resource('EC2::SecurityGroup', 'sg-1', { properties: { ingress, egress } })
    const table = resource('EC2::RouteTable', 'rtb-1')
    expect(
      summaries(
        { resources: [table, group([], [])] },
        { resources: [group([rule(22, anywhere)], [{ destination: 'sg-2' }])] },
      ),
    ).toEqual(['sg-1: Ingress + tcp 22 from 0.0.0.0/0, and 1 other change', 'route table rtb-1 was removed'])
  })

  test('and is not told in another way', () => {
    const { changes } = described(
      { resources: [resource('Z::Z', 'z', { properties: { ingress: [] } })] },
      { resources: [resource('Z::Z', 'z', { properties: { ingress: [rule(22, anywhere)] } })] },
    )
    expect(changes[0]?.details).toEqual([
      { area: 'network', label: 'Ingress', removed: [], added: ['tcp 22 from 0.0.0.0/0'] },
    ])
  })
})
