import { expect, test } from 'vitest'
import { accessRules } from './access-rules.ts'
import { accessOf, type Policy, statementsOf } from './policy-access.ts'

const read: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': [
    'carts',
    'shop-carts',
    'shop-stock',
    ...Array.from({ length: 9 }, (_, each) => `log-${each}`),
  ],
  'AWS::S3::Bucket': ['shop-scans', 'scans'],
  'AWS::SNS::Topic': ['arn:aws:sns:us-east-1:444455556666:shop-paid', 'arn:aws:sns:us-east-1:444455556666:paid'],
  'AWS::SSM::Parameter': ['/shop/host', '/stock/host', 'level'],
  'AWS::SecretsManager::Secret': ['arn:aws:secretsmanager:us-east-1:444455556666:secret:shop-db-a1b2c3'],
}
const place = {
  region: 'us-east-1',
  accountNumber: '444455556666',
  secretNamed: (name: string) => (name === 'shop/orders' ? 'arn:of:the:secret' : undefined),
  idsOfType: (type: string) => read[type] ?? [],
}
const orders = 'arn:aws:dynamodb:us-east-1:444455556666:table/orders'

type Written = Readonly<Record<string, unknown>>

const allow = (Action: unknown, Resource: unknown, more: Written = {}) => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...more,
})
const deny = (Action: unknown, Resource: unknown, more: Written = {}) => ({ Effect: 'Deny', Action, Resource, ...more })
const statements = (...written: readonly Written[]) => statementsOf(JSON.stringify({ Statement: written }))
const policy = (...written: readonly Written[]): Policy => ({ origin: 'inline', statements: statements(...written) })

function access(...written: readonly Written[]) {
  const { access: found, broad } = accessOf([policy(...written)], null, place)
  return [
    ...found.map(({ verb, target }) => `${verb} ${target.type.split('::')[2]} ${target.id}`),
    ...broad.map((each) => `broadly ${each}`),
  ]
}

const tables = 'arn:aws:dynamodb:us-east-1:444455556666:table'

test.each<[string, Written, readonly string[]]>([
  [
    'tables',
    allow('dynamodb:GetItem', `${tables}/shop-*`),
    ['reads from Table shop-carts', 'reads from Table shop-stock'],
  ],
  [
    'tables of any region',
    allow('dynamodb:PutItem', 'arn:aws:dynamodb:*:*:table/shop-c*'),
    ['writes to Table shop-carts'],
  ],
  ['indexes', allow('dynamodb:*', `${tables}/shop-c*/index/*`), ['reads from Table shop-carts']],
  ['streams of tables, which are no items', allow('dynamodb:*', `${tables}/shop-c*/stream/*`), []],
  ['more than eight tables', allow('dynamodb:GetItem', `${tables}/log-*`), []],
  ['all tables', allow('dynamodb:GetItem', `${tables}/*`), []],
  ['tables of another account', allow('dynamodb:GetItem', 'arn:aws:dynamodb:us-east-1:111122223333:table/shop-*'), []],
  ['a wildcard within the name', allow('dynamodb:GetItem', `${tables}/shop-*s`), []],
  ['a variable', allow('dynamodb:GetItem', `${tables}/\${aws:PrincipalTag/team}-*`), []],
  ['objects', allow('s3:GetObject', 'arn:aws:s3:::shop-*/*'), ['reads from Bucket shop-scans']],
  ['buckets and their objects', allow('s3:GetObject', 'arn:aws:s3:::shop-*'), ['reads from Bucket shop-scans']],
  [
    'ARNs as identifiers',
    allow('sns:Publish', 'arn:aws:sns:us-east-1:444455556666:shop-*'),
    ['writes to Topic arn:aws:sns:us-east-1:444455556666:shop-paid'],
  ],
  [
    'a path of parameters',
    allow('ssm:GetParameter', 'arn:aws:ssm:us-east-1:444455556666:parameter/shop/*'),
    ['reads from Parameter /shop/host'],
  ],
  ['all parameters', allow('ssm:GetParameter', 'arn:aws:ssm:us-east-1:444455556666:parameter/*'), []],
  [
    'secrets',
    allow('secretsmanager:GetSecretValue', 'arn:aws:secretsmanager:us-east-1:444455556666:secret:shop-d*'),
    ['reads from Secret arn:aws:secretsmanager:us-east-1:444455556666:secret:shop-db-a1b2c3'],
  ],
])('allows access to the few resources whose names begin alike: %s', (_, statement, expected) => {
  const named = access(statement).filter((each) => !each.startsWith('broadly'))
  expect(named).toEqual(expected)
  expect(access(statement).length).toBeGreaterThan(named.length)
})

test('denies one of the resources whose names begin alike', () => {
  const found = access(allow('dynamodb:GetItem', `${tables}/shop-*`), deny('dynamodb:*', `${tables}/shop-carts`))
  expect(found).toEqual(['reads from Table shop-stock', 'broadly reads from AWS::DynamoDB::Table'])
})

test.each<[string, Written, readonly string[]]>([
  ['an action that reads', allow('dynamodb:GetItem', orders), ['reads from Table orders']],
  ['an action that writes', allow(['dynamodb:PutItem'], [orders]), ['writes to Table orders']],
  ['all of a kind', allow('dynamodb:*', orders), ['reads from Table orders', 'writes to Table orders']],
  ['any letter case', allow('DYNAMODB:query', orders), ['reads from Table orders']],
  [
    'one letter that is open',
    allow('sqs:SendMessag?', 'arn:aws:sqs:us-east-1:444455556666:orders'),
    ['writes to Queue orders'],
  ],
  ['an index', allow('dynamodb:Query', `${orders}/index/by-day`), ['reads from Table orders']],
  ['all indexes', allow('dynamodb:Query', `${orders}/index/*`), ['reads from Table orders']],
  ['objects', allow('s3:GetObject', 'arn:aws:s3:::invoices/2026/*'), ['reads from Bucket invoices']],
  [
    'a version',
    allow('lambda:InvokeFunction', 'arn:aws:lambda:us-east-1:444455556666:function:pay:*'),
    ['invokes Function pay'],
  ],
  [
    'a secret by its name',
    allow('secretsmanager:GetSecretValue', 'arn:aws:secretsmanager:us-east-1:444455556666:secret:shop/orders-??????'),
    ['reads from Secret arn:of:the:secret'],
  ],
  [
    'a table of another region',
    allow('dynamodb:GetItem', 'arn:aws:dynamodb:eu-west-1:444455556666:table/orders'),
    ['reads from Table arn:aws:dynamodb:eu-west-1:444455556666:table/orders'],
  ],
  [
    'a parameter',
    allow('ssm:GetParameter', 'arn:aws:ssm:us-east-1:444455556666:parameter/shop/flags'),
    ['reads from Parameter /shop/flags'],
  ],
  [
    'all but some actions',
    { Effect: 'Allow', NotAction: 'dynamodb:Get*', Resource: orders },
    ['reads from Table orders', 'writes to Table orders'],
  ],
  ['under a condition', allow('dynamodb:GetItem', orders, { Condition: { Bool: {} } }), ['reads from Table orders']],
])('%s is allowed', (_, statement, expected) => {
  expect(access(statement)).toEqual(expected)
})

test.each<[string, Written]>([
  ['an action that only reads settings', allow('dynamodb:DescribeTable', orders)],
  ['an action of another service', allow('sqs:SendMessage', orders)],
  ['everything except reads and writes', { Effect: 'Allow', NotAction: ['dynamodb:*'], Resource: orders }],
  [
    'a secret that is not there',
    allow('secretsmanager:GetSecretValue', 'arn:aws:secretsmanager:us-east-1:444455556666:secret:gone-*'),
  ],
  ['a resource without data', allow('logs:PutLogEvents', '*')],
  ['a resource of a service without data', allow('*', 'arn:aws:logs:us-east-1:444455556666:log-group:shop')],
])('%s gives no access', (_, statement) => {
  expect(access(statement)).toEqual([])
})

const bucket = 'arn:aws:s3:::invoices'
const kafka = 'arn:aws:kafka:us-east-1:444455556666'
const events = `${kafka}:cluster/events/1-2`
const domain = 'arn:aws:es:us-east-1:444455556666:domain/products'
const job = 'arn:aws:batch:us-east-1:444455556666:job-definition/report'
const endpoint = 'arn:aws:sagemaker:us-east-1:444455556666:endpoint/ranking'
const stream = 'arn:aws:kinesis:us-east-1:444455556666:stream/clicks'

test.each<[string, Written, readonly string[]]>([
  ['objects on a bucket', allow('s3:GetObject', bucket), []],
  ['writing objects on a bucket', allow('s3:*Object', bucket), []],
  ['a list on objects', allow('s3:ListBucket', `${bucket}/*`), []],
  ['a list on a bucket', allow('s3:ListBucket', bucket), []],
  ['all on a bucket', allow('s3:*', bucket), []],
  ['reading a topic', allow('kafka-cluster:ReadData', `${kafka}:topic/events/1-2/*`), [`reads from Cluster ${events}`]],
  [
    'writing a topic',
    allow('kafka-cluster:*', `${kafka}:topic/events/1-2/clicks`),
    [`reads from Cluster ${events}`, `writes to Cluster ${events}`],
  ],
  [
    'a topic of any cluster of a name',
    allow('kafka-cluster:ReadData', `${kafka}:topic/events/*`),
    ['broadly reads from AWS::MSK::Cluster'],
  ],
  ['all on a cluster', allow('kafka-cluster:*', events), []],
  ['all on a group', allow('kafka-cluster:*', `${kafka}:group/events/1-2/app`), []],
  ['all on objects', allow('s3:*', `${bucket}/*`), ['reads from Bucket invoices', 'writes to Bucket invoices']],
  ['an item on an index', allow('dynamodb:GetItem', `${orders}/index/by-day`), []],
  ['all on an index', allow('dynamodb:*', `${orders}/index/*`), ['reads from Table orders']],
  ['all on a stream of a table', allow('dynamodb:*', `${orders}/stream/*`), []],
  ['records on a stream of a table', allow('dynamodb:GetRecords', `${orders}/stream/*`), []],
  ['an export of a table', allow('dynamodb:ExportTableToPointInTime', `${orders}/export/*`), []],
  ['all on a consumer', allow('kinesis:*', `${stream}/consumer/app:1`), ['reads from Stream clicks']],
  [
    'any request to a domain',
    allow('es:ESHttp*', `${domain}/*`),
    ['reads from Domain products', 'writes to Domain products'],
  ],
  [
    'statements of a warehouse',
    allow('redshift-data:ExecuteStatement', 'arn:aws:redshift:us-east-1:444455556666:cluster:sales'),
    ['reads from Cluster sales', 'writes to Cluster sales'],
  ],
  ['other calls to a warehouse', allow('redshift:*', 'arn:aws:redshift:us-east-1:444455556666:cluster:sales'), []],
  ['a search', allow('es:ESHttpGet', `${domain}/orders/_search`), ['reads from Domain products']],
  ['an index', allow('es:ESHttpPut', `${domain}/*`), ['writes to Domain products']],
  ['any request without a path', allow('es:ESHttp*', domain), []],
  ['any job', allow('batch:SubmitJob', job), ['invokes JobDefinition report']],
  ['any revision of a job', allow('batch:SubmitJob', `${job}:*`), ['invokes JobDefinition report']],
  ['one revision of a job', allow('batch:*', `${job}:7`), ['invokes JobDefinition report']],
  ['stopping a job', allow('batch:TerminateJob', job), []],
  ['calls of an endpoint', allow('sagemaker:InvokeEndpoint', endpoint), ['invokes Endpoint ranking']],
  ['streams of an endpoint', allow('sagemaker:Invoke*Stream', endpoint), ['invokes Endpoint ranking']],
  ['a look at an endpoint', allow('sagemaker:DescribeEndpoint', endpoint), []],
  ['records on a consumer', allow('kinesis:GetRecords', `${stream}/consumer/app:1`), []],
  ['all on a stream', allow('kinesis:*', stream), ['reads from Stream clicks', 'writes to Stream clicks']],
])('%s is allowed where the action works on that resource', (_, statement, expected) => {
  expect(access(statement)).toEqual(expected)
})

test.each<[string, Written, string]>([
  ['any queue', allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage'], '*'), 'reads from AWS::SQS::Queue'],
  ['names with the same prefix', allow('s3:GetObject', 'arn:aws:s3:::invoices-*/*'), 'reads from AWS::S3::Bucket'],
  [
    'any account',
    allow('dynamodb:GetItem', 'arn:aws:dynamodb:us-east-1:*:table/orders'),
    'reads from AWS::DynamoDB::Table',
  ],
  ['a name with a variable', allow('s3:PutObject', 'arn:aws:s3:::${aws:username}/*'), 'writes to AWS::S3::Bucket'],
  [
    'all but one',
    { Effect: 'Allow', Action: 's3:GetObject', NotResource: 'arn:aws:s3:::invoices/*' },
    'reads from AWS::S3::Bucket',
  ],
])('%s is broad access without a named resource, to its type', (_, statement, expected) => {
  expect(access(statement)).toEqual([`broadly ${expected}`])
})

test.each<[string, Written]>([
  ['everything', allow('*', '*')],
  ['a pattern of services', allow('*', 'arn:aws:*:us-east-1:444455556666:*')],
])('%s is broad access to all types, sorted', (_, statement) => {
  const every = accessRules.map(({ verb, type }) => `broadly ${verb} ${type}`)
  expect(access(statement)).toEqual(every.toSorted())
})

test('a Deny statement overrides all others', () => {
  expect(access(allow('dynamodb:*', orders), deny('dynamodb:*Item', '*'))).toEqual([
    'reads from Table orders',
    'writes to Table orders',
  ])
  expect(access(allow('dynamodb:PutItem', orders), deny('dynamodb:*Item', '*'))).toEqual([])
  expect(access(allow('dynamodb:PutItem', orders), deny('dynamodb:*', orders))).toEqual([])
  expect(access(allow('dynamodb:PutItem', orders), deny('dynamodb:*', `${orders}-2`))).toEqual([
    'writes to Table orders',
  ])
  expect(access(allow('dynamodb:PutItem', orders), { Effect: 'Deny', Action: '*', NotResource: orders })).toEqual([
    'writes to Table orders',
  ])
  expect(access(allow('s3:*', '*'), deny('s3:*', '*'))).toEqual([])
  expect(access(allow('dynamodb:PutItem', orders), deny('*', '*', { Condition: {} }))).toEqual([
    'writes to Table orders',
  ])
})

test('a boundary limits the access', () => {
  const within = (...boundary: readonly Written[]) =>
    accessOf([policy(allow('dynamodb:*', orders), allow('s3:*', '*'))], statements(...boundary), place)
  expect(within(allow('dynamodb:Get*', '*')).access.map(({ verb }) => verb)).toEqual(['reads from'])
  const anyBucket = ['reads from AWS::S3::Bucket', 'writes to AWS::S3::Bucket']
  expect(within(allow('dynamodb:Get*', '*')).broad).toEqual([])
  expect(within(allow('*', '*')).broad).toEqual(anyBucket)
  expect(within(allow('*', '*'), deny('dynamodb:*', orders))).toEqual({ access: [], broad: anyBucket })
  expect(accessOf([policy(allow('dynamodb:*', orders))], [], place)).toEqual({ access: [], broad: [] })
})

test('each access has the origin of its policy', () => {
  const attached: Policy = { origin: 'attached', statements: statements(allow('dynamodb:PutItem', orders)) }
  const { access: found } = accessOf([policy(allow('dynamodb:GetItem', orders)), attached], null, place)
  expect(found.map(({ verb, origin }) => [verb, origin])).toEqual([
    ['reads from', 'inline'],
    ['writes to', 'attached'],
  ])
})

test('a policy of one statement needs no list', () => {
  expect(statementsOf(JSON.stringify({ Statement: allow('sqs:*', '*') }))).toHaveLength(1)
  expect(statementsOf('{}')).toEqual([])
})

test('a statement that is none allows nothing, and hides no other', () => {
  const document = JSON.stringify({ Statement: [null, 'text', allow('sqs:*', '*')] })
  expect(statementsOf(document)).toHaveLength(1)
  expect(statementsOf('null')).toEqual([])
})
