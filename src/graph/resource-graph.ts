/** The resource graph: what a scan found, how it hangs together, and what could not be read. Plain, JSON-serialisable data. */

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

/** Names one resource: its CloudFormation type and the identifier that its own list call reports. */
export type ResourceReference = {
  readonly type: string
  readonly id: string
}

/**
 * How a resource is known: `read` by its own collector; `external` where another resource points to it and its own type was
 * read without it (another account or region, or deleted); `unknown` where its own type could not be read at all.
 */
export type Presence = 'read' | 'external' | 'unknown'

export type Resource = ResourceReference & {
  readonly arn: string | null
  /** The name that people gave it (`Name` tag, or the provider's own name field); `null` where it has none. */
  readonly name: string | null
  readonly presence: Presence
  /** Read, but its description was refused: what it lacks of properties, tags and relations was not told, and may exist. */
  readonly partial?: true
  readonly tags: Readonly<Record<string, string>>
  readonly properties: Readonly<Record<string, Json>>
}

/** Why a relation is there: `configured`: a setting names the target; `permitted`: a policy allows access to exactly this resource. */
export type Basis = 'configured' | 'permitted'

export type Relation = {
  readonly source: ResourceReference
  readonly verb: Verb
  readonly target: ResourceReference
  /** Which field of which answer proves it, e.g. `ec2:DescribeSubnets Subnets[].VpcId`. */
  readonly evidence: string
  /** Most relations are configured, and leave it out. */
  readonly basis?: 'permitted'
}

export function basisOf({ basis }: Pick<Relation, 'basis'>): Basis {
  return basis ?? 'configured'
}

export type CoverageStatus = 'collected' | 'denied' | 'unavailable' | 'failed'

/** Who refused a denied call, as far as the provider's answer tells. */
export type DeniedBy =
  | 'identity policy'
  | 'permissions boundary'
  | 'session policy'
  | 'resource policy'
  | 'service control policy'
  | 'resource control policy'
  | 'VPC endpoint policy'

/** What became of one resource type in one scan. */
export type TypeCoverage = {
  readonly type: string
  /** The key of the type's count in `progress`. */
  readonly countKey: string
  readonly status: CoverageStatus
  /** Resources read; `null` unless `collected`. */
  readonly count: number | null
  /** API calls made, repeated ones not counted. */
  readonly calls: number
  readonly retries: number
  readonly durationMs: number
  /** Why it is not `collected`, or what its count leaves out, for people; `null` when there is nothing to say. */
  readonly reason: string | null
  /** The denied IAM action, e.g. `ec2:DescribeSubnets`; `null` unless `denied`. */
  readonly action: string | null
  readonly deniedBy: DeniedBy | null
  /** The IAM policy statement that would allow what was denied; `null` unless `denied`. */
  readonly statement: Json
  /** It was read, but which of it concerns the region depends on types that were not. */
  readonly uncertain?: true
}

export type ResourceGraph = {
  readonly accountId: string
  readonly accountAlias: string
  readonly region: string
  /** Sorted by type, then id. */
  readonly resources: readonly Resource[]
  /** Sorted by source, verb, target. */
  readonly relations: readonly Relation[]
  /** Sorted by type. */
  readonly coverage: readonly TypeCoverage[]
}
