/** Which resources a text names, such as an environment variable: only these are kept of it, never the text. */
import type { Place } from './arn.ts'
import type { ResourceReference } from '../graph/resource-graph.ts'
import { endpointTypes, resourceOfHost } from './endpoint-host.ts'
import { resourceOfArn } from './resource-of-arn.ts'

/** Types whose ARNs programs are configured with, and those with endpoints. */
export const namedTypes: readonly string[] = [
  'AWS::Cognito::UserPool',
  'AWS::DynamoDB::Table',
  'AWS::Events::EventBus',
  'AWS::IAM::Role',
  'AWS::KMS::Key',
  'AWS::Kinesis::Stream',
  'AWS::KinesisFirehose::DeliveryStream',
  'AWS::Lambda::Function',
  'AWS::S3::Bucket',
  'AWS::SNS::Topic',
  'AWS::SQS::Queue',
  'AWS::SecretsManager::Secret',
  'AWS::StepFunctions::StateMachine',
  ...endpointTypes,
]

/** ARNs, queue addresses, user pool addresses and endpoint hosts, also within connection strings, lists and JSON. */
export function namedResources(text: string, place: Place): readonly ResourceReference[] {
  return text
    .split(/[\s,;"'`|<>()[\]{}]+/)
    .flatMap((word) => resourceOfArn(word, place) ?? resourceOfAddress(word, place) ?? [])
}

/** The host of an address, with or without scheme, credentials, port and path. */
function resourceOfAddress(word: string, place: Place): ResourceReference | undefined {
  const parts = word.split(/[/@:?#=&]+/)
  const at = parts.findIndex((part) => /\.amazonaws\.(?:com|eu)(?:\.cn)?$/i.test(part))
  const [host = '', first = '', second = ''] = at < 0 ? [] : parts.slice(at)
  const [, queueRegion] = /^sqs\.([\w-]+)\./.exec(host) ?? []
  if (queueRegion !== undefined && /^\d{12}$/.test(first) && second !== '') {
    return resourceOfArn(`arn:${partitionOf(host)}:sqs:${queueRegion}:${first}:${second}`, place)
  }
  const [, poolRegion] = /^cognito-idp\.([\w-]+)\./.exec(host) ?? []
  if (poolRegion === place.region && first.startsWith(`${poolRegion}_`)) {
    return { type: 'AWS::Cognito::UserPool', id: first }
  }
  return resourceOfHost(host, place)
}

function partitionOf(host: string): string {
  if (host.endsWith('.cn')) return 'aws-cn'
  if (host.endsWith('.eu')) return 'aws-eusc'
  return host.includes('.us-gov-') ? 'aws-us-gov' : 'aws'
}
