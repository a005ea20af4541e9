/** Findings of IAM Access Analyzer beside the verdicts of the rules: agreeing, missing, and contradicting. */
import { expect, test } from 'vitest'
import { graphBuilder } from '../../diagram/testing/sample-graphs.ts'
import { indexGraph } from '../../graph/graph-index.ts'
import type { Json, Resource } from '../../graph/resource-graph.ts'
import { compareExposures } from './compare-exposures.ts'
import { exposures } from './exposures.ts'

const analyzer = 'AWS::AccessAnalyzer::Analyzer'
const queue = 'AWS::SQS::Queue'
const bucket = 'AWS::S3::Bucket'
const role = 'AWS::IAM::Role'

type Fields = Readonly<Record<string, Json>>

const finding = (type: string, id: string, more: Fields = {}): Fields => ({
  type,
  id,
  arn: `arn:aws:test:::${id}`,
  public: true,
  principals: ['*'],
  actions: ['sqs:SendMessage'],
  condition: null,
  archived: false,
  ...more,
})
const byPartner = { public: false, principals: ['111122223333'] }

function told(
  findings: readonly Fields[] | null,
  given: readonly (readonly [type: string, id: string, properties: Fields])[],
  analyzerType = 'ACCOUNT',
) {
  const graph = graphBuilder()
  graph.add(analyzer, 'account', null, { analyzerType, ...(findings && { findings }) })
  for (const [type, id, properties] of given) graph.add(type, id, null, properties)
  const known = new Set([analyzer, ...given.map(([type]) => type), ...(findings ?? []).map(({ type }) => type)])
  const built = graph.build()
  const isPartial = ({ type }: Resource) => type === analyzer && findings === null
  const resources = built.resources.map((each) => (isPartial(each) ? { ...each, partial: true as const } : each))
  return exposures(indexGraph({ ...built, resources })).filter(
    ({ resource: { type, id } }) => known.has(type) && (id !== null || type === analyzer),
  )
}

const lines = (...given: Parameters<typeof told>) =>
  told(...given).map(({ resource: { id }, from, by, verdict, condition, accessAnalyzer }) =>
    [id, from, by, verdict, condition, accessAnalyzer]
      .filter((part) => part !== null && part !== undefined)
      .join(' | '),
  )

const openTo = (to: string, condition: string | null = null) => ({ policyGrants: [{ to, condition }] })
const active = 'IAM Access Analyzer has an active finding: public access (sqs:SendMessage).'
const none = 'IAM Access Analyzer has no such finding, so its result differs from this verdict.'

test('a finding is further evidence of the entry that it matches', () => {
  expect(lines([finding(queue, 'q')], [[queue, 'q', openTo('everyone')]])).toEqual([
    `q | internet | resource policy | open | ${active}`,
  ])
  expect(lines([finding(queue, 'q', { archived: true })], [[queue, 'q', openTo('everyone')]])).toEqual([
    `q | internet | resource policy | open | ${active.replace('an active', 'an archived')}`,
  ])
})

test('everyone under a condition is no public access for AWS', () => {
  const told = finding(queue, 'q', { ...byPartner, principals: ['*'], condition: 'only where X is Y' })
  expect(lines([told], [[queue, 'q', openTo('everyone', 'only where X is Y')]])).toEqual([
    'q | internet | resource policy | conditional | only where X is Y | IAM Access Analyzer has an active finding: access by * (sqs:SendMessage), only where X is Y.',
  ])
})

test.each([
  [queue, { policyGrants: [] }],
  ['AWS::Lambda::Function', { policyGrants: [], urls: [] }],
  [bucket, { publicByPolicy: false, publicByAcl: false }],
  ['AWS::EC2::Snapshot', { public: false, sharedWith: [] }],
])(
  'a finding of public access to %s, of which the scan found none, is unknown, with the analyzer first',
  (type, given) => {
    const found = told([finding(type, 'it')], [[type, 'it', given]])
    expect(found).toMatchObject([
      {
        resource: { type, id: 'it' },
        from: 'internet',
        verdict: 'unknown',
        path: [{ type: analyzer, id: 'account' }, { type }],
      },
    ])
  },
)

test('an open entry without a finding says so', () => {
  expect(lines([], [[queue, 'q', openTo('everyone')]])).toEqual([`q | internet | resource policy | open | ${none}`])
  expect(lines([finding(queue, 'q')], [[queue, 'q', openTo('111122223333')]])).toEqual([
    `q | other accounts | resource policy | open | ${none}`,
    expect.stringMatching(/^q \| internet \| IAM Access Analyzer finding \| unknown/u),
  ])
  expect(lines([], [[queue, 'q', openTo('everyone', 'only X')]])).toEqual([
    'q | internet | resource policy | conditional | only X',
  ])
})

test('an analyzer of an organization says nothing of other accounts, which may be its own', () => {
  expect(lines([], [[queue, 'q', openTo('111122223333')]], 'ORGANIZATION')).toEqual([
    'q | other accounts | resource policy | open',
  ])
  expect(lines([], [[queue, 'q', openTo('everyone')]], 'ORGANIZATION')).toEqual([
    `q | internet | resource policy | open | ${none}`,
  ])
})

const ofAccount = (account: string) =>
  `IAM Access Analyzer has an active finding: access by arn:aws:iam::${account}:root (sqs:SendMessage).`

test('findings and entries of other accounts match by account', () => {
  const grants = { policyGrants: ['111122223333', '777788889999'].map((to) => ({ to, condition: null })) }
  const ofOther = (account: string) =>
    finding(queue, 'q', { ...byPartner, principals: [`arn:aws:iam::${account}:root`] })
  const entry = 'q | other accounts | resource policy | open'
  expect(lines([ofOther('111122223333'), ofOther('777788889999')], [[queue, 'q', grants]])).toEqual([
    `${entry} | ${ofAccount('111122223333')} ${ofAccount('777788889999')}`,
  ])
  expect(lines([ofOther('777788889999')], [[queue, 'q', grants]])).toEqual([
    `${entry} | ${ofAccount('777788889999')} IAM Access Analyzer has no finding for 111122223333, so its result differs from this verdict.`,
  ])
  expect(lines([ofOther('777788889999')], [[queue, 'q', grants]], 'ORGANIZATION')).toEqual([
    `${entry} | ${ofAccount('777788889999')}`,
  ])
  const [own, found] = told([ofOther('555566667777')], [[queue, 'q', grants]])
  expect(own).toMatchObject({ verdict: 'open', accounts: ['111122223333', '777788889999'], accessAnalyzer: none })
  expect(found).toMatchObject({ verdict: 'unknown', accounts: ['555566667777'] })
})

test('a finding of several principals matches by one of them', () => {
  const arns = ['555566667777', '111122223333'].map((account) => `arn:aws:iam::${account}:role/r`)
  const several = finding(queue, 'q', { ...byPartner, principals: arns })
  expect(lines([several], [[queue, 'q', openTo('111122223333')]])).toHaveLength(1)
  const [entry] = told([several], [[role, 'q', {}]])
  expect(entry?.accounts).toEqual(['111122223333', '555566667777'])
})

test('a finding without accounts does not show which ones are missing', () => {
  const user = finding(queue, 'q', { public: false, principals: ['79a59df900b949e55d96a1e698fbaced'] })
  const [entry, ...others] = told([user], [[queue, 'q', openTo('111122223333')]])
  expect(others).toEqual([])
  expect(entry?.accessAnalyzer).toBe(
    'IAM Access Analyzer has an active finding: access by 79a59df900b949e55d96a1e698fbaced (sqs:SendMessage).',
  )
})

test('principals that are no accounts are not called accounts', () => {
  const user = finding(bucket, 'b', { public: false, principals: ['79a59df900b949e55d96a1e698fbaced'] })
  const [entry] = told([user], [[bucket, 'b', { publicByPolicy: false, publicByAcl: false }]])
  expect(entry).toMatchObject({ from: 'other accounts', verdict: 'open' })
  expect(entry?.accounts).toBeUndefined()
})

test('analyzers do not analyze every type', () => {
  const bus = 'AWS::Events::EventBus'
  expect(lines([], [[bus, 'b', openTo('everyone')]])).toEqual(['b | internet | resource policy | open'])
})

test('a finding that contradicts the verdict makes it unknown, in words', () => {
  const [entry, ...others] = told([finding(queue, 'q')], [[queue, 'q', { policyGrants: [] }]])
  expect(others).toEqual([])
  expect(entry).toMatchObject({ by: 'IAM Access Analyzer finding', verdict: 'unknown', from: 'internet' })
  expect(entry?.unknownBecause[0]?.reason).toMatch(/^The scan found no such access\./u)
  expect(entry?.accessAnalyzer).toMatch(
    /^IAM Access Analyzer has an active finding: .* The scan found no such access\./u,
  )
})

test('a finding of what the rules do not judge is an entry of its own', () => {
  const words = 'IAM Access Analyzer has an active finding: access by 111122223333 (s3:GetObject).'
  const shared = finding(bucket, 'b', { ...byPartner, actions: ['s3:GetObject'] })
  const closed = { publicByPolicy: false, publicByAcl: false }
  expect(lines([shared], [[bucket, 'b', closed]])).toEqual([
    `b | other accounts | IAM Access Analyzer finding | open | ${words}`,
  ])
  expect(lines([finding(role, 'r', { ...byPartner, actions: [], condition: 'only X' })], [[role, 'r', {}]])).toEqual([
    'r | other accounts | IAM Access Analyzer finding | conditional | only X | IAM Access Analyzer has an active finding: access by 111122223333, only X.',
  ])
  expect(lines([finding('AWS::RDS::DBSnapshot', 'arn:s')], [])).toEqual([
    `arn:s | internet | IAM Access Analyzer finding | open | ${active}`,
  ])
})

test('where the policy was not read, a finding tells of it', () => {
  expect(lines([finding(queue, 'q')], [[queue, 'q', {}]])).toEqual([
    `q | internet | resource policy | unknown | ${active}`,
  ])
  expect(lines([finding(queue, 'q', byPartner)], [[queue, 'q', {}]])).toEqual([
    'q | internet | resource policy | unknown',
    'q | other accounts | IAM Access Analyzer finding | open | IAM Access Analyzer has an active finding: access by 111122223333 (sqs:SendMessage).',
  ])
})

test('unread findings are an unknown entry, and not compared', () => {
  const unread = told(null, [])
  expect(unread).toMatchObject([{ resource: { type: analyzer, id: 'account' }, verdict: 'unknown' }])
  const before = told([finding(role, 'r')], [])
  const { closed, unknown } = compareExposures(before, unread)
  expect(closed).toEqual([])
  expect(unknown.map(({ resource }) => resource.id)).toContain('r')
  expect(compareExposures(before, told([], [])).closed.map(({ resource }) => resource.id)).toEqual(['r'])
})
