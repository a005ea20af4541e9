/** Connections that work according to the scan, and won't after a plan. */
import {
  compareText,
  displayName,
  type GraphIndex,
  indexGraph,
  resourceKey,
  textProperty,
} from '../../graph/graph-index.ts'
import type { ResourceReference } from '../../graph/resource-graph.ts'
import { everyResourceType, typePlaying } from '../../resource-types/look-ups.ts'
import { inboundRules, isPrefixList } from '../exposure/internet-access.ts'
import { recordsOf } from '../exposure/listed.ts'
import type { Block, ReachAnswer } from '../reach/answer.ts'
import { type EndError, reach } from '../reach/reach.ts'
import type { Future, Touched } from './apply-plan.ts'

export type Connection = {
  /** `internet`, or a resource as its type and ID. */
  readonly from: string
  readonly to: string
  readonly protocol: 'tcp' | 'udp'
  readonly port: number
}

export type CutOff = Connection & {
  /** One sentence with names, for example "web-1 can't reach the internet on tcp 443". */
  readonly summary: string
  readonly blockedBy: readonly Block[]
  readonly causedBy: readonly string[]
}

export type CutOffs = {
  readonly cutOff: readonly CutOff[]
  /** Connections that work, and of which it isn't known whether they will. In words. */
  readonly unclear: readonly string[]
  /** Connections that were not checked. */
  readonly unchecked: number
}

/** More of them would take seconds. */
const mostConnections = 300

const types = {
  group: typePlaying('security group'),
  instance: typePlaying('instance'),
  balancer: typePlaying('load balancer'),
  listener: typePlaying('load balancer listener'),
  targetGroup: typePlaying('target group'),
  subnet: typePlaying('subnet'),
} as const

/** Types that the packets of a connection can depend on. */
const networkTypes: ReadonlySet<string> = new Set(
  everyResourceType.flatMap(({ type, plays }) => (plays === undefined ? [] : [type])),
)

export function cutOffsOf(index: GraphIndex, future: Future): CutOffs {
  if (!changesNetwork(index, future)) return { cutOff: [], unclear: [], unchecked: 0 }
  const after = indexGraph(future.graph)
  const replaced = new Set(future.touched.flatMap(replacedName))
  const all = connectionsOf(index).filter(
    (each) => exists(after, each) && !replaced.has(each.from) && !replaced.has(each.to),
  )
  const doubted = new Set(
    future.doubts.flatMap(({ resource, exposure }) => (exposure && resource !== null ? [nameOf(resource)] : [])),
  )
  const isDoubted = ({ from, to }: Connection) => doubted.has(from) || doubted.has(to)
  const result: { cutOff: CutOff[]; unclear: string[] } = { cutOff: [], unclear: [] }
  for (const connection of all.slice(0, mostConnections)) {
    const live = answer(index, connection)
    if (live?.verdict !== 'reachable') continue
    const then = answer(after, connection)
    const { protocol, port } = connection
    const [from, to] = [connection.from, connection.to].map((end) => displayed(index, end))
    if (then === null || then.verdict === 'unknown' || (then.verdict === 'blocked' && isDoubted(connection))) {
      result.unclear.push(`It isn't known whether ${from} can still reach ${to} on ${protocol} ${port}.`)
    } else if (then.verdict === 'blocked') {
      const { blockedBy } = then
      const summary = `${from} can't reach ${to} on ${protocol} ${port}`
      result.cutOff.push({
        ...connection,
        summary,
        blockedBy,
        causedBy: causesOf(future, [...live.path, ...live.returnPath, ...blockedBy]),
      })
    }
  }
  return { ...result, unchecked: Math.max(0, all.length - mostConnections) }
}

/** Whether anything differs that packets depend on, also what the plan changes along with its resources. */
function changesNetwork({ graph }: GraphIndex, future: Future): boolean {
  const [before, after] = [new Set(graph.resources), new Set(future.graph.resources)]
  return [...before.symmetricDifference(after)].some(({ type }) => networkTypes.has(type))
}

function answer(index: GraphIndex, { from, to, protocol, port }: Connection): ReachAnswer | null {
  const found: ReachAnswer | EndError = reach([index], { from, to, protocol, port })
  return 'verdict' in found ? found : null
}

function causesOf({ touched }: Future, steps: readonly ResourceReference[]): readonly string[] {
  const keys = new Set(steps.map(resourceKey))
  return touched.flatMap(({ change, resource }) =>
    resource !== null && keys.has(resourceKey(resource)) ? [change.address] : [],
  )
}

function displayed(index: GraphIndex, end: string): string {
  const slash = end.indexOf('/')
  if (slash < 0) return `the ${end}`
  const reference = { type: end.slice(0, slash), id: end.slice(slash + 1) }
  const found = index.find(reference)
  return found === null ? reference.id : displayName(found)
}

/** Where a replaced resource will be isn't known. */
function replacedName({ change, resource, isPart }: Touched): readonly string[] {
  return change.action === 'replace' && resource !== null && !isPart ? [nameOf(resource)] : []
}

/** The impact has what breaks with a deleted resource. */
function exists(index: GraphIndex, { from, to }: Connection): boolean {
  return [from, to].every((end) => {
    const slash = end.indexOf('/')
    return slash < 0 || index.find({ type: end.slice(0, slash), id: end.slice(slash + 1) })?.presence === 'read'
  })
}

/** The connections that security groups, load balancers, and default routes are there for. Sorted. */
function connectionsOf(index: GraphIndex): readonly Connection[] {
  const all = [...betweenGroups(index), ...toTargets(index), ...toInternet(index)]
  const byText = new Map(all.map((each) => [JSON.stringify([each.from, each.to, each.protocol, each.port]), each]))
  return [...byText].toSorted(([a], [b]) => compareText(a, b)).map(([, each]) => each)
}

const nameOf = ({ type, id }: ResourceReference) => `${type}/${id}`

/** For each rule that names a group, between the first resources of both groups. */
function betweenGroups(index: GraphIndex): readonly Connection[] {
  return index.ofType(types.group).flatMap((group) => {
    const to = firstMember(index, group)
    if (to === null) return []
    return inboundRules(group).flatMap(({ source, protocol, from: port }): readonly Connection[] => {
      if (source.includes('/') || isPrefixList(source) || (protocol !== 'tcp' && protocol !== 'udp')) return []
      const from = firstMember(index, { type: types.group, id: source })
      if (from === null || nameOf(from) === nameOf(to) || port < 1) return []
      return [{ from: nameOf(from), to: nameOf(to), protocol, port }]
    })
  })
}

/** Instances first, because a scan shows their addresses. */
const memberTypes = [
  types.instance,
  types.balancer,
  ...everyResourceType.flatMap(({ type, plays }) => (plays === undefined ? [type] : [])),
]

function firstMember(index: GraphIndex, group: ResourceReference): ResourceReference | null {
  for (const type of memberTypes) {
    const first = index.sources(group, 'associated with', type).find((each) => index.find(each)?.presence === 'read')
    if (first !== undefined) return first
  }
  return null
}

/** From each load balancer to the first target of each of its groups. */
function toTargets(index: GraphIndex): readonly Connection[] {
  return index.ofType(types.listener).flatMap((listener) => {
    const [balancer] = index.targets(listener, 'contained in', types.balancer)
    if (balancer === undefined) return []
    return index.targets(listener, 'routes to', types.targetGroup).flatMap((reference): readonly Connection[] => {
      const group = index.find(reference)
      const [target] = index.targets(reference, 'routes to', types.instance)
      if (group === null || target === undefined) return []
      const own = recordsOf(group, 'targets').find(({ id }) => id === target.id)?.['port']
      const port = typeof own === 'number' ? own : Number(textProperty(group, 'port'))
      return port > 0 ? [{ from: nameOf(balancer), to: nameOf(target), protocol: 'tcp', port }] : []
    })
  })
}

/** From the first instance of each subnet. */
function toInternet(index: GraphIndex): readonly Connection[] {
  return index.ofType(types.subnet).flatMap((subnet): readonly Connection[] => {
    const first = index
      .sources(subnet, 'contained in', types.instance)
      .find((each) => index.find(each)?.properties['state'] === 'running')
    return first === undefined ? [] : [{ from: nameOf(first), to: 'internet', protocol: 'tcp', port: 443 }]
  })
}
