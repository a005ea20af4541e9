/** How requests come in and connections go out, as far as the graph proves it, between the elements that are drawn. */
import type { ResourceReference } from '../../graph/resource-graph.ts'
import type { DiagramEdge, DiagramElement, EdgeForm } from '../diagram.ts'
import { type GraphIndex, compareText, displayName, resourceKey, textProperty } from './graph-index.ts'
import { flattened } from './group.ts'
import type { Placement } from './placement.ts'

export const internetId = 'internet'

const gatewayType = 'AWS::EC2::InternetGateway'
const natType = 'AWS::EC2::NatGateway'
const loadBalancerType = 'AWS::ElasticLoadBalancingV2::LoadBalancer'
const targetGroupType = 'AWS::ElasticLoadBalancingV2::TargetGroup'
const databaseType = 'AWS::RDS::DBInstance'
const clusterType = 'AWS::RDS::DBCluster'
const targetTypes: readonly string[] = ['AWS::EC2::Instance', 'AWS::Lambda::Function', loadBalancerType]

/** Between resources, before it is known which of them are drawn, and in which stack. */
export type Flow = {
  readonly form: EdgeForm
  /** `null`: the internet. */
  readonly source: ResourceReference | null
  readonly target: ResourceReference
  readonly description: string
}

export function trafficFlows(index: GraphIndex, placement: Placement): readonly Flow[] {
  return [...entryFlows(placement), ...targetFlows(index), ...egressFlows(placement), ...memberFlows(index)]
}

/** Flows between elements that stand for more than one resource are drawn once; those within one element are not drawn. */
export function drawnEdges(flows: readonly Flow[], elements: readonly DiagramElement[]): readonly DiagramEdge[] {
  const drawnAs = new Map<string, string>()
  for (const element of flattened(elements)) {
    for (const member of element.members) drawnAs.set(resourceKey(member), element.id)
  }
  const edges = new Map<string, { edge: DiagramEdge; descriptions: Set<string> }>()
  for (const flow of flows) {
    const source = flow.source === null ? internetId : drawnAs.get(resourceKey(flow.source))
    const target = drawnAs.get(resourceKey(flow.target))
    if (source === undefined || target === undefined || source === target) continue
    const id = `${flow.form} ${source} ${target}`
    const known = edges.get(id)
    if (known !== undefined) known.descriptions.add(flow.description)
    else
      edges.set(id, {
        edge: { id, form: flow.form, source, target, description: '' },
        descriptions: new Set([flow.description]),
      })
  }
  return [...edges.values()]
    .map(({ edge, descriptions }) => ({ ...edge, description: shortList([...descriptions].sort(compareText)) }))
    .sort((left, right) => compareText(left.id, right.id))
}

function shortList(lines: readonly string[]): string {
  const shown = lines.slice(0, 5)
  return [...shown, ...(lines.length > shown.length ? [`and ${lines.length - shown.length} more`] : [])].join('\n')
}

function entryFlows(placement: Placement): readonly Flow[] {
  return placement.networks.flatMap(({ gateways, loadBalancers }) =>
    gateways.flatMap((gateway): readonly Flow[] => [
      { form: 'request', source: null, target: gateway, description: `Internet to ${displayName(gateway)}` },
      ...loadBalancers
        .filter((loadBalancer) => loadBalancer.properties['scheme'] === 'internet-facing')
        .map((loadBalancer) => ({
          form: 'request' as const,
          source: gateway,
          target: loadBalancer,
          description: `${displayName(gateway)} to ${displayName(loadBalancer)}`,
        })),
    ]),
  )
}

function targetFlows(index: GraphIndex): readonly Flow[] {
  return index.ofType(targetGroupType).flatMap((targetGroup) => {
    const loadBalancers = index.targets(targetGroup, 'associated with', loadBalancerType)
    const targets = targetTypes.flatMap((type) => index.targets(targetGroup, 'routes to', type))
    const protocol = [textProperty(targetGroup, 'protocol'), textProperty(targetGroup, 'port')]
      .filter(Boolean)
      .join(' ')
    return loadBalancers.flatMap((source) =>
      targets.map((target): Flow => {
        const description = `${source.id} to ${target.id} by target group ${displayName(targetGroup)}`
        return {
          form: 'request',
          source,
          target,
          description: protocol === '' ? description : `${description}, ${protocol}`,
        }
      }),
    )
  })
}

function egressFlows(placement: Placement): readonly Flow[] {
  return placement.networks.flatMap(({ subnets }) =>
    subnets.flatMap(({ subnet, exposure, via, resources }) => {
      const gatewayIds = via.filter((id) => id.startsWith('igw-'))
      const natIds = exposure === 'private' ? via.filter((id) => id.startsWith('nat-')) : []
      const outOfSubnet = natIds.map((id): Flow => ({
        form: 'egress',
        source: subnet,
        target: { type: natType, id },
        description: `${displayName(subnet)} out by ${id}`,
      }))
      const outOfNat = resources
        .filter(({ type }) => type === natType)
        .flatMap((nat) =>
          gatewayIds.map((id): Flow => ({
            form: 'egress',
            source: nat,
            target: { type: gatewayType, id },
            description: `${displayName(nat)} out by ${id}`,
          })),
        )
      return [...outOfSubnet, ...outOfNat]
    }),
  )
}

function memberFlows(index: GraphIndex): readonly Flow[] {
  return index.ofType(databaseType).flatMap((database) =>
    index.targets(database, 'contained in', clusterType).map((cluster): Flow => ({
      form: 'member',
      source: cluster,
      target: database,
      description: `${displayName(database)} belongs to ${cluster.id}`,
    })),
  )
}
