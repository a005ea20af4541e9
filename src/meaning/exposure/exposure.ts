/** What can be reached from outside the account or used by others: one entry for each way. */
import type { ResourceReference } from '../../graph/resource-graph.ts'

/**
 * `open`: nothing that was read prevents it. `conditional`: depends on a condition that the caller must meet, or that
 * only a request can show. `unknown`: what decides it couldn't be read.
 */
export type Verdict = 'open' | 'conditional' | 'unknown'

export type ExposureStep = ResourceReference & {
  /** What allows callers to pass, in words. */
  readonly evidence: string
}

/** What couldn't be read. */
export type Unread = {
  readonly type: string
  /** The IAM action that would read it. `null`: none is known, or the call can't succeed. */
  readonly action: string | null
  /** Why, from the coverage of the type, for partially read resources. */
  readonly reason?: string
}

/** Any callers, only callers of other accounts, or callers from CIDR blocks, separated by commas. */
export type Outside = 'internet' | 'other accounts' | (string & {})

/**
 * How it is exposed: at an address of a network, at an endpoint of AWS, by a policy, as a copy that others can use, or
 * as the target of a load balancer, which isn't public itself.
 */
export type ExposureKind = 'network' | 'endpoint' | 'policy' | 'copy' | 'target'

/** One way to reach a resource, without the resource. */
export type Opening = {
  readonly from: Outside
  /** The account IDs, sorted. Only of `other accounts`; absent if they aren't known. */
  readonly accounts?: readonly string[]
  /** What opens it. */
  readonly by: string
  readonly protocol: string | null
  /** `443`, `1024-65535`, `80,443`. `null` if the protocol has no ports, or for all ports. */
  readonly ports: string | null
  readonly verdict: Verdict
  /** In words. Only if `conditional`. */
  readonly condition: string | null
  /** From outside to the resource, which is the last step. */
  readonly path: readonly ExposureStep[]
  /** Only if `unknown`. */
  readonly unknownBecause: readonly Unread[]
  /** Only if it differs from that of its rule. */
  readonly kind?: ExposureKind
  /** The result of IAM Access Analyzer as text, for types that it checks. */
  readonly accessAnalyzer?: string
}

export type Exposure = Opening & {
  readonly kind: ExposureKind
  readonly resource: {
    readonly type: string
    /** `null`: any resource of the type, because some couldn't be read. */
    readonly id: string | null
    readonly arn: string | null
    readonly name: string | null
  }
}
