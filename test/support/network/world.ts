/** Networks as plain data, for written and random cases and for the packet walker. */

export type WorldRule = { protocol: string; fromPort: number | null; toPort: number | null; peer: string }
export type WorldEntry = {
  rule: number
  action: 'allow' | 'deny'
  protocol: string
  cidrBlock: string
  fromPort: number | null
  toPort: number | null
  icmpType?: number
  icmpCode?: number
}
export type WorldRoute = { destination: string; target: string; state?: 'active' | 'blackhole'; propagated?: boolean }
export type TransitRoute = {
  /** Absent where AWS tells none. */
  destination?: string
  attachments: string[]
  state?: 'active' | 'blackhole'
  type?: 'static' | 'propagated'
}

export type World = {
  account: string
  region: string
  vpcs: { id: string; cidr: string }[]
  subnets: { id: string; vpc: string; cidr: string; zone: string; table?: string; acl: string }[]
  tables: { id: string; vpc: string; main?: boolean; routes: WorldRoute[]; edgeOf?: string }[]
  acls: { id: string; vpc: string; ingress: WorldEntry[]; egress: WorldEntry[] }[]
  groups: { id: string; vpc: string; ingress: WorldRule[]; egress: WorldRule[] }[]
  interfaces: {
    id: string
    subnet: string
    addresses: { privateIp: string; publicIp?: string }[]
    ipv6?: string[]
    groups: string[]
    instance?: string
    check?: boolean
    /** `in-use` by default. */
    status?: string
  }[]
  /** The states of instances that aren't running. */
  instances?: Record<string, string>
  internetGateways: { id: string; vpc: string }[]
  egressOnlyGateways: { id: string; vpc: string }[]
  /** `others`: further network interfaces, in other Availability Zones. */
  nats: { id: string; networkInterface: string; others?: string[]; state?: string }[]
  peerings: {
    id: string
    vpcs: [string, string]
    status?: string
    regions?: [string, string]
    accounts?: [string, string]
  }[]
  transitGateways: string[]
  attachments: {
    id: string
    gateway: string
    vpc?: string
    vpn?: string
    peer?: string
    subnets?: string[]
    state?: string
    table?: string
    owner?: string
  }[]
  /** `unread`: the search for routes was denied, or returned a part of them only. */
  transitTables: { id: string; gateway: string; routes: TransitRoute[]; unread?: 'denied' | 'cut' }[]
  prefixLists: { id: string; entries: string[] }[]
  vpnGateways: { id: string; vpc: string; directConnectGateways?: string[] | 'unread' }[]
  vpnConnections: {
    id: string
    gateway?: string
    transitGateway?: string
    staticRoutes?: string[]
    tunnelStatus?: string[]
    staticRoutesOnly?: boolean
    state?: string
  }[]
  endpoints: { id: string; vpc: string; serviceName: string; fullAccess?: boolean }[]
  /** Absent: off. */
  blockPublicAccess?: {
    mode: string
    state?: string
    /** `of`: a VPC or a subnet. */
    exclusions: { id: string; of: string; mode: 'allow-bidirectional' | 'allow-egress'; state?: string }[]
  }
}

export function emptyWorld(): World {
  return {
    account: '111111111111',
    region: 'eu-west-1',
    vpcs: [],
    subnets: [],
    tables: [],
    acls: [],
    groups: [],
    interfaces: [],
    internetGateways: [],
    egressOnlyGateways: [],
    nats: [],
    peerings: [],
    transitGateways: [],
    attachments: [],
    transitTables: [],
    prefixLists: [],
    vpnGateways: [],
    vpnConnections: [],
    endpoints: [],
  }
}

export const allowAll: WorldEntry = {
  rule: 100,
  action: 'allow',
  protocol: '-1',
  cidrBlock: '0.0.0.0/0',
  fromPort: null,
  toPort: null,
}
export const allowAllIpv6: WorldEntry = { ...allowAll, rule: 101, cidrBlock: '::/0' }
export const denyRest: WorldEntry = { ...allowAll, rule: 32_767, action: 'deny' }
export const denyRestIpv6: WorldEntry = { ...allowAllIpv6, rule: 32_768, action: 'deny' }
export const openRule: WorldRule = { protocol: '-1', fromPort: null, toPort: null, peer: '0.0.0.0/0' }
