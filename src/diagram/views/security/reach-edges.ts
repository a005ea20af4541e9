/** Arrows from the sources that a security group allows: the internet, address ranges, prefix lists, and other groups. */
import { typeOfId, typePlaying } from '../../../resource-types/look-ups.ts'
import type { Resource } from '../../../graph/resource-graph.ts'
import type { DiagramNode } from '../../diagram.ts'
import { countedResources, formatCount } from '../../resource-kinds.ts'
import { internetId } from '../boxes/account-frame.ts'
import type { FlowEdge } from '../flows/flow-edges.ts'
import { type GraphIndex, compareText, displayName, resourceKey } from '../../../graph/graph-index.ts'
import type { InternetReach } from './internet-reach.ts'
import { contains, overlaps, parseRange, type Range } from '../../../meaning/network/addresses.ts'
import { inboundRules, isAnywhere, isPrivateRange } from '../../../meaning/reach.ts'

const groupType = typePlaying('security group')
const vpcType = typePlaying('VPC')
/** The maximum number of address ranges with a box of their own. Others of their kind share one. */
const mostRanges = 8

export type Reach = {
  readonly edges: readonly FlowEdge[]
  /** Boxes of address ranges. `read`: they have addresses of the given VPCs. */
  readonly ranges: readonly DiagramNode[]
}

/**
 * `isMet`: whether the group is or may be attached to a resource. Rules of other groups aren't drawn. `networks`: the
 * VPCs of the scan.
 */
export function reachEdges(
  index: GraphIndex,
  networks: readonly Resource[],
  isMet: (group: Resource) => boolean,
  internet: InternetReach,
): Reach {
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
  const boxOf = rangeBoxes(used, networks)
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

/** The most used ranges have a box each. The rest share one box for each kind. */
function rangeBoxes(
  used: ReadonlyMap<string, number>,
  networks: readonly Resource[],
): ReadonlyMap<string, DiagramNode> {
  const blocks = networks.flatMap((network) => blocksOf(network).map((block) => ({ network, block })))
  const ranges = [...used]
    .sort((left, right) => right[1] - left[1] || compareText(left[0], right[0]))
    .map(([cidr]) => cidr)
  const alone = ranges.length <= mostRanges ? ranges : ranges.slice(0, mostRanges - 2)
  const boxes = new Map(alone.map((cidr) => [cidr, boxOfRange(cidr, ownersOf(cidr, blocks))]))
  const rest = ranges.slice(alone.length)
  for (const [kind, cidrs] of Map.groupBy(rest, (cidr) => kindOf(cidr, ownersOf(cidr, blocks)))) {
    const node = rangeNode({
      id: `range:more ${kind}`,
      label: `${formatCount(cidrs.length)} more ${kind} ${cidrs.length === 1 ? 'range' : 'ranges'}`,
      detail: 'of addresses',
      cidrs: cidrs.toSorted(compareText),
      presence: kind === 'VPC' ? 'read' : 'external',
    })
    for (const cidr of cidrs) boxes.set(cidr, node)
  }
  return boxes
}

type Block = { readonly network: Resource; readonly block: Range }

function blocksOf(network: Resource): readonly Range[] {
  const blocks = network.properties['cidrBlocks']
  return Array.isArray(blocks)
    ? blocks.flatMap((block) => (typeof block === 'string' ? (parseRange(block) ?? []) : []))
    : []
}

/** The VPCs with addresses of a range. `isWhole`: one of them has all. Only private ranges can have others too. */
type Owners = { readonly networks: readonly Resource[]; readonly isWhole: boolean }

function ownersOf(cidr: string, blocks: readonly Block[]): Owners {
  const range = parseRange(cidr)
  if (range === null) return { networks: [], isWhole: false }
  const shared = blocks.filter(({ block }) => overlaps(block, range))
  const isWhole = shared.some(({ block }) => contains(block, range))
  const networks = isWhole || isPrivateRange(cidr) ? shared.map(({ network }) => network) : []
  return { networks: [...new Set(networks)], isWhole }
}

function kindOf(cidr: string, { networks }: Owners): 'VPC' | 'private' | 'public' {
  if (networks.length > 0) return 'VPC'
  return isPrivateRange(cidr) ? 'private' : 'public'
}

/** A range within one VPC has the name of the VPC, which can be too long for a detail. */
function boxOfRange(cidr: string, owners: Owners): DiagramNode {
  const { networks, isWhole } = owners
  const kind = kindOf(cidr, owners)
  const [first, ...more] = networks
  const [label, detail] =
    first === undefined
      ? [cidr, `${kind} addresses`]
      : isWhole && more.length === 0
        ? [displayName(first), cidr]
        : [cidr, `${countedResources(vpcType, networks.length)}${isWhole ? '' : ' and others'}`]
  const presence = kind === 'VPC' ? 'read' : 'external'
  return rangeNode({ id: `range:${cidr}`, label, detail, cidrs: [cidr], presence })
}

type RangeTexts = Pick<DiagramNode, 'id' | 'label' | 'detail' | 'presence'> & { readonly cidrs: readonly string[] }

function rangeNode({ id, label, detail, cidrs, presence }: RangeTexts): DiagramNode {
  const more = cidrs.length - 20
  return {
    kind: 'node',
    id,
    form: cidrs.length > 1 ? 'stack' : 'resource',
    type: null,
    members: [],
    presence,
    variant: '',
    label,
    detail,
    description: [
      ...new Set([label, detail, ...cidrs.slice(0, 20)]),
      ...(more > 0 ? [`and ${formatCount(more)} more`] : []),
    ].join('\n'),
    opens: null,
  }
}
