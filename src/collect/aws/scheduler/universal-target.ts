/** Finds the resources that a schedule's AWS API request names. Nothing else of the request is stored. */
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import type { ResourceTypeName } from '../../../resource-types/all.ts'
import { type Place, taskDefinitionArn } from '../../references/arn.ts'
import type { HostTable } from '../../references/host-table.ts'
import { namedResources } from '../../references/named-resources.ts'

type Named = Readonly<Record<string, ResourceTypeName>>

/**
 * By service, as the SDK calls it, the parameters with a name or an ID. ARNs and addresses are found in all other
 * parameters too.
 */
const named: Readonly<Record<string, Named>> = {
  batch: { jobdefinition: 'AWS::Batch::JobDefinition', jobqueue: 'AWS::Batch::JobQueue' },
  codebuild: { projectname: 'AWS::CodeBuild::Project' },
  dynamodb: { tablename: 'AWS::DynamoDB::Table' },
  ec2: { instanceid: 'AWS::EC2::Instance', instanceids: 'AWS::EC2::Instance' },
  firehose: { deliverystreamname: 'AWS::KinesisFirehose::DeliveryStream' },
  glue: { jobname: 'AWS::Glue::Job' },
  kinesis: { streamname: 'AWS::Kinesis::Stream' },
  lambda: { functionname: 'AWS::Lambda::Function' },
  rds: { dbclusteridentifier: 'AWS::RDS::DBCluster', dbinstanceidentifier: 'AWS::RDS::DBInstance' },
  redshift: { clusteridentifier: 'AWS::Redshift::Cluster' },
  redshiftdata: { clusteridentifier: 'AWS::Redshift::Cluster' },
  ssm: { instanceids: 'AWS::EC2::Instance' },
}

/** Operations whose parameters are named in another way. */
const namedBy: Readonly<Record<string, Named>> = {
  'eventbridge:putEvents': { eventbusname: 'AWS::Events::EventBus' },
  'glue:startCrawler': { name: 'AWS::Glue::Crawler' },
}

export const requestedTypes: readonly ResourceTypeName[] = [
  ...new Set([
    ...[...Object.values(named), ...Object.values(namedBy)].flatMap((types) => Object.values(types)),
    'AWS::ECS::Cluster' as const,
    'AWS::SNS::Topic' as const,
    'AWS::SQS::Queue' as const,
    'AWS::StepFunctions::StateMachine' as const,
  ]),
]

/** `target`: the ARN that names the operation. `input`: its parameters as JSON. */
export type ApiRequest = { readonly target: string | undefined; readonly input: string | undefined }

const marker = ':scheduler:::aws-sdk:'

export function isUniversalTarget(arn: string | undefined): boolean {
  return arn?.includes(marker) === true
}

/** Without those that it starts tasks of, see `taskOfRequest`. Text that is no JSON object names no resources. */
export function resourcesOfRequest(
  request: ApiRequest,
  place: Place & { readonly resourceAt: HostTable },
): readonly ResourceReference[] {
  const operation = operationOf(request)
  const types: Named = { ...named[operation.split(':')[0] ?? ''], ...namedBy[operation] }
  return parametersOf(request).flatMap(([parameter, value]) => {
    const found = namedResources(value, place)
    const type = types[parameter]
    if (found.length > 0 || type === undefined || value.startsWith('arn:')) return found
    // A version, an alias, or a revision may follow.
    return [{ type, id: value.replace(/:.*$/u, '') }]
  })
}

/** The ARN of the task definition that it starts, with or without a revision. `user`: the ARN of the schedule. */
export function taskOfRequest(request: ApiRequest, user: string | undefined): string | undefined {
  if (operationOf(request) !== 'ecs:runTask') return undefined
  return taskDefinitionArn(new Map(parametersOf(request)).get('taskdefinition'), user)
}

/** Such as `ecs:runTask`. */
export function operationOf({ target }: Pick<ApiRequest, 'target'>): string {
  return target?.split(marker)[1] ?? ''
}

/** All texts, each with the name of its parameter in lower case, because APIs differ in the case of the first letter. */
function parametersOf(request: ApiRequest): readonly (readonly [name: string, value: string])[] {
  try {
    const parameters: unknown = JSON.parse(request.input ?? '{}')
    if (operationOf(request) !== 'eventbridge:putEvents') return textsOf(parameters)
    // Events that name no bus go to the default one.
    const { Entries = [] } = parameters as { readonly Entries?: readonly object[] }
    return Entries.flatMap((entry) => {
      const buses = textsOf(entry).filter(([name]) => name === 'eventbusname')
      return buses.length > 0 ? buses : [['eventbusname', 'default'] as const]
    })
  } catch {
    return []
  }
}

function textsOf(parameters: unknown): readonly (readonly [name: string, value: string])[] {
  if (typeof parameters !== 'object' || parameters === null) return []
  return Object.entries(parameters).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((each: unknown) =>
        typeof each === 'string' && each !== '' ? [[name.toLowerCase(), each] as const] : [],
      ),
  )
}
