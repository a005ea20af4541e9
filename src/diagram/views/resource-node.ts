/** One resource, or several alike ones, as a node: what is written on it and in its tooltip. */
import type { Resource, ResourceReference } from '../../graph/resource-graph.ts'
import type { DiagramNode } from '../diagram.ts'
import { capitalized, countedResources, formatCount, resourceKind } from '../resource-kinds.ts'
import { compareReferences, compareText, displayName, resourceKey, textProperty } from './graph-index.ts'
import { shortList } from './short-list.ts'

/** Characters of a detail that a card has room for. */
export const mostDetail = 28
/** Members named in a tooltip before the rest is only counted. */
const namedMembers = 20

export function resourceNode(resource: Resource): DiagramNode {
  const label = shownName(resource)
  const detail =
    resource.presence === 'read' ? detailOf(resource) : presenceDetail(resource, resourceKind(resource.type).singular)
  return {
    kind: 'node',
    id: resourceKey(resource),
    form: 'resource',
    type: resource.type,
    members: [reference(resource)],
    presence: resource.presence,
    variant: textProperty(resource, 'loadBalancerType'),
    label,
    detail,
    description: [label, `${capitalized(resourceKind(resource.type).singular)} ${resource.id}`, detail]
      .filter((line) => line !== '')
      .join('\n'),
    opens: null,
  }
}

/**
 * `holder` is the id of the element that the stack stands in, so that its own id is unique and stable; `stem` is what the
 * names have in common; `isRest`: there are others of the type beside it;
 * `scaled`: an auto scaling group decides how many there are.
 */
export function stackNode(
  holder: string,
  stem: string,
  resources: readonly [Resource, ...Resource[]],
  isRest = false,
  scaled = false,
): DiagramNode {
  const [first] = resources
  const counted = capitalized(countedResources(first.type, resources.length))
  const plural = resourceKind(first.type).plural
  const names = resources.map((resource) => `${displayName(resource)} (${resource.id})`)
  return {
    kind: 'node',
    id: `stack:${holder}/${first.type}/${scaled ? 'auto scaling/' : ''}${stem}`,
    form: 'stack',
    type: first.type,
    members: resources.map(reference).sort((left, right) => compareReferences(left, right)),
    presence: first.presence,
    variant: textProperty(first, 'loadBalancerType'),
    label:
      stem === ''
        ? isRest
          ? `${formatCount(resources.length)} more ${plural}`
          : counted
        : `${formatCount(resources.length)} × ${stem}`,
    detail: first.presence === 'read' ? commonDetail(resources, stem, scaled) : presenceDetail(first, plural),
    description: [counted, shortList(names, namedMembers)].join('\n'),
    opens: null,
  }
}

/** Of what has no name, or was not read, only the identifier is known, often a long one whose end says most. */
export function shownName(resource: Resource): string {
  const name = displayName(resource)
  return resource.presence === 'read' && name !== resource.id ? name : endOfArn(name)
}

function endOfArn(id: string): string {
  return id.startsWith('arn:') ? (/[^:/]+$/u.exec(id)?.[0] ?? id) : id
}

function reference(resource: Resource): ResourceReference {
  return { type: resource.type, id: resource.id }
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ')
}

function presenceDetail(resource: Resource, kind: string): string {
  const where = resource.presence === 'external' ? 'outside this scan' : 'not readable'
  // The icon tells the kind, too, where there is no room for both.
  return kind.length + where.length > mostDetail ? where : `${kind}, ${where}`
}

/** Properties that tell what kind of a cache, queue or file system it is. */
const finerKinds: readonly string[] = ['scheme', 'engine', 'fileSystemType', 'nodeType', 'machineType']

function detailOf(resource: Resource): string {
  const kind = resourceKind(resource.type).singular
  const text = (name: string): string => textProperty(resource, name)
  switch (resource.type) {
    case 'AWS::EC2::Instance': {
      const state = text('state')
      return joined(text('instanceType'), state === 'running' ? text('privateIpAddress') : state)
    }
    case 'AWS::ElasticLoadBalancingV2::LoadBalancer':
      return joined(text('loadBalancerType'), text('scheme'))
    case 'AWS::EC2::NatGateway':
      return joined('NAT gateway', text('connectivityType') === 'private' ? 'private' : '')
    case 'AWS::Lambda::Function': {
      const memory = text('memorySizeMb')
      return joined(text('runtime'), memory === '' ? '' : `${memory} MB`)
    }
    case 'AWS::ElasticLoadBalancing::LoadBalancer':
      return joined('classic', text('scheme'))
    case 'AWS::EKS::Nodegroup':
    case 'AWS::EKS::FargateProfile':
    case 'AWS::ECS::Service': {
      // `cluster/name`, at the end of an ARN too.
      const [cluster = ''] = resource.id.split('/').slice(-2)
      const short = kind.replace('Kubernetes ', '')
      return joined(short, cluster === resource.id ? '' : `in ${cluster}`)
    }
    case 'AWS::RDS::DBInstance':
    case 'AWS::DocDB::DBInstance':
    case 'AWS::Neptune::DBInstance': {
      const zones = resource.properties['multiAz'] === true ? 'multi-AZ' : ''
      return joined(`${text('engine')} ${text('engineVersion')}`.trim(), zones)
    }
    case 'AWS::RDS::DBCluster':
    case 'AWS::MemoryDB::Cluster':
    case 'AWS::DocDB::DBCluster':
    case 'AWS::Neptune::DBCluster':
      return `${text('engine')} cluster`.trim()
    default: {
      const named = finerKinds.map((name) => text(name)).find((value) => value !== '')
      return joined(kind, named ?? '')
    }
  }
}

/** The kinds within a stack, most frequent first: `t3.large, t3.small`. What its label says already is not said again. */
function commonDetail(resources: readonly [Resource, ...Resource[]], stem: string, scaled: boolean): string {
  if (stem === '' && !scaled) return whatTellsApart(resources)
  const plural = scaled ? 'auto scaling' : resourceKind(resources[0].type).plural
  const sizes = sizesWithin(resources)
  if (sizes.length === 0) return plural
  return sizes.length > 2 ? `${plural} of ${sizes.length} kinds` : `${plural} · ${sizes.join(', ')}`
}

/** What tells the resources of a type apart at a glance: their sizes, else their names. */
export function whatTellsApart(resources: readonly Resource[]): string {
  const sizes = sizesWithin(resources)
  if (sizes.length > 2) return `${sizes.slice(0, 2).join(', ')} and ${sizes.length - 2} more`
  if (sizes.length > 0) return sizes.join(', ')
  const names = resources.map((resource) => shownName(resource))
  return names.length > 2 ? `${names[0]} and ${formatCount(names.length - 1)} more` : names.join(', ')
}

/** Sizes or engines, most frequent first. */
function sizesWithin(resources: readonly Resource[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const resource of resources) {
    const size = ['instanceType', 'loadBalancerType', 'engine', 'runtime']
      .map((name) => textProperty(resource, name))
      .find((value) => value !== '')
    if (size !== undefined) counts.set(size, (counts.get(size) ?? 0) + 1)
  }
  return [...counts].sort((left, right) => right[1] - left[1] || compareText(left[0], right[0])).map(([size]) => size)
}
