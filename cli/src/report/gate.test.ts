import { expect, test } from 'vitest'
import { changed, compared, comparison, covered, sampleExposure } from '../../test/sample-report.ts'
import type { Comparison, Coverage } from '../client/index.ts'
import { evaluate, findingsOf, needsComparison, parseConditions, planFindings } from './gate.ts'
import { percentText, summarizeCoverage } from './report.ts'
import type { PlanReport } from './report.ts'

function result(text: string, compared: Comparison | null, types: readonly Coverage[] = []) {
  const [condition] = parseConditions(text)
  if (condition === undefined) throw new Error('no condition')
  const facts = { coverage: summarizeCoverage(types), comparison: compared, exposures: [], plan: null }
  const { state, findings } = evaluate(condition, facts)
  return [state, ...findings]
}

const exposures = { opened: [], closed: [], changed: [], unknown: [] }
const database = compared('AWS::RDS::DBInstance', 'db-1', 'orders')

test.each<[condition: string, with_: Partial<Comparison>, finding: string]>([
  [
    'exposure-opened',
    { exposures: { ...exposures, opened: [sampleExposure] } },
    'bastion: tcp 3389 from internet by security group',
  ],
  ...([['1'], ['1', '2']] as const).map((accounts): [string, Partial<Comparison>, string] => {
    const toAccounts = {
      ...sampleExposure,
      from: 'other accounts',
      accounts: [...accounts],
      protocol: null,
      ports: null,
    }
    return [
      'exposure-opened',
      { exposures: { ...exposures, opened: [toAccounts] } },
      `bastion: from ${accounts.length === 1 ? 'account 1' : 'accounts 1, 2'} by security group`,
    ]
  }),
  [
    'exposure-changed',
    { exposures: { ...exposures, changed: [sampleExposure] } },
    'bastion: tcp 3389 from internet by security group',
  ],
  [
    'exposure-unknown',
    { exposures: { ...exposures, unknown: [{ ...sampleExposure, protocol: null, ports: null }] } },
    'bastion: from internet by security group',
  ],
  ['added', { added: [database] }, 'AWS::RDS::DBInstance orders (db-1)'],
  ['removed', { removed: [compared('AWS::RDS::DBInstance', 'db-1')] }, 'AWS::RDS::DBInstance db-1'],
  ['replaced', { changes: [changed('replaced', 'web was replaced')] }, 'web was replaced'],
  [
    'changed',
    { changes: [changed('changed', 'web: Instance type m5.large → m5.xlarge')] },
    'web: Instance type m5.large → m5.xlarge',
  ],
  ['unknown', { unknown: [{ ...database, unreadIn: 'scan' }] }, 'AWS::RDS::DBInstance orders (db-1)'],
])('%s fails for what it names, and for nothing else', (condition, parts, finding) => {
  expect(result(condition, comparison(parts))).toEqual(['failed', finding])
  expect(result(condition, comparison())).toEqual(['passed'])
  expect(result(condition, null)).toEqual(['skipped'])
  const others = {
    exposures: { ...exposures, closed: [sampleExposure] },
    changes: [
      changed('opened', 'opened', 'exposure'),
      changed('closed', 'closed', 'exposure'),
      changed('changed', 'another condition', 'exposure'),
      changed('added', 'added'),
    ],
    changed: [{ ...database, changes: [] }],
  }
  expect(result(condition, comparison(others))).toEqual(['passed'])
})

test('findings are in the order of their names, not of their IDs', () => {
  const opened = ['web-10', 'web-2', 'db'].map((name, place) => ({
    ...sampleExposure,
    resource: { ...sampleExposure.resource, id: `i-${place}`, name },
  }))
  const [, ...findings] = result('exposure-opened', comparison({ exposures: { ...exposures, opened } }))
  expect(findings.map((finding) => finding.split(':')[0])).toEqual(['db', 'web-2', 'web-10'])
})

test('a change of all resources of a type names none of them', () => {
  const of = changed('changed', 'IAM roles: access changed')
  const changes = [{ ...of, resource: { ...of.resource, type: 'AWS::IAM::Role', id: null } }]
  const [condition] = parseConditions('changed')
  const facts = { coverage: summarizeCoverage([]), comparison: comparison({ changes }), exposures: [], plan: null }
  expect(condition && findingsOf(condition, facts)).toEqual([
    {
      kind: 'changed',
      type: 'AWS::IAM::Role',
      resource: '',
      detail: 'IAM roles: access changed',
      text: 'IAM roles: access changed',
    },
  ])
})

test('what breaks or degrades fails a plan, and what only loses its purpose does not', () => {
  const resource = compared('AWS::EC2::NatGateway', 'nat-1', 'nat')
  const effects = ['breaks', 'degrades', 'orphaned', 'unknown'] as const
  const dependents = effects.map((effect) => ({ resource: compared('AWS::EC2::Instance', effect), effect }))
  const plan = { breaks: [{ address: 'aws_nat_gateway.a', action: 'delete', resource, dependents }] }
  expect(planFindings('breaks', plan as unknown as PlanReport)).toEqual([
    'AWS::EC2::Instance breaks breaks without nat',
    'AWS::EC2::Instance degrades degrades without nat',
  ])
})

test('a type limits a condition, with * for any characters', () => {
  const removed = comparison({ removed: [database] })
  for (const type of ['AWS::RDS::*', 'AWS::RDS::DBInstance', 'aws::rds::dbinstance', '*Instance', '*']) {
    expect([type, ...result(`removed:${type}`, removed)]).toEqual([type, 'failed', expect.any(String)])
  }
  for (const type of ['AWS::RDS', 'AWS::EC2::*', 'RDS::DBInstance', 'AWS::RDS::DBInstanc']) {
    expect([type, ...result(`removed:${type}`, removed)]).toEqual([type, 'passed'])
  }
})

test('coverage fails below the percentage, without types that are not available, and needs no earlier scan', () => {
  const types = [
    ...Array.from({ length: 19 }, (_, index) => covered(`T${index}`)),
    covered('AWS::RDS::DBInstance', 'denied'),
    covered('AWS::New::Type', 'unavailable'),
  ]
  expect(result('coverage<95%', null, types)).toEqual(['passed', 'coverage is 95 %'])
  expect(result('coverage<95.1%', null, types)).toEqual(['failed', 'coverage is 95 %'])
  expect(result('coverage < 100 %', null, types)).toEqual(['failed', 'coverage is 95 %'])
  // A scan without any coverage shows nothing.
  expect(result('coverage<1%', null, [])).toEqual(['failed', 'coverage is 0 %'])
})

test('a percentage is rounded down, so that it never looks like the limit that it misses', () => {
  const types = Array.from({ length: 2_000 }, (_, index) => covered(`T${index}`, index < 101 ? 'failed' : 'collected'))
  expect(percentText(summarizeCoverage(types))).toBe('94.9 %')
})

test('unread fails for denied and failed types, and needs no earlier scan', () => {
  const types = [
    covered('AWS::RDS::DBInstance', 'denied'),
    covered('AWS::SQS::Queue', 'failed'),
    covered('AWS::EC2::VPC'),
  ]
  expect(result('unread', null, types)).toEqual([
    'failed',
    "AWS::RDS::DBInstance couldn't be read (denied rds:DescribeDBInstances)",
    "AWS::SQS::Queue couldn't be read (failed)",
  ])
  expect(result('unread:AWS::EC2::*', null, types)).toEqual(['passed'])
  expect(result('unread', null, [covered('AWS::New::Type', 'unavailable')])).toEqual(['passed'])
})

test('conditions are separated by commas, with spaces', () => {
  const texts = parseConditions(' exposure-opened, removed:AWS::RDS::* ,coverage<95%,').map(({ text }) => text)
  expect(texts).toEqual(['exposure-opened', 'removed:AWS::RDS::*', 'coverage<95%'])
  expect(parseConditions('')).toEqual([])
})

test.each([
  'exposure',
  'removed:',
  'removed:AWS RDS',
  'coverage>95%',
  'coverage<101%',
  'coverage',
  'toString',
  'removed(.*)',
])('"%s" is not a condition', (text) => {
  expect(() => parseConditions(text)).toThrow(`"${text}" isn't a condition. Conditions: exposure-opened,`)
})

test.each([
  ['coverage<95%,unread', false],
  ['unread', false],
  ['coverage<95%,added', true],
  ['exposure-opened', true],
])('%s needs an earlier scan: %s', (text, needed) => {
  expect(needsComparison(parseConditions(text))).toBe(needed)
})
