/** The resource graph: the resources of a scan, their relations, and the coverage. Plain JSON-serializable data. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** AWS Config's relationship verbs, and the few flows that it has no verb for. */
export type Verb =
  | 'contained in'
  | 'attached to'
  | 'associated with'
  | 'routes to'
  | 'allows traffic from'
  | 'allows traffic to'
  | 'invokes'
  | 'subscribes to'
  | 'logs to'
  | 'uses'
  | 'reads from'
  | 'writes to'

/** A reference to a resource: its CloudFormation type and the identifier from its list call. */
export type ResourceReference = {
  readonly type: string
  readonly id: string
}

/**
 * `read`: by its own collector. `external`: another resource references it, and its type was read without it (another
 * account or region, or deleted). `unknown`: its type couldn't be read.
 */
export type Presence = 'read' | 'external' | 'unknown'

export type Resource = ResourceReference & {
  readonly arn: string | null
  /** The name given by users (`Name` tag, or AWS's name field). `null` without a name. */
  readonly name: string | null
  readonly presence: Presence
  /** The describe call was denied, so properties, tags, and relations may be missing. */
  readonly partial?: true
  readonly tags: Readonly<Record<string, string>>
  readonly properties: Readonly<Record<string, Json>>
}

/**
 * Why a relation exists. `configured`: a setting references the target. `permitted`: a policy allows access to this
 * resource by its name, or by the beginning of a few names.
 */
export type Basis = 'configured' | 'permitted'

export type Relation = {
  readonly source: ResourceReference
  readonly verb: Verb
  readonly target: ResourceReference
  /** The field of the response that proves it, such as `ec2:DescribeSubnets Subnets[].VpcId`. */
  readonly evidence: string
  /** Absent for configured relations, which are most. */
  readonly basis?: 'permitted'
}

export function basisOf({ basis }: Pick<Relation, 'basis'>): Basis {
  return basis ?? 'configured'
}

export type CoverageStatus = 'collected' | 'denied' | 'unavailable' | 'failed'

/** The kind of policy that denied a call, as far as the response shows. */
export type DeniedBy =
  | 'identity policy'
  | 'permissions boundary'
  | 'session policy'
  | 'resource policy'
  | 'service control policy'
  | 'resource control policy'
  | 'VPC endpoint policy'

/** The result of one resource type in one scan. */
export type TypeCoverage = {
  readonly type: string
  /** The key of the type's count in `progress`. */
  readonly countKey: string
  readonly status: CoverageStatus
  /** Number of resources. `null` unless `collected`. */
  readonly count: number | null
  /** Number of API calls, without retries. */
  readonly calls: number
  readonly retries: number
  readonly durationMs: number
  /** For people: why it isn't `collected`, or what the count leaves out. `null` for none. */
  readonly reason: string | null
  /** The denied IAM action, such as `ec2:DescribeSubnets`. `null` unless `denied`. */
  readonly action: string | null
  readonly deniedBy: DeniedBy | null
  /** The IAM policy statement that allows the denied action. `null` unless `denied`. */
  readonly statement: Json
  /** Collected, but which resources belong to the region depends on types that couldn't be read. */
  readonly uncertain?: true
}

export type ResourceGraph = {
  readonly accountId: string
  readonly accountAlias: string
  readonly region: string
  /** Sorted by type, then ID. */
  readonly resources: readonly Resource[]
  /** Sorted by source, verb, target. */
  readonly relations: readonly Relation[]
  /** Sorted by type. */
  readonly coverage: readonly TypeCoverage[]
}
