/** Names and icons of resource types in diagrams. An unsupported type gets its own name and a plain icon. */
import { everyResourceType, resourceType, typePlaying } from '../resource-types/look-ups.ts'
import type { Resource } from '../graph/resource-graph.ts'
import type { Icon, Names, ResourceType } from '../resource-types/resource-type.ts'

export type ResourceKind = {
  readonly singular: string
  readonly plural: string
  /** For captions beside the icon of the type, and below a heading with the name of the service. */
  readonly short: Names
  /** AWS's name of the service. */
  readonly service: string
  /** Path in AWS's icon set, without extension. */
  readonly icon: string
}

const fallbackIcon: Icon = ['resource/GenericApplication', 'generic_application']

/** Resources that were found, but whose types aren't supported. */
const otherResources: ResourceKind = {
  singular: 'resource of an unsupported type',
  plural: 'resources of unsupported types',
  short: ['resource of an unsupported type', 'resources of unsupported types'],
  service: 'Other resources',
  icon: fallbackIcon[0],
}

export function resourceKind(type: string): ResourceKind {
  if (type === 'other') return otherResources
  const known = resourceType(type)
  if (known === null) {
    const service = type.split('::')[1] ?? 'Other resources'
    return { singular: type, plural: type, short: [type, type], service, icon: fallbackIcon[0] }
  }
  return kindOf(known, known)
}

function kindOf(
  known: ResourceType,
  { names, shortNames = names }: Pick<ResourceType, 'names' | 'shortNames'>,
): ResourceKind {
  const [singular, plural] = names
  return { singular, plural, short: shortNames, service: known.service, icon: known.icon[0] }
}

/** The name of the resource's variant if the variant has a name of its own, otherwise of its type. */
export function kindOfResource({ type, properties }: Pick<Resource, 'type' | 'properties'>): ResourceKind {
  const known = resourceType(type)
  const { property = '', names = {} } = known?.variants ?? {}
  const value = properties[property]
  const named = typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : undefined
  return known === null || named === undefined ? resourceKind(type) : kindOf(known, named)
}

/** What all of the resources are: their variant, their type if it has no variants, or `null` if they differ. */
export function kindOfAll(resources: readonly [Resource, ...Resource[]]): ResourceKind | null {
  const [kind, ...others] = resources.map(kindOfResource)
  return kind !== undefined && others.every(({ singular }) => singular === kind.singular) ? kind : null
}

/** `type`: `null` for boxes with resources of several types. */
export function resourceIcon(type: string | null, variant: string): string {
  if (type === null) return fallbackIcon[0]
  // A security group has the icon of the resources that it is attached to.
  if (type === typePlaying('security group') && variant !== '') return resourceKind(variant).icon
  const icons = resourceType(type)?.variants?.icons ?? {}
  return (Object.hasOwn(icons, variant) ? icons[variant]?.[0] : undefined) ?? resourceKind(type).icon
}

const shapes: ReadonlyMap<string, string> = new Map<string, string>([
  ['resource/Internet', 'internet'],
  ...everyResourceType.flatMap(({ icon, variants }) => [icon, ...Object.values(variants?.icons ?? {})]),
])

/** The icon's shape in draw.io's `mxgraph.aws4` library. */
export function drawioShape(icon: string): string {
  return shapes.get(icon) ?? fallbackIcon[1]
}

/** What counts call resources of one type: their variant if it is counted apart, and they have the same. */
export function kindWithin(resources: readonly [Resource, ...Resource[]]): ResourceKind {
  const [{ type }] = resources
  const isApart = resourceType(type)?.variants?.countedApart === true
  return (isApart ? kindOfAll(resources) : null) ?? resourceKind(type)
}

/** `1 route table`, `12 route tables`, `1,500 EC2 instances`. */
export function countedResources(type: string, count: number): string {
  return countedNames(resourceKind(type), count)
}

/** The same for resources of one type, with the name of their variant. `0 resources` without any. */
export function countedKind(resources: readonly Resource[]): string {
  const [first, ...others] = resources
  return first === undefined ? '0 resources' : countedNames(kindWithin([first, ...others]), resources.length)
}

/** The same for captions beside the icon: `12 instances`. */
export function countedShort(resources: readonly [Resource, ...Resource[]]): string {
  const [singular, plural] = kindWithin(resources).short
  return countedNames({ singular, plural }, resources.length)
}

function countedNames({ singular, plural }: Pick<ResourceKind, 'singular' | 'plural'>, count: number): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}

/** With thousands separators, independent of the machine's locale. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/gu, ',')
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
