/** Tests each called operation: invalid responses fail, and valid ones are read, even empty ones. */
import { DescribeVpcsCommand, EC2Client } from '@aws-sdk/client-ec2'
import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda'
import { expect, test } from 'vitest'
import { sampleValue } from '../../../test/support/sample-value.ts'
import type { WireOperation } from '../../simulated/protocols/operation.ts'
import { wireProtocols } from '../../simulated/protocols/wire-protocols.ts'
import { idleClient } from '../../simulated/service.ts'
import { type LoadedService, loadServices } from '../../simulated/service-catalogue.ts'
import { ResponseError } from '../responses/response-error.ts'
import { checkResponses } from './check-responses.ts'
import type { WithMiddleware } from './middleware.ts'

type Client = WithMiddleware & { readonly config: object; send(command: unknown): Promise<Record<string, unknown>> }
type Constructor = new (input: unknown) => Client
type Sent = {
  readonly body: string | Uint8Array
  /** If absent, the content type of the response itself. */
  readonly contentType?: string
  readonly status?: number
}

const services = await loadServices()
const operations = services.flatMap((service) =>
  Object.keys(service.operations).map((name) => ({
    service,
    operation: service.wire.operations.get(name) as WireOperation,
  })),
)

function bytes(body: string | Uint8Array): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

/** Returns a client of the service that gets these responses. */
function openClient({ client }: Pick<LoadedService, 'client'>) {
  let answer: { readonly statusCode: number; readonly headers: Record<string, string>; readonly body: Buffer }
  const requestHandler = { handle: () => Promise.resolve({ response: answer }) }
  const Client = client.constructor as Constructor
  const checked = new Client({
    ...idleClient,
    endpoint: 'http://127.0.0.1:1',
    forcePathStyle: true,
    maxAttempts: 1,
    requestHandler,
  })
  checkResponses(checked)
  return (command: unknown, { body, contentType = '', status = 200 }: Sent) => {
    answer = { statusCode: status, headers: { 'content-type': contentType }, body: bytes(body) }
    return checked.send(command).then(
      ({ $metadata: _metadata, ...read }) => ({ read }),
      (error: unknown) => ({ error }),
    )
  }
}

const clients = new Map(services.map((service) => [service, openClient(service)]))

function caller(service: LoadedService, operation: WireOperation) {
  const Command = service.module[`${operation.name}Command`] as Constructor
  const input = sampleValue(operation.input) ?? {}
  const whole = wireProtocols[service.wire.protocol].writeOutput(
    service.wire,
    operation,
    sampleValue(operation.output) ?? {},
    'request-1',
  )
  const contentType = whole.headers['content-type'] ?? ''
  const send = clients.get(service)
  return {
    whole: bytes(whole.body).toString(),
    contentType,
    isJson: contentType.includes('json'),
    call: async (sent: Sent) => (await send?.(new Command(input), { contentType, ...sent })) ?? {},
  }
}

const table = operations.map(({ service, operation }) => [service.name, operation.name, service, operation] as const)

test.each(table)('%s %s: an invalid response fails with its name', async (_, name, service, operation) => {
  const { whole, isJson, call } = caller(service, operation)
  const root = /<(\w+)[^<>]*>/.exec(whole.replace(/<\?.*?\?>/, ''))?.[0] ?? ''
  const rootName = /\w+/.exec(root)?.[0] ?? ''
  const hasResult = whole.includes(`<${name}Result>`)
  const inResult = (content: string) => (hasResult ? `<${name}Result>${content}</${name}Result>` : content)
  const wrong: readonly (readonly [string, Sent, RegExp])[] = [
    ['nothing', { body: '' }, /had no content/],
    [
      'a page',
      { body: '<html><body>Back soon.</body></html>', contentType: 'text/html; charset=utf-8' },
      /of the content type text\/html/,
    ],
    ['its answer as a page', { body: whole, contentType: 'text/html' }, /of the content type text\/html/],
    [
      'its answer as the other kind',
      { body: whole, contentType: isJson ? 'text/xml' : 'application/json' },
      /instead of (JSON|XML)/,
    ],
    [
      'a page of no type',
      { body: '<html><body>Back soon.</body></html>', contentType: '' },
      isJson ? /instead of a JSON object/ : /began with the element <html> instead of <\w+>/,
    ],
    ...(isJson
      ? ([
          ['a list', { body: '[1, 2]' }, /was a list instead/],
          ['a text', { body: '"text"' }, /was a single value instead/],
          ['a number', { body: '-1' }, /was a single value instead/],
          ['null', { body: 'null' }, /was a single value instead/],
          ['blanks', { body: ' \n' }, /was blank instead/],
          [
            'unknown members',
            { body: '{"unknown\\u0041": {"a": 1}, "b": [{"c": "d"}]}' },
            /had no documented content, but "unknownA"/,
          ],
          [
            'only an error',
            { body: '{"__type": "InternalError", "message": "x"}' },
            /no documented content, but "__type"/,
          ],
          ['lists without end', { body: '['.repeat(2_000_000) }, /was a list instead/],
          ['members without end', { body: `{"a":${'['.repeat(2_000_000)}` }, /nested deeper than 200 levels/],
        ] as const)
      : ([
          [
            'another root',
            { body: whole.replaceAll(rootName, 'Unknown') },
            /began with the element <Unknown> instead of/,
          ],
          [
            'unknown members',
            { body: `${root}${inResult('<unknown><a>1</a></unknown><b/>')}</${rootName}>` },
            /had no documented content, but <unknown>/,
          ],
          ['text', { body: 'Back soon.' }, /was not XML/],
          [
            'text in place of members',
            { body: `${root}${inResult('Back soon.')}</${rootName}>` },
            /had text instead of the documented content/,
          ],
          [
            'text behind unknown members',
            { body: `${root}${inResult('<unknown/>Back soon.')}</${rootName}>` },
            /had text instead of the documented content/,
          ],
          ['text before it', { body: `x${whole}` }, /was not XML/],
          [
            'a DTD',
            { body: `<!DOCTYPE a [<!ENTITY b "c">]>${whole}` },
            /began with the element <\?DOCTYPE> instead of/,
          ],
          ['elements without end', { body: '<a>'.repeat(200_000) }, /began with the element <a> instead of/],
        ] as const)),
    ...(hasResult
      ? ([
          ['no result', { body: `${root}<ResponseMetadata/></${rootName}>` }, /had no <\w+Result>/],
          ['an empty root', { body: `<${rootName}/>` }, /had no <\w+Result>/],
        ] as const)
      : []),
  ]
  for (const [what, sent, reason] of wrong) {
    const { error } = (await call(sent)) as { error?: Error }
    expect({ what, error }).toEqual({ what, error: expect.any(ResponseError) as ResponseError })
    expect(`${what}: ${error?.message}`).toMatch(new RegExp(`: The response of ${name} .*\\.$`))
    expect(`${what}: ${error?.message}`).toMatch(reason)
  }
})

test.each(table)(
  '%s %s: reads its response with every content type that services send, and an empty one',
  async (_, name, service, operation) => {
    const { whole, contentType, isJson, call } = caller(service, operation)
    const types = isJson
      ? [
          contentType,
          'application/json; charset=utf-8',
          'application/x-amz-json-1.1',
          'application/hal+json',
          'APPLICATION/JSON',
          '',
          'binary/octet-stream',
          'text/plain',
        ]
      : [
          contentType,
          'text/xml;charset=UTF-8',
          'application/xml',
          '',
          'binary/octet-stream',
          'application/octet-stream',
        ]
    const [first, ...others] = await Promise.all(types.map((type) => call({ body: whole, contentType: type })))
    expect(Object.keys((first as { read: object }).read)).not.toHaveLength(0)
    for (const other of others) expect(other).toStrictEqual(first)

    const root = /<(\w+)[^<>]*>/.exec(whole.replace(/<\?.*?\?>/, '')) ?? ['', '']
    const hasResult = whole.includes(`<${name}Result>`)
    const empty = isJson
      ? ['{}', ' {\n} ']
      : hasResult
        ? [
            `${root[0]}<${name}Result/><ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></${root[1]}>`,
            `${root[0]}<${name}Result></${name}Result></${root[1]}>`,
          ]
        : [
            `${root[0]}<requestId>1</requestId></${root[1]}>`,
            `<?xml version="1.0"?>\n<!-- <a> -->\n${root[0]}</${root[1]}>`,
            `${root[0]}<!-- <LoggingEnabled/> --></${root[1]}>`,
          ]
    for (const body of empty) expect({ body, ...(await call({ body })) }).toMatchObject({ body, read: {} })
  },
)

const vpcs = openClient({ client: new EC2Client(idleClient) })
const describeVpcs = (members: string) =>
  vpcs(new DescribeVpcsCommand({}), {
    body: `<DescribeVpcsResponse><requestId>1</requestId>${members}</DescribeVpcsResponse>`,
  })

test.each([
  ['<vpcSet/>', []],
  ['<vpcSet></vpcSet>', []],
  ['<vpcSet>\n</vpcSet>', []],
  ['<unknown><vpcSet>x</vpcSet></unknown><vpcSet><item><vpcId>vpc-1</vpcId></item></vpcSet>', [{ VpcId: 'vpc-1' }]],
])('reads a list in XML: %s', async (members, Vpcs) => {
  expect(await describeVpcs(members)).toMatchObject({ read: { Vpcs } })
})

test.each(['<vpcSet>text</vpcSet>', '<vpcSet><unknown/></vpcSet>', '<vpcSet>text<item/></vpcSet>'])(
  'an invalid list in XML is not an empty list: %s',
  async (members) => {
    expect(await describeVpcs(members)).toMatchObject({
      error: { message: 'The response of DescribeVpcs had a list <vpcSet> without <item> elements.' },
    })
  },
)

const functions = openClient({ client: new LambdaClient(idleClient) })
const listFunctions = (sent: Sent) =>
  functions(new ListFunctionsCommand({}), { contentType: 'application/json', ...sent })

test.each([
  '{"x\\\\\\": {": 1, "Functions": []}',
  '{"Functions": null}',
  '{"Functions": []}',
  '{"unknown": 1, "NextMarker": null}',
])('a missing list in JSON is an empty one: %s', async (body) =>
  expect(await listFunctions({ body })).toMatchObject({ read: {} }),
)

test.each(['{"Functions": "x"}', '{"Functions": {}}', '{"Functions": 0}', '{"Functions": ""}'])(
  'an invalid list in JSON is not an empty list: %s',
  async (body) => {
    expect(await listFunctions({ body })).toMatchObject({
      error: { message: 'The response of ListFunctions had no list as "Functions".' },
    })
  },
)

test('an unreadable response has its own message, and the status that decides on a retry', async () => {
  for (const body of ['{"Functions": [', '{"Functions": [}', '{"Functions"']) {
    expect(await listFunctions({ body })).toMatchObject({
      error: {
        name: 'ResponseError',
        message: 'The response of ListFunctions could not be parsed; it was truncated or has an undocumented format.',
      },
    })
  }
  expect(await listFunctions({ status: 503, body: '<html>Busy</html>', contentType: 'text/html' })).toMatchObject({
    error: {
      message: 'The response of ListFunctions had the status 503 and could not be parsed.',
      $metadata: { httpStatusCode: 503 },
    },
  })
})

test('an error of the service stays unchanged', async () => {
  const error = { name: 'AccessDeniedException', $metadata: { httpStatusCode: 403 } }
  expect(
    await listFunctions({ status: 403, body: '{"__type": "AccessDeniedException", "Message": "no"}' }),
  ).toMatchObject({ error })
})

const nested = (levels: number) => `{"Functions": [], "unknown": ${'['.repeat(levels)}${']'.repeat(levels)}}`

test.each(['{"unknown": "Functions"}', '{"unknown": {"a": 1, "Functions": []}}'])(
  'a list in JSON under another name does not count: %s',
  async (body) => {
    expect(await listFunctions({ body })).toMatchObject({ error: { message: expect.stringContaining('"unknown"') } })
  },
)

test('rejects deep nesting in large responses, and accepts it in small ones', async () => {
  expect(await listFunctions({ body: nested(100_000) })).toMatchObject({ read: { Functions: [] } })
  expect(await listFunctions({ body: nested(3_000_000) })).toMatchObject({
    error: { message: 'The response of ListFunctions was nested deeper than 200 levels.' },
  })
  const lists = `[${'[1, {"a": {}}], '.repeat(50_000)}0]`
  expect(await listFunctions({ body: `{"unknown": ${lists}, "Functions": []}` })).toMatchObject({
    read: { Functions: [] },
  })
})

test('a text may have any content', async () => {
  const name = `{"a\\":[[${'['.repeat(500)}`
  expect(await listFunctions({ body: JSON.stringify({ Functions: [{ FunctionName: name }] }) })).toMatchObject({
    read: { Functions: [{ FunctionName: name }] },
  })
})

test('quotes names without control characters, up to a length', async () => {
  const { error } = (await listFunctions({ body: JSON.stringify({ [`<b>${'x'.repeat(500)}`]: 1 }) })) as {
    error: Error
  }
  expect(error.message).toBe(`The response of ListFunctions had no documented content, but "?b?${'x'.repeat(57)}…".`)
})
