/** The resource that an API's integration calls, as an ARN. */
import { queueArn } from '../sqs/queue-arn.ts'

/**
 * From an integration's URI: a function or a listener by its own ARN, or `arn:…:apigateway:{region}:{service}:path/…`, which wraps
 * what is called. `undefined` for addresses outside of the provider, and for what a stage's variables or a request fill in.
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

/** From the request parameters of an HTTP API's integration with a service: the fixed ones that name a resource. */
export function parameterArns(parameters: Readonly<Record<string, string>> | undefined): readonly string[] {
  const { QueueUrl, StateMachineArn } = parameters ?? {}
  return [queueArn(QueueUrl), integrationArn(StateMachineArn)].filter((arn) => arn !== undefined)
}
