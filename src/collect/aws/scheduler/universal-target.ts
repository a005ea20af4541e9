/** Finds the resources that a schedule's AWS API request names. Nothing else of the request is stored. */
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import type { ResourceTypeName } from '../../../resource-types/all.ts'
import type { HostTable } from '../../references/host-table.ts'
import type { Place } from '../../references/arn.ts'
import { namedResources } from '../../references/named-resources.ts'

/** Parameters with a name or an ID, in lower case, because APIs differ in the case of the first letter. */
const named: Readonly<Record<string, ResourceTypeName>> = {
  dbclusteridentifier: 'AWS::RDS::DBCluster',
  dbinstanceidentifier: 'AWS::RDS::DBInstance',
  functionname: 'AWS::Lambda::Function',
  instanceid: 'AWS::EC2::Instance',
  instanceids: 'AWS::EC2::Instance',
  projectname: 'AWS::CodeBuild::Project',
  streamname: 'AWS::Kinesis::Stream',
  tablename: 'AWS::DynamoDB::Table',
}

export function isUniversalTarget(arn: string | undefined): boolean {
  return arn?.includes(':::aws-sdk:') === true
}

/** `input`: the request as JSON. Other text names no resources. */
export function resourcesOfRequest(
  input: string | undefined,
  place: Place & { readonly resourceAt: HostTable },
): readonly ResourceReference[] {
  try {
    const request: unknown = JSON.parse(input ?? '{}')
    return typeof request === 'object' && request !== null
      ? Object.entries(request).flatMap(([parameter, value]) => resourcesOf(parameter, value, place))
      : []
  } catch {
    return []
  }
}

function resourcesOf(
  parameter: string,
  value: unknown,
  place: Place & { readonly resourceAt: HostTable },
): readonly ResourceReference[] {
  if (Array.isArray(value)) return value.flatMap((each: unknown) => resourcesOf(parameter, each, place))
  if (typeof value !== 'string' || value === '') return []
  const found = namedResources(value, place)
  const type = named[parameter.toLowerCase()]
  return found.length > 0 || type === undefined ? found : [{ type, id: value }]
}
