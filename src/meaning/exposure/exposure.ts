/** What can be reached from outside the account, or used by others: one entry for each way in. */
import type { ResourceReference } from '../../graph/resource-graph.ts'

/**
 * `open`: nothing that was read closes it. `conditional`: it depends on something that the caller has to meet, or that only a request
 * can show. `unknown`: what would tell was not read.
 */
export type Verdict = 'open' | 'conditional' | 'unknown'

export type ExposureStep = ResourceReference & {
  /** What of it lets callers pass, in words. */
  readonly evidence: string
}

/** What was not read. */
export type Unread = {
  readonly type: string
  /** The IAM action that would tell; `null`: none is known, or its answer was not to be had. */
  readonly action: string | null
  /** Why, as the coverage of the type says of resources that were read in part. */
  readonly reason?: string
}

/** Callers anywhere, callers of other accounts only, or those at the addresses of CIDR blocks, with commas between. */
export type Outside = 'internet' | 'other accounts' | (string & {})

/**
 * How it is exposed: at an address of a network, at an endpoint of the provider, by a policy, as a copy that others may use, or as the
 * target of a load balancer, which is not public itself.
 */
export type ExposureKind = 'network' | 'endpoint' | 'policy' | 'copy' | 'target'

/** One way in, without what it leads to. */
export type Opening = {
  readonly from: Outside
  /** What opens it. */
  readonly by: string
  readonly protocol: string | null
  /** `443`, `1024-65535`; `null` where the protocol has none, or all are meant. */
  readonly ports: string | null
  readonly verdict: Verdict
  /** In words; only of what is `conditional`. */
  readonly condition: string | null
  /** From the outside in. The resource itself is the last step. */
  readonly path: readonly ExposureStep[]
  /** Only of what is `unknown`. */
  readonly unknownBecause: readonly Unread[]
  /** Where it is not that of its rule. */
  readonly kind?: ExposureKind
  /** What IAM Access Analyzer says of it, in words, where it judges such resources. */
  readonly accessAnalyzer?: string
}

export type Exposure = Opening & {
  readonly kind: ExposureKind
  readonly resource: {
    readonly type: string
    /** `null`: any resource of the type, since not all that would tell of them was read. */
    readonly id: string | null
    readonly arn: string | null
    readonly name: string | null
  }
}
