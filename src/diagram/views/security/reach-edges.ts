/** Arrows from the sources that a security group allows: the internet, address ranges, prefix lists, and other groups. */
import { typeOfId, typePlaying } from '../../../resource-types/look-ups.ts'
import type { Resource } from '../../../graph/resource-graph.ts'
import type { DiagramNode } from '../../diagram.ts'
import { formatCount } from '../../resource-kinds.ts'
import { internetId } from '../boxes/account-frame.ts'
import type { FlowEdge } from '../flows/flow-edges.ts'
import { type GraphIndex, compareText, displayName, resourceKey } from '../../../graph/graph-index.ts'
import type { InternetReach } from './internet-reach.ts'
import { inboundRules, isAnywhere, isPrivateRange } from '../../../meaning/reach.ts'

const groupType = typePlaying('security group')
/** The maximum number of address ranges with a box of their own. Others of their kind share one. */
const mostRanges = 8

export type Reach = {
  readonly edges: readonly FlowEdge[]
  /** Boxes of address ranges. */
  readonly ranges: readonly DiagramNode[]
}

/** `isMet`: whether the group is or may be attached to a resource. Rules of other groups aren't drawn. */
export function reachEdges(index: GraphIndex, isMet: (group: Resource) => boolean, internet: InternetReach): Reach {
  const groups = index.ofType(groupType).filter((group) => isMet(group))
  const rules = groups.flatMap((group) => inboundRules(group).map(({ source, ports }) => ({ group, source, ports })))
  const fromInternet = groups.flatMap((group) =>
    internet(group).map((ports): FlowEdge => ({
      form: 'reach',
      source: internetId,
      target: resourceKey(group),
      label: ports,
      describe: () => `${displayName(group)} allows traffic from Internet: ${ports}`,
    })),
  )
  const used = new Map<string, number>()
  for (const { source } of rules) if (isRange(source)) used.set(source, (used.get(source) ?? 0) + 1)
  const boxOf = rangeBoxes(index, used)
  const edges = rules.flatMap(({ group, source, ports }): readonly FlowEdge[] => {
    if (isAnywhere(source)) return []
    const from = sourceId(source, boxOf)
    if (from === resourceKey(group)) return []
    const describe = (): string => `${displayName(group)} allows traffic from ${nameOf(index, source)}: ${ports}`
    return [
      {
        form: 'reach',
        source: from,
        target: resourceKey(group),
        label: ports,
        describe,
      },
    ]
  })
  return {
    edges: [...fromInternet, ...edges],
    ranges: [...new Map([...boxOf.values()].map((node) => [node.id, node])).values()],
  }
}

function isRange(source: string): boolean {
  return source.includes('/') && !isAnywhere(source)
}

function sourceId(source: string, boxOf: ReadonlyMap<string, DiagramNode>): string {
  if (isRange(source)) return boxOf.get(source)?.id ?? source
  return resourceKey({ type: typeOfId(source) ?? groupType, id: source })
}

function nameOf(index: GraphIndex, id: string): string {
  const found = index.find({ type: groupType, id }) ?? index.find({ type: typePlaying('prefix list'), id })
  return found === null ? id : displayName(found)
}

/** The most used ranges have a box each. The rest share one box for private and one for public addresses. */
function rangeBoxes(index: GraphIndex, used: ReadonlyMap<string, number>): ReadonlyMap<string, DiagramNode> {
  const owners = new Map(
    index.ofType(typePlaying('VPC')).flatMap((network) => {
      const blocks = network.properties['cidrBlocks']
      return Array.isArray(blocks) ? blocks.map((block): [unknown, string] => [block, displayName(network)]) : []
    }),
  )
  const ranges = [...used].sort((left, right) => right[1] - left[1] || compareText(left[0], right[0]))
  const alone = ranges.length <= mostRanges ? ranges : ranges.slice(0, mostRanges - 2)
  const boxes = new Map<string, DiagramNode>()
  for (const [cidr] of alone) {
    const owner = owners.get(cidr)
    const detail =
      owner === undefined ? (isPrivateRange(cidr) ? 'private addresses' : 'public addresses') : `addresses of ${owner}`
    boxes.set(cidr, rangeNode(`range:${cidr}`, cidr, detail, [cidr]))
  }
  const rest = ranges.slice(alone.length).map(([cidr]) => cidr)
  for (const [kind, cidrs] of Map.groupBy(rest, (cidr) => (isPrivateRange(cidr) ? 'private' : 'public'))) {
    const node = rangeNode(
      `range:more ${kind}`,
      `${formatCount(cidrs.length)} more ${kind} ${cidrs.length === 1 ? 'range' : 'ranges'}`,
      'of addresses',
      cidrs.toSorted(compareText),
    )
    for (const cidr of cidrs) boxes.set(cidr, node)
  }
  return boxes
}

function rangeNode(id: string, label: string, detail: string, cidrs: readonly string[]): DiagramNode {
  const more = cidrs.length - 20
  return {
    kind: 'node',
    id,
    form: cidrs.length > 1 ? 'stack' : 'resource',
    type: null,
    members: [],
    presence: 'external',
    variant: '',
    label,
    detail,
    description: [label, detail, ...cidrs.slice(0, 20), ...(more > 0 ? [`and ${formatCount(more)} more`] : [])].join(
      '\n',
    ),
    opens: null,
  }
}
