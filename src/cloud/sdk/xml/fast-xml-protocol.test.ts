import * as autoScaling from '@aws-sdk/client-auto-scaling'
import * as cloudFormation from '@aws-sdk/client-cloudformation'
import * as cloudFront from '@aws-sdk/client-cloudfront'
import * as ec2 from '@aws-sdk/client-ec2'
import * as elasticBeanstalk from '@aws-sdk/client-elastic-beanstalk'
import * as elasticLoadBalancing from '@aws-sdk/client-elastic-load-balancing'
import * as elasticLoadBalancingV2 from '@aws-sdk/client-elastic-load-balancing-v2'
import * as elastiCache from '@aws-sdk/client-elasticache'
import * as iam from '@aws-sdk/client-iam'
import * as rds from '@aws-sdk/client-rds'
import * as redshift from '@aws-sdk/client-redshift'
import * as route53 from '@aws-sdk/client-route-53'
import * as s3 from '@aws-sdk/client-s3'
import * as sns from '@aws-sdk/client-sns'
import * as sts from '@aws-sdk/client-sts'
import { NormalizedSchema, operation } from '@smithy/core/schema'
import type { ClientProtocol, HttpRequest, HttpResponse, StaticOperationSchema } from '@smithy/types'
import { array, assert, asyncProperty, boolean, constantFrom, integer, record } from 'fast-check'
import { expect, test } from 'vitest'
import { describeWireService, type SdkClient, type WireOperation } from '../../../simulated/protocols/operation.ts'
import { wireProtocols } from '../../../simulated/protocols/wire-protocols.ts'
import { idleClient } from '../../../simulated/service.ts'
import { fastXmlProtocolFor } from './fast-xml-protocol.ts'

type Protocol = ClientProtocol<HttpRequest, HttpResponse>
type Configuration = SdkClient['config'] & { readonly protocol: Protocol }

const services = [
  ['auto scaling', autoScaling, new autoScaling.AutoScalingClient(idleClient)],
  ['cloudformation', cloudFormation, new cloudFormation.CloudFormationClient(idleClient)],
  ['cloudfront', cloudFront, new cloudFront.CloudFrontClient(idleClient)],
  ['ec2', ec2, new ec2.EC2Client(idleClient)],
  ['elastic beanstalk', elasticBeanstalk, new elasticBeanstalk.ElasticBeanstalkClient(idleClient)],
  ['elastic load balancing', elasticLoadBalancing, new elasticLoadBalancing.ElasticLoadBalancingClient(idleClient)],
  [
    'elastic load balancing v2',
    elasticLoadBalancingV2,
    new elasticLoadBalancingV2.ElasticLoadBalancingV2Client(idleClient),
  ],
  ['elasticache', elastiCache, new elastiCache.ElastiCacheClient(idleClient)],
  ['iam', iam, new iam.IAMClient(idleClient)],
  ['rds', rds, new rds.RDSClient(idleClient)],
  ['redshift', redshift, new redshift.RedshiftClient(idleClient)],
  ['route 53', route53, new route53.Route53Client(idleClient)],
  ['s3', s3, new s3.S3Client(idleClient)],
  ['sns', sns, new sns.SNSClient(idleClient)],
  ['sts', sts, new sts.STSClient(idleClient)],
] as const

/** Texts that break naive parsers and writers. */
const texts = [
  '',
  ' ',
  '\n',
  ' \n ',
  ' padded ',
  'a & b <c> "d" \'e\'',
  '&amp;',
  ']]>',
  '<!-- -->',
  '数据库 🐘',
  'x',
  '0',
  'é\r\n\tz',
  'a text that is longer than most',
  'a longer text that is nöt ASCII',
]

function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** Returns a value of the shape, with missing members, empty lists, and empty texts. */
function sample(schema: NormalizedSchema, next: () => number, depth = 0): unknown {
  const count = Math.floor(next() * 4)
  if (depth > 5 || schema.isStreaming()) return undefined
  if (schema.isListSchema()) {
    const item = schema.getValueSchema()
    const items = Array.from({ length: count }, () => sample(item, next, depth + 1))
    return items.filter((value) => value !== undefined)
  }
  if (schema.isMapSchema()) {
    const value = schema.getValueSchema()
    const entries = Array.from({ length: count }, (_, index) => [
      `${texts[index + 5]}${index}`,
      sample(value, next, depth + 1),
    ])
    return Object.fromEntries(entries.filter(([, content]) => content !== undefined))
  }
  if (schema.isStructSchema()) {
    const members = [...schema.structIterator()].filter(() => next() < 0.7)
    const chosen = schema.isUnionSchema() ? members.slice(0, 1) : members
    const entries = chosen.map(([name, member]) => [name, sample(member, next, depth + 1)] as const)
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }
  if (schema.isTimestampSchema()) return new Date(Math.floor(next() * 2e9) * 1000)
  if (schema.isBooleanSchema()) return next() < 0.5
  if (schema.isNumericSchema()) return Math.floor(next() * 2e6) - 1e6
  if (schema.isBlobSchema()) return new Uint8Array([1, 2, count])
  return schema.isStringSchema() ? texts[Math.floor(next() * texts.length)] : undefined
}

type Answer = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array }

/** Returns a protocol's result for a response: the output, or the visible part of the error. */
async function outcome(
  protocol: Protocol,
  configuration: SdkClient['config'],
  schema: StaticOperationSchema,
  answer: Answer,
) {
  const [, namespace, name, traits, input, output] = schema
  const response = { statusCode: answer.status, headers: { ...answer.headers }, body: answer.body }
  try {
    const read: unknown = await protocol.deserializeResponse(
      operation(namespace, name, traits, input, output),
      { ...configuration } as never,
      response,
    )
    return { read }
  } catch (error) {
    const { name: errorName, message } = error as Error
    return { error: errorName, message, fields: { ...(error as object) } }
  }
}

function reader(module: Readonly<Record<string, unknown>>, client: SdkClient) {
  const configuration = client.config as Configuration
  const service = describeWireService(module, client)
  const Fast = fastXmlProtocolFor(configuration)
  if (Fast === null) throw new Error('The service does not use XML')
  const fast = new Fast(client.config.protocolSettings as never) as unknown as Protocol
  fast.setSerdeContext(client.config as never)
  const both = async (name: string, answer: Answer) => {
    const schema = module[`${name}$`] as StaticOperationSchema
    return {
      fast: await outcome(fast, configuration, schema, answer),
      sdk: await outcome(configuration.protocol, configuration, schema, answer),
    }
  }
  const write = (wire: WireOperation, output: object): Answer => {
    const { status, headers, body } = wireProtocols[service.protocol].writeOutput(service, wire, output, 'request-1')
    return { status, headers, body: Buffer.from(body) }
  }
  const operations = [...service.operations.values()].filter(
    ({ name, output }) =>
      /^(Describe|List|Get|Assume)/.test(name) &&
      !(output.isStructSchema() && [...output.structIterator()].some(([, member]) => member.isStreaming())),
  )
  return { both, write, operations }
}

test.each(services)(
  'parses responses of all list and describe operations of %s like the SDK',
  async (_, module, client) => {
    const { both, write, operations } = reader(module, client)
    expect(operations.length).toBeGreaterThan(4)
    const next = random(42)
    for (const wire of operations) {
      for (let round = 0; round < 4; round += 1) {
        const answer = write(wire, sample(wire.output, next) ?? {})
        const { fast, sdk } = await both(wire.name, answer)
        expect(fast, `${wire.name}: ${answer.body.toString()}`).toStrictEqual(sdk)
      }
    }
  },
)

const ec2Reader = reader(ec2, new ec2.EC2Client(idleClient))
const iamReader = reader(iam, new iam.IAMClient(idleClient))
const instances = ec2Reader.operations.find(({ name }) => name === 'DescribeInstances')
const roles = iamReader.operations.find(({ name }) => name === 'ListRoles')

/** Changes to a document at a position: cut off, or insert a text. */
const cutOff = ''
/** Inserts a copy of an element of the document. */
const copy = 'copy'
const damages = [
  cutOff,
  '<!-- <a> -->',
  '<![CDATA[<b>&amp;]]>',
  '<?target data?>',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  ' ',
  '\n  \n',
  'text',
  '&lt;&unknown;&#65;&#x1F418;&constructor;&',
  '<item/>',
  '<item>',
  '</item>',
  '<item a="1">x</item>',
  '<a b="c>d"/>',
  '<a\n/>',
  '<__proto__>x</__proto__>',
  '<#text>x</#text>',
  '>',
  '<',
  '\u0000',
  '\r\n',
]

test('parses truncated, malformed, and unusual documents like the SDK, or fails like it', async () => {
  const property = asyncProperty(
    constantFrom([ec2Reader, instances] as const, [iamReader, roles] as const),
    integer(),
    array(
      record({
        /** In millionths of the document's length. */
        at: integer({ min: 0, max: 999_999 }),
        damage: constantFrom(...damages, copy),
        /** Changes between tags are more effective than changes within a text. */
        betweenTags: boolean(),
        removed: constantFrom(0, 0, 0, 1, 3),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    async ([{ both, write }, wire], seed, places) => {
      if (wire === undefined) throw new Error('The operation is gone')
      const answer = write(wire, sample(wire.output, random(seed)) as object)
      let document = answer.body.toString()
      for (const { at, damage, betweenTags, removed } of places) {
        const anywhere = Math.floor((at / 1_000_000) * document.length)
        const place = betweenTags ? Math.max(0, document.indexOf('<', anywhere)) : anywhere
        const copied = /<(\w+)>[^<>]*<\/\1>/.exec(document.slice(Math.floor(anywhere / 2)))?.[0] ?? ''
        const rest = damage === cutOff ? '' : document.slice(place + removed)
        document = document.slice(0, place) + (damage === copy ? copied : damage) + rest
      }
      const { fast, sdk } = await both(wire.name, { ...answer, body: Buffer.from(document) })
      expect({ document, ...fast }).toStrictEqual({ document, ...sdk })
    },
  )
  await assert(property, { numRuns: 1500 })
})

test.each([
  [
    'ec2',
    ec2Reader,
    instances,
    '<Response><Errors><Error><Code>RequestLimitExceeded</Code><Message>Slow &amp; down</Message></Error></Errors><RequestID>1</RequestID></Response>',
  ],
  [
    'query',
    iamReader,
    roles,
    '<ErrorResponse xmlns="x"><Error><Type>Sender</Type><Code>NoSuchEntity</Code><Message>no</Message></Error><RequestId>1</RequestId></ErrorResponse>',
  ],
] as const)('errors of %s equal those of the SDK', async (_, { both }, wire, document) => {
  const answer = { status: 400, headers: { 'content-type': 'text/xml' }, body: Buffer.from(document) }
  const { fast, sdk } = await both(wire?.name ?? '', answer)
  expect(fast).toStrictEqual(sdk)
  expect(fast).toHaveProperty('error', expect.stringMatching(/RequestLimitExceeded|NoSuchEntity/))
})

test.each([
  ['lone carriage returns', Buffer.from('first line\rsecond line')],
  ['bytes that are no UTF-8', Buffer.from('a longer text \xff of Latin 1', 'latin1')],
  ['a character that is cut off', Buffer.from('a longer text that ends in \xc3', 'latin1')],
  ['only ASCII', Buffer.from('a longer text of plain characters')],
])('parses texts with %s like the SDK', async (_, text) => {
  const [before, after] = ['<R><nextToken>', '</nextToken></R>'].map((part) => Buffer.from(part))
  const body = Buffer.concat([before ?? text, text, after ?? text])
  const { fast, sdk } = await ec2Reader.both('DescribeInstances', { status: 200, headers: {}, body })
  expect(fast).toStrictEqual(sdk)
  expect(fast).toHaveProperty('read.NextToken', expect.stringMatching(/^(?:first|a longer)/))
})

test('accepts members in any order', async () => {
  const members = ['<reservationId>r-1</reservationId>', '<ownerId>1</ownerId>', '<unknown>x</unknown>', '<groupSet/>']
  const orders = members.flatMap((member, place) => {
    const others = members.toSpliced(place, 1)
    return [[member, ...others], [member, ...others.toReversed()], others]
  })
  const items = [...orders, ...orders.toReversed()].map((order) => `<item>${order.join('')}</item>`).join('')
  const { fast, sdk } = await bothReadings(`<R><reservationSet>${items}</reservationSet></R>`)
  expect(fast).toStrictEqual(sdk)
  expect(fast).toHaveProperty('read.Reservations.length', 24)
})

async function readInstances(document: string) {
  return (await bothReadings(document)).fast
}

function bothReadings(document: string) {
  const answer = { status: 200, headers: { 'content-type': 'text/xml' }, body: Buffer.from(document) }
  return ec2Reader.both('DescribeInstances', answer)
}

test('entities are neither expanded nor fetched', async () => {
  const laughs = Array.from({ length: 30 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`)
  const document = `<!DOCTYPE a [<!ENTITY l0 "ha">${laughs.join('')}<!ENTITY file SYSTEM "file:///etc/hostname">]>
    <DescribeInstancesResponse><nextToken>&l30;&file;</nextToken></DescribeInstancesResponse>`
  expect(await readInstances(document)).toMatchObject({ read: { NextToken: '' } })
})

test('deep nesting and a million elements return a result or an error', async () => {
  const deep = `<R>${'<a>'.repeat(500_000)}${'</a>'.repeat(500_000)}</R>`
  expect(await readInstances(deep)).toMatchObject({ error: expect.any(String) })
  const items = '<item><reservationId>r-1</reservationId></item>'.repeat(300_000)
  const many = await readInstances(`<R>\n<reservationSet>${items}</reservationSet>\n</R>`)
  expect(many).toHaveProperty('read.Reservations.length', 300_000)
})
