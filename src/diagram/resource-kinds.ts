/** How each resource type is called and pictured in diagrams. A type that is missing gets its own name and a plain icon. */
import { kindTable } from './kind-table.ts'

export type ResourceKind = {
  readonly singular: string
  readonly plural: string
  /** Path in the provider's icon set, without extension. */
  readonly icon: string
}

const fallbackIcon = 'resource/GenericApplication'

/** Icons of finer kinds within a type. */
const variantIcons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'AWS::ElasticLoadBalancingV2::LoadBalancer': {
    network: 'resource/ElasticLoadBalancingNetworkLoadBalancer',
    gateway: 'resource/ElasticLoadBalancingGatewayLoadBalancer',
  },
}

/** The types that have a name and an icon of their own. */
export const namedTypes: ReadonlySet<string> = new Set(Object.keys(kindTable))

export function resourceKind(type: string): ResourceKind {
  const entry = Object.hasOwn(kindTable, type) ? kindTable[type] : undefined
  if (entry === undefined) return { singular: type, plural: type, icon: fallbackIcon }
  const [singular, plural, icon] = entry
  return { singular, plural, icon }
}

/** `type`: `null` where a box stands for resources of several types. */
export function resourceIcon(type: string | null, variant: string): string {
  if (type === null) return fallbackIcon
  // A security group is pictured by what it stands before.
  if (type === 'AWS::EC2::SecurityGroup' && variant !== '') return resourceKind(variant).icon
  const variants = Object.hasOwn(variantIcons, type) ? (variantIcons[type] ?? {}) : {}
  return Object.hasOwn(variants, variant) ? (variants[variant] as string) : resourceKind(type).icon
}

/** `1 route table`, `12 route tables`, `1,500 instances`. */
export function countedResources(type: string, count: number): string {
  const kind = resourceKind(type)
  return `${formatCount(count)} ${count === 1 ? kind.singular : kind.plural}`
}

/** Grouped by thousands, independent of the machine's locale. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/gu, ',')
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
