/** Finds the ARN of the resource that an API's integration calls. */
import type { Integration } from '@aws-sdk/client-api-gateway'
import type { Integration as HttpIntegration } from '@aws-sdk/client-apigatewayv2'
import { partitionOf, type Place } from '../../references/arn.ts'
import { queueArn } from '../sqs/queue-arn.ts'

/**
 * Reads an integration's URI: the ARN of a function or a listener, or `arn:…:apigateway:{region}:{service}:path/…`,
 * which wraps the target. Returns `undefined` for addresses outside AWS, and for values from stage variables or
 * requests.
 */
export function integrationArn(uri: string | undefined): string | undefined {
  if (uri === undefined || uri.includes('${') || !uri.startsWith('arn:')) return undefined
  const wrapped = /^arn:([^:]+):apigateway:([^:]+):([\w.-]+):(?:path|action)\/\/?(.+)$/.exec(uri)
  if (wrapped === null) return uri
  const [, partition, region, service, path = ''] = wrapped
  const [first = '', second = ''] = path.split('/')
  switch (service) {
    case 'lambda':
      return /functions\/(arn:[^/]+)\/invocations$/.exec(path)?.[1]
    case 'sqs':
      return /^\d{12}$/.test(first) ? `arn:${partition}:sqs:${region}:${first}:${second}` : undefined
    case 's3':
      return first.startsWith('{') ? undefined : `arn:${partition}:s3:::${first}`
    default:
      return undefined
  }
}

type Named = {
  /** The parameter of requests that names what the service works on. */
  readonly parameter: string
  /** The part of ARNs before a name. Without it, requests have an ARN or a URL. */
  readonly prefix?: string
  /** What requests without the parameter work on. */
  readonly otherwise?: string
}

/** By the name of the service in ARNs. Source: the request syntax in the API reference of each service. */
const namedBy: Readonly<Record<string, Named>> = {
  dynamodb: { parameter: 'TableName', prefix: 'table/' },
  events: { parameter: 'EventBusName', prefix: 'event-bus/', otherwise: 'default' },
  firehose: { parameter: 'DeliveryStreamName', prefix: 'deliverystream/' },
  kinesis: { parameter: 'StreamName', prefix: 'stream/' },
  sns: { parameter: 'TopicArn' },
  sqs: { parameter: 'QueueUrl' },
  states: { parameter: 'stateMachineArn' },
}

type MethodIntegration = Pick<Integration, 'uri' | 'requestParameters' | 'requestTemplates'>

/**
 * Returns the ARN of what a REST API's integration calls: by its URI, else by the name in the requests that it sends to
 * a service. Names from requests of clients are unknown.
 */
export function calledArn(
  { uri, requestParameters = {}, requestTemplates = {} }: MethodIntegration,
  { accountNumber }: Place,
): string | undefined {
  const arn = integrationArn(uri)
  const { service = '', region = '' } = serviceOf(uri) ?? {}
  const named = namedBy[service]
  if (arn !== undefined || named === undefined) return arn
  // Parameters are such as `integration.request.querystring.TopicArn`, with fixed values in quotes.
  const parameters = Object.entries(requestParameters).map(([name, value]) => `${name.split('.').at(-1)}=${value}`)
  const texts = [...Object.values(requestTemplates), ...parameters]
  const isNamed = texts.some((text) => text.includes(named.parameter))
  const value = isNamed ? nameIn(texts, named.parameter) : texts.length === 0 ? undefined : named.otherwise
  return arnOf(service, value, { region, accountNumber })
}

/** Returns the service that a REST API's integration calls, and its region. */
export function serviceOf(uri: string | undefined): { readonly service: string; readonly region: string } | undefined {
  const [, region, service] = /^arn:[^:]+:apigateway:([^:]+):([\w-]+):(?:path|action)\//.exec(uri ?? '') ?? []
  return region === undefined || service === undefined ? undefined : { service, region }
}

/** Templates are JSON, or forms such as `Action=Publish&TopicArn=…`, with variables. */
function nameIn(texts: readonly string[], parameter: string): string | undefined {
  const fixed = new RegExp(
    `\\b${parameter}["']?\\s*[:=]\\s*(?:\\$util\\.urlEncode\\()?["']?([\\w:/.@-]+)(?=["'&\\s)},]|$)`,
    'g',
  )
  const names = new Set(texts.flatMap((text) => [...text.matchAll(fixed)].map(([, name]) => name)))
  const [name] = names
  return names.size === 1 ? name : undefined
}

/** `value`: an ARN, the URL of a queue, or a name. */
function arnOf(service: string, value: string | undefined, { region, accountNumber }: Place): string | undefined {
  if (value === undefined || value.startsWith('arn:')) return integrationArn(value)
  if (service === 'sqs') return queueArn(value)
  const prefix = namedBy[service]?.prefix
  if (prefix === undefined || !/^[\w.-]+$/.test(value)) return undefined
  return `arn:${partitionOf(region)}:${service}:${region}:${accountNumber}:${prefix}${value}`
}

/** Beginnings of the subtypes of HTTP APIs' integrations, such as `SQS-SendMessage`. */
const servicesBySubtype: Readonly<Record<string, string>> = {
  EventBridge: 'events',
  Kinesis: 'kinesis',
  SQS: 'sqs',
  StepFunctions: 'states',
}

type ServiceIntegration = Pick<HttpIntegration, 'IntegrationSubtype' | 'RequestParameters'>

/** Returns the ARN of what an HTTP API's integration with a service works on, if it is fixed. */
export function parameterArn(
  { IntegrationSubtype = '', RequestParameters = {} }: ServiceIntegration,
  { region, accountNumber }: Place,
): string | undefined {
  const service = servicesBySubtype[IntegrationSubtype.split('-')[0] ?? ''] ?? ''
  const { parameter = '', otherwise } = namedBy[service] ?? {}
  const value = RequestParameters[parameter.replace(/^./, (first) => first.toUpperCase())] ?? otherwise
  return arnOf(service, value, { region: RequestParameters['Region'] ?? region, accountNumber })
}
