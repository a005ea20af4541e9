import { array, assert, nat, property, stringMatching, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'
import { resourceKey } from '../../graph/graph-index.ts'
import type { Json, Resource, ResourceGraph } from '../../graph/resource-graph.ts'
import { addressReplacer } from './addresses.ts'
import { limitTime } from './limit-time.ts'
import { parseRules } from './parse-rules.ts'
import { createPseudonyms } from './pseudonyms.ts'
import { redactGraph } from './redact-graph.ts'
import { presets } from './rules.ts'

const key = Buffer.alloc(32, 7)

function resource(fields: Partial<Resource> & Pick<Resource, 'id'>): Resource {
  return {
    type: 'AWS::Lambda::Function',
    arn: null,
    name: null,
    presence: 'read',
    tags: {},
    properties: {},
    ...fields,
  }
}

function graph(resources: readonly Resource[], rest: Partial<ResourceGraph> = {}): ResourceGraph {
  return {
    accountId: '444455556666',
    accountAlias: 'Production',
    region: 'us-east-1',
    resources,
    relations: [],
    coverage: [],
    ...rest,
  }
}

const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '')

const only = (redacted: ResourceGraph) => {
  const [first] = redacted.resources
  if (first === undefined) throw new Error('no resource')
  return first
}

test('without rules, the graph is unchanged', () => {
  const given = graph([resource({ id: 'orders', tags: { password: 'x' } })])
  expect(redactGraph(given, presets.none, key)).toBe(given)
})

test('the default rules replace account IDs, public addresses, email addresses, keys, and tags of secrets', () => {
  const given = graph([
    resource({
      id: 'orders',
      arn: 'arn:aws:lambda:us-east-1:444455556666:function:orders',
      name: 'orders',
      tags: { Password: 'hunter-2-hunter', owner: 'ann@example.com', team: 'shop' },
      properties: {
        bucket: 'exports444455556666x',
        publicIp: '54.10.20.30',
        host: 'ec2-54-10-20-30.compute-1.amazonaws.com',
        privateIp: '10.1.2.3',
        cidrs: ['54.10.20.0/24', '0.0.0.0/0', '10.0.0.0/8', '3.0.0.0/9'],
        v6: ['2600:1f18::5', '::/0', 'fd00::1'],
        environment: 'AKIAIOSFODNN7EXAMPLE hunter-2-hunter',
        owner: 111122223333,
        state: 'Active',
        size: 444455556665,
        '444455556666': 1,
      },
    }),
  ])
  const redacted = redactGraph(given, presets.default, key)
  const { id, arn, name, tags, properties } = only(redacted)
  const account = redacted.accountId
  expect(account).toMatch(/^\d{12}$/)
  expect(account).not.toBe('444455556666')
  expect({ id, name, alias: redacted.accountAlias }).toEqual({ id: 'orders', name: 'orders', alias: 'Production' })
  expect(arn).toBe(`arn:aws:lambda:us-east-1:${account}:function:orders`)
  expect(tags).toEqual({
    Password: expect.stringMatching(/^x-[a-z2-9]{10}$/),
    owner: expect.stringMatching(/^x-[a-z2-9]{10}$/),
    team: 'shop',
  })
  expect(properties['bucket']).toBe(`exports${account}x`)
  expect(properties['publicIp']).toMatch(/^198\.1[89]\.\d+\.\d+$/)
  expect(properties['host']).toBe(`ec2-${textOf(properties['publicIp']).replaceAll('.', '-')}.compute-1.amazonaws.com`)
  expect(properties['privateIp']).toBe('10.1.2.3')
  expect(properties['cidrs']).toEqual([
    expect.stringMatching(/^198\.1[89]\.\d+\.0\/24$/),
    '0.0.0.0/0',
    '10.0.0.0/8',
    '3.0.0.0/9',
  ])
  expect(properties['v6']).toEqual([expect.stringMatching(/^2001:db8:/), '::/0', 'fd00::1'])
  expect(properties['environment']).toBe(`${textOf(properties['environment']).split(' ')[0]} ${tags['Password']}`)
  expect(properties['environment']).not.toContain('AKIA')
  expect(properties['state']).toBe('Active')
  // Only numbers that are account IDs elsewhere in the graph are account IDs.
  expect(properties['owner']).toBe(111122223333)
  expect(properties['size']).toBe(444455556665)
  expect(properties[account]).toBe(1)
})

test('an account ID as a number is replaced if it is one of the graph', () => {
  const redacted = redactGraph(
    graph([resource({ id: 'a', properties: { owner: 444455556666 } })]),
    presets.default,
    key,
  )
  expect(only(redacted).properties['owner']).toBe(redacted.accountId)
})

test('the strict rules replace names, tag values, and descriptions, and keep words of AWS and generated IDs', () => {
  const queue = { type: 'AWS::SQS::Queue', id: 'Orders-Failed' }
  const given = graph(
    [
      resource({
        id: 'ab',
        name: 'ab',
        tags: { Name: 'ab', stage: 'production-eu', region: 'us-east-1' },
        properties: {
          description: 'Pays out. Ask Ann.',
          state: 'Active',
          role: 'arn:aws:iam::444455556666:role/service-role/payer',
          dns: 'orders-failed.example.internal',
          vpc: 'vpc-0a1b2c3d4e5f60718',
          nested: { description: ['Ann', { more: 'Ann too' }] },
        },
      }),
      resource({ type: 'AWS::EC2::SecurityGroup', id: 'sg-0a1b2c3d4e5f60718', name: 'default' }),
      resource({ type: 'AWS::SQS::Queue', id: queue.id, presence: 'external' }),
    ],
    {
      relations: [
        {
          source: { type: 'AWS::Lambda::Function', id: 'ab' },
          verb: 'invokes',
          target: queue,
          evidence: 'Environment.Variables.Orders-Failed',
        },
      ],
      coverage: [
        {
          type: 'AWS::SQS::Queue',
          countKey: 'queues',
          status: 'denied',
          count: null,
          calls: 1,
          retries: 0,
          durationMs: 5,
          reason: 'Not allowed on Orders-Failed in 444455556666',
          action: 'sqs:ListQueues',
          deniedBy: null,
          statement: { Resource: ['arn:aws:sqs:us-east-1:444455556666:Orders-Failed'] },
        },
      ],
    },
  )
  const redacted = redactGraph(given, presets.strict, key)
  const found = redacted.resources.find(({ type }) => type === 'AWS::Lambda::Function')
  const group = redacted.resources.find(({ type }) => type === 'AWS::EC2::SecurityGroup')
  const target = redacted.resources.find(({ type }) => type === 'AWS::SQS::Queue')
  expect(JSON.stringify(redacted)).not.toMatch(/orders-failed|production|\bAnn\b|"ab"|444455556666|payer/i)
  expect(group).toMatchObject({ id: 'sg-0a1b2c3d4e5f60718', name: 'default' })
  expect(found?.id).toMatch(/^x-[a-z2-9]{10}$/)
  expect(found?.name).toBe(found?.id)
  expect(found?.tags['Name']).toBe(found?.id)
  expect(found?.tags['region']).not.toBe('us-east-1')
  expect(found?.properties).toMatchObject({
    state: 'Active',
    vpc: 'vpc-0a1b2c3d4e5f60718',
    dns: `${target?.id}.example.internal`,
  })
  expect(redacted.region).toBe('us-east-1')
  expect(redacted.relations).toEqual([
    {
      source: { type: 'AWS::Lambda::Function', id: found?.id },
      verb: 'invokes',
      target: { type: 'AWS::SQS::Queue', id: target?.id },
      evidence: `Environment.Variables.${target?.id}`,
    },
  ])
  expect(redacted.coverage[0]).toMatchObject({ action: 'sqs:ListQueues', status: 'denied' })
})

test('own rules add tags, properties, and patterns to a preset', () => {
  const rules = parseRules(
    '{"extends": "none", "tags": ["cost-*"], "properties": ["Owner"], "patterns": ["contoso[a-z]*"]}',
  )
  const given = graph([
    resource({
      id: 'contosopay-api',
      tags: { 'Cost-Center': 'R4711', costs: 'R4711 stays here as a word: R4712' },
      properties: { owner: 'Ann Smith', note: 'Ann Smith of contoso', state: 'contosopay' },
    }),
  ])
  const { id, tags, properties } = only(redactGraph(given, rules, key))
  expect(id).toMatch(/^x-[a-z2-9]{10}-api$/)
  expect(tags['Cost-Center']).toMatch(/^x-/)
  expect(tags['costs']).toBe(`${tags['Cost-Center']} stays here as a word: R4712`)
  expect(properties['note']).toMatch(new RegExp(`^${textOf(properties['owner'])} of x-`))
  expect(properties['state']).toBe(id.slice(0, -4))
})

test.each([
  ['[]', 'It must be an object.'],
  ['{', "It isn't JSON."],
  ['{"tag": []}', 'unknown field "tag"'],
  ['{"__proto__": {"names": true}}', 'unknown field "__proto__"'],
  ['{"extends": "own"}', '"extends" must be'],
  ['{"names": 1}', '"names" must be true or false'],
  ['{"tags": ["a", ""]}', '"tags" must be a list'],
  ['{"tags": "a"}', '"tags" must be a list'],
  [`{"tags": ["${'a'.repeat(201)}"]}`, '"tags" must be a list'],
  [JSON.stringify({ tags: Array.from({ length: 101 }, () => 'a') }), '"tags" must be a list'],
  ['{"patterns": ["("]}', "isn't valid"],
  ['{"patterns": ["a*"]}', 'also matches an empty text'],
  [' '.repeat(64 * 1024 + 1), 'more than 65536 bytes'],
])('the rules %.40j are rejected', (text, message) => {
  expect(() => parseRules(text)).toThrow(message)
})

test('a secret that looks like an ID of AWS is redacted wherever it occurs, and other IDs stay', () => {
  const secrets = ['deadbeefdeadbeefdeadbeefdeadbeef', '3f2b0c1d-1111-4222-8333-444455556666', '90210420']
  const given = graph([
    resource({
      id: 'a',
      tags: Object.fromEntries(secrets.map((secret, at) => [`api-token-${at}`, secret])),
      properties: { note: secrets.map((secret) => `uses ${secret}.`), arn: 'key/0123456789abcdef0123456789abcdef' },
    }),
    resource({ id: 'b', tags: { 'token-enabled': 'true', 'token-region': 'us-east-1' }, properties: { on: 'true' } }),
  ])
  const redacted = redactGraph(given, presets.default, key)
  for (const secret of secrets) expect(JSON.stringify(redacted)).not.toContain(secret)
  const [, other] = redacted.resources
  expect(only(redacted).properties['arn']).toBe('key/0123456789abcdef0123456789abcdef')
  expect(other?.properties).toEqual({ on: 'true' })
})

test('a pattern that takes exponential time ends with an error', () => {
  const rules = parseRules('{"patterns": ["(a+)+$"]}')
  const slow = graph([resource({ id: 'a', properties: { note: `${'a'.repeat(60)}!` } })])
  expect(() => redactGraph(slow, rules, key, 100)).toThrow('The patterns take more than 0.1 s')
  const quick = graph([resource({ id: 'b', properties: { note: 'xaaaaaa' } })])
  expect(only(redactGraph(quick, rules, key, 5_000)).properties['note']).toMatch(/^xx-/)
})

test('no two addresses get the same pseudonym, even if they should', () => {
  const same = { ...createPseudonyms(key), number: () => 2 ** 17 - 1 }
  const replace = addressReplacer(['54.1.2.3', '54.1.2.4', '54.1.2.3/32'], same)
  expect(replace('54.1.2.3 54.1.2.4 54.1.2.3/32')).toBe('198.19.255.255 198.18.0.0 198.19.255.255/32')
})

test('a long text without an email address takes linear time', () => {
  const given = graph([
    resource({ id: 'a', properties: { note: 'a'.repeat(400_000), mail: 'mail ann.b+c@example.com.' } }),
  ])
  const { properties } = only(limitTime(() => redactGraph(given, presets.default, key), 5_000))
  expect(properties['mail']).toMatch(/^mail x-[a-z2-9]{10}\.$/)
})

test('own rules match tags by parts, and properties with all that is within them', () => {
  const rules = parseRules('{"extends": "none", "tags": ["a*b*c", "x*yz*z", "aba*ba"], "properties": ["secretly"]}')
  const given = graph([
    resource({
      id: 'q',
      tags: {
        AxxBxxC: 'hidden-one',
        abc: 'hidden-two',
        abcd: 'shown-one',
        ac: 'shown-two',
        'a-c': 'shown-three',
        xyz: 'shown-four',
        aba: 'shown-five',
      },
      properties: {
        secretly: [{ nested: 'hidden-three', more: [{ deep: 'default' }] }],
        open: 'hidden-three and hidden-one',
      },
    }),
  ])
  const text = JSON.stringify(redactGraph(given, rules, key))
  for (const hidden of ['hidden-one', 'hidden-two', 'hidden-three']) expect(text).not.toContain(hidden)
  for (const shown of ['one', 'two', 'three', 'four', 'five']) expect(text).toContain(`shown-${shown}`)
  // A word of AWS stays everywhere else.
  expect(text).not.toContain('default')
})

test('another key gives other pseudonyms', () => {
  const given = graph([resource({ id: 'orders' })])
  const one = redactGraph(given, presets.strict, key)
  expect(redactGraph(given, presets.strict, key)).toEqual(one)
  expect(only(redactGraph(given, presets.strict, Buffer.alloc(32, 8))).id).not.toBe(only(one).id)
})

const word = stringMatching(/^[A-Za-z][A-Za-z0-9_é-]{5,20}[a-z0-9]$/).map((text) => `q${text}z`)

test('no redacted value is left anywhere in a graph, and relations still hold', () => {
  assert(
    property(
      uniqueArray(word, { minLength: 3, maxLength: 12 }),
      stringMatching(/^[1-9]\d{11}$/),
      array(nat({ max: 11 }), { minLength: 6, maxLength: 6 }),
      (words, accountId, picks) => {
        const pick = (at: number) => words[(picks[at] ?? 0) % words.length] ?? ''
        const resources = words
          .map((name, at) =>
            resource({
              type: 'AWS::SQS::Queue',
              id: at % 2 === 0 ? name : `arn:aws:sqs:us-east-1:${accountId}:${name}`,
              arn: `arn:aws:sqs:us-east-1:${accountId}:${name}`,
              name,
              tags: { Name: `${name}-${pick(0)}`, [`owner-${accountId}`]: pick(1) },
              properties: {
                host: `${pick(2).toLowerCase()}.example.com`,
                description: `for ${pick(3)} and ${accountId}`,
                list: [{ [`arn:aws:sqs:us-east-1:${accountId}:${pick(4)}`]: `x${pick(5)}y` }],
              },
            }),
          )
          .sort((a, b) => (a.id < b.id ? -1 : 1))
        const relations = resources.map(({ type, id }, at) => ({
          source: { type, id },
          verb: 'uses' as const,
          target: { type, id: resources[(at * 7 + 1) % resources.length]?.id ?? '' },
          evidence: `Field.${id}`,
        }))
        const redacted = redactGraph(graph(resources, { accountId, relations }), presets.strict, key)
        const text = JSON.stringify(redacted).toLowerCase()
        for (const value of [...words, accountId]) expect(text).not.toContain(value.toLowerCase())
        const ids = new Set(redacted.resources.map(resourceKey))
        expect(ids.size).toBe(resources.length)
        for (const { source, target } of redacted.relations) {
          expect(ids).toContain(resourceKey(source))
          expect(ids).toContain(resourceKey(target))
        }
        expect(redacted.relations.length).toBe(relations.length)
      },
    ),
  )
})
