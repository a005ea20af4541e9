/** The result of a reachability check. */
import type { Resource } from '../../graph/resource-graph.ts'
import type { Gap } from '../network/gap.ts'
import type { Network } from '../network/network.ts'

export type Verdict = 'reachable' | 'blocked' | 'unknown'

export type Hop = {
  readonly id: string
  readonly type: string
  readonly account: string
  readonly region: string
  /** What allows the packet, for people. */
  readonly evidence: string
}

/** With the meaning of VPC Reachability Analyzer's explanation codes. */
export type ReachCode =
  | 'BAD_STATE'
  | 'BAD_STATE_ATTACHMENT'
  | 'BAD_STATE_ROUTE'
  | 'BAD_STATE_VPN'
  | 'ELB_LISTENERS_MISMATCH'
  | 'ELBV2_LISTENERS_MISMATCH'
  | 'ELBV2_LISTENER_HAS_NO_TG'
  | 'ELBV2_LISTENER_REQUIRES_TG_ACCEPT'
  | 'ENI_SG_RULES_MISMATCH'
  | 'ENI_SOURCE_DEST_CHECK_RESTRICTION'
  | 'IGW_DESTINATION_ADDRESS_NOT_IN_RFC1918_EGRESS'
  | 'IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS'
  | 'IGW_PUBLIC_IP_ASSOCIATION_FOR_EGRESS'
  | 'NGW_REQUIRES_SOURCE_IN_VPC'
  | 'NGW_SOURCE_ADDRESS_REASSIGN'
  | 'NO_POSSIBLE_DESTINATION'
  | 'NO_ROUTE_TO_DESTINATION'
  | 'PCX_REQUIRES_ADDRESS_IN_VPC_CIDR'
  | 'SUBNET_ACL_RESTRICTION'
  | 'TGW_ATTACH_MISSING_TGW_RTB_ASSOCIATION'
  | 'TGW_ROUTE_AZ_RESTRICTION'
  | 'TGW_RTB_BAD_STATE_ROUTE'
  | 'TGW_RTB_NO_ROUTE_TO_TGW_ATTACHMENT'
  | 'VPCE_GATEWAY_PROTOCOL_RESTRICTION'
  | 'VPC_BLOCK_PUBLIC_ACCESS_ENABLED'

export type Block = {
  readonly id: string
  readonly type: string
  /** The direction of the traffic at this component. `null` if it has no direction. */
  readonly direction: 'ingress' | 'egress' | null
  readonly code: ReachCode
  /** For people. */
  readonly reason: string
}

export type ReachAnswer = {
  readonly verdict: Verdict
  readonly path: readonly Hop[]
  readonly returnPath: readonly Hop[]
  readonly blockedBy: readonly Block[]
  readonly unknownBecause: readonly Gap[]
}

/** What a check finds along the path of packets. */
export type Findings = { readonly hops: Hop[]; readonly blocks: Block[]; readonly gaps: Gap[] }

export function newFindings(): Findings {
  return { hops: [], blocks: [], gaps: [] }
}

export function verdictOf({ blocks, gaps }: Findings): Verdict {
  return blocks.length > 0 ? 'blocked' : gaps.length > 0 ? 'unknown' : 'reachable'
}

export function hopAt({ account, region }: Network, { id, type }: Resource, evidence: string): Hop {
  return { id, type, account, region, evidence }
}
