/** Finds the resources that the event pattern of a rule names as the sources of its events. */
import type { Rule } from '@aws-sdk/client-eventbridge'
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import type { Place } from '../../references/arn.ts'
import { resourceOfArn } from '../../references/resource-of-arn.ts'

/** Types whose events name their resource. */
export const sourceTypes = [
  'AWS::Batch::JobQueue',
  'AWS::CodeBuild::Project',
  'AWS::EC2::Instance',
  'AWS::Glue::Crawler',
  'AWS::Glue::Job',
  'AWS::S3::Bucket',
  'AWS::StepFunctions::StateMachine',
] as const

/** Fields of `detail` with an identifier that is no ARN, by event source. The second one of S3 is CloudTrail's. */
const namingFields: Readonly<Record<string, readonly (readonly [path: string, type: (typeof sourceTypes)[number]])[]>> =
  {
    'aws.codebuild': [['project-name', 'AWS::CodeBuild::Project']],
    'aws.ec2': [['instance-id', 'AWS::EC2::Instance']],
    'aws.glue': [
      ['crawlerName', 'AWS::Glue::Crawler'],
      ['jobName', 'AWS::Glue::Job'],
    ],
    'aws.s3': [
      ['bucket.name', 'AWS::S3::Bucket'],
      ['requestParameters.bucketName', 'AWS::S3::Bucket'],
    ],
  }

/** Fields of `detail` with the ARN of the source. */
const arnFields = ['jobQueue', 'stateMachineArn']

/**
 * Returns none if other resources may match too. Services of AWS send events only to the default bus; in events of other
 * sources, names mean anything.
 */
export function namedSources(
  { EventPattern, EventBusName }: Pick<Rule, 'EventPattern' | 'EventBusName'>,
  place: Place,
): readonly ResourceReference[] {
  const pattern: unknown = JSON.parse(EventPattern ?? '{}')
  const services = exactValues(pattern, ['source'])
  if (EventBusName !== 'default' || services.length === 0) return []
  if (!services.every((service) => service.startsWith('aws.'))) return []
  const arns = [['resources'], ...arnFields.map((field) => ['detail', field])].flatMap((path) =>
    exactValues(pattern, path).map((arn) => resourceOfArn(arn, place)),
  )
  const named = services.flatMap((service) =>
    (namingFields[service] ?? []).flatMap(([path, type]) =>
      exactValues(pattern, ['detail', ...path.split('.')]).map((id) => ({ type, id })),
    ),
  )
  return [...arns.filter((reference) => reference !== undefined), ...named]
}

/** The values of a field, or none if not all of them are exact. */
function exactValues(pattern: unknown, path: readonly string[]): readonly string[] {
  const values = path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), pattern)
  const isExact = Array.isArray(values) && values.every((value) => typeof value === 'string')
  return isExact ? values : []
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
