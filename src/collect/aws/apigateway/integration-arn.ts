/** Finds the ARN of the resource that an API's integration calls. */
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

/** Reads the request parameters of an HTTP API's integration with a service: the fixed ones that name a resource. */
export function parameterArns(parameters: Readonly<Record<string, string>> | undefined): readonly string[] {
  const { QueueUrl, StateMachineArn } = parameters ?? {}
  return [queueArn(QueueUrl), integrationArn(StateMachineArn)].filter((arn) => arn !== undefined)
}
