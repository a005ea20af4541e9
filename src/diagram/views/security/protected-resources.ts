/** The resources that each security group is attached to. */
import { everyResourceType, typePlaying } from '../../../resource-types/look-ups.ts'
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import { formatCount, resourceKind } from '../../resource-kinds.ts'
import {
  type GraphIndex,
  compareReferences,
  compareText,
  displayName,
  resourceKey,
} from '../../../graph/graph-index.ts'

const groupType = typePlaying('security group')
/** If both have the group, only the resource that the network interface is attached to counts. */
const networkInterfaceTypes: ReadonlySet<string> = new Set([typePlaying('network interface')])

/**
 * By the key of a security group. Only groups that are attached to a resource. Sorted by name, then type and ID. `shown`: a
 * part of what was scanned, to which only resources in it count.
 */
export function resourcesBySecurityGroup(
  index: GraphIndex,
  shown: GraphIndex = index,
): ReadonlyMap<string, readonly ResourceReference[]> {
  const nameOf = (reference: ResourceReference): string => {
    const found = index.find(reference)
    return found === null ? reference.id : displayName(found)
  }
  const byGroup = new Map<string, Map<string, ResourceReference>>()
  for (const { source, verb, target } of index.graph.relations) {
    if (verb !== 'associated with' || target.type !== groupType || source.type === groupType) continue
    const carrier = wholeAt(index, source) ?? source
    if (shown !== index && shown.find(carrier) === null) continue
    const key = resourceKey(target)
    const known = byGroup.get(key) ?? new Map<string, ResourceReference>()
    known.set(resourceKey(carrier), carrier)
    byGroup.set(key, known)
  }
  return new Map(
    [...byGroup].map(([key, references]) => {
      const all = [...references.values()]
        .map((reference) => ({ reference, name: nameOf(reference) }))
        .sort((left, right) => compareText(left.name, right.name) || compareReferences(left.reference, right.reference))
        .map(({ reference }) => reference)
      const own = all.filter(({ type }) => !networkInterfaceTypes.has(type))
      return [key, own.length > 0 ? own : all]
    }),
  )
}

/** What has a network interface without groups of its own: a file system, by itself or by its mount target. */
function wholeAt(index: GraphIndex, networkInterface: ResourceReference): ResourceReference | null {
  if (!networkInterfaceTypes.has(networkInterface.type)) return null
  const wholes = [
    ...typesAtInterfaces.flatMap((type) => index.sources(networkInterface, 'attached to', type)),
    ...typesOfParts.flatMap(({ part, whole }) =>
      index
        .sources(networkInterface, 'attached to', part)
        .flatMap((reference) => index.targets(reference, 'contained in', whole)),
    ),
  ]
  return wholes[0] ?? null
}

const typesAtInterfaces = everyResourceType.flatMap(({ type, groupsOf }) =>
  groupsOf === 'network interfaces' ? [type] : [],
)

const typesOfParts = everyResourceType.flatMap(({ type, partOf }) =>
  partOf === undefined ? [] : [{ part: type, whole: partOf.whole }],
)

/** Types of resources, most numerous first. */
export function typesByCount(
  resources: readonly ResourceReference[],
): readonly [string, readonly ResourceReference[]][] {
  return [...Map.groupBy(resources, ({ type }) => type)].sort(
    (left, right) => right[1].length - left[1].length || compareText(left[0], right[0]),
  )
}

/** `12 instances, 2 load balancers`: all types, most numerous first. `named`: the maximum number of types by name. */
export function countedByType(
  resources: readonly ResourceReference[],
  named = Infinity,
  namesOf: (type: string, withIcon: string | undefined) => readonly [string, string] = fullNames,
): string {
  const counts = typesByCount(resources)
  const more = counts.length - named
  const shown = counts.slice(0, named).map(([type, { length }]) => {
    const [singular, plural] = namesOf(type, counts[0]?.[0])
    return `${formatCount(length)} ${length === 1 ? singular : plural}`
  })
  return [...shown, ...(more > 0 ? [`${formatCount(more)} more ${more === 1 ? 'type' : 'types'}`] : [])].join(', ')
}

function fullNames(type: string): readonly [string, string] {
  const { singular, plural } = resourceKind(type)
  return [singular, plural]
}

/** A single word is only clear for the type with the icon: `cluster` could be one of Redshift or of Kafka. */
function shortNames(type: string, withIcon: string | undefined): readonly [string, string] {
  const { short } = resourceKind(type)
  return type === withIcon || short[0].includes(' ') ? short : fullNames(type)
}

/** As many types by name as fit on a card, below its name. The others are counted. */
export function countedForCard(resources: readonly ResourceReference[], name = ''): string {
  const lines = name.length > nameLength ? 1 : 2
  const types = typesByCount(resources).length
  const inFull = Array.from({ length: types }, (_, less) => countedByType(resources, types - less))
  const inShort = lines === 1 ? [types, 1].map((named) => countedByType(resources, named, shortNames)) : []
  const texts = [...inFull.slice(0, 1), ...inShort.slice(0, 1), ...inFull.slice(1), ...inShort.slice(1)]
  return texts.find((text) => fitsCard(text, lines)) ?? texts.at(-1) ?? ''
}

/** The number of characters of a name, and of counts, in a line of a card. */
const nameLength = 22
const lineLength = 28
const onlyLineLength = 30

/** Whether comma-separated parts fit in this number of lines. */
function fitsCard(text: string, most: number): boolean {
  if (most === 1) return text.length <= onlyLineLength
  let [lines, length] = [1, 0]
  for (const part of text.split(', ')) {
    const longer = length === 0 ? part.length : length + 2 + part.length
    if (longer <= lineLength) length = longer
    else [lines, length] = [lines + 1, part.length]
  }
  return lines <= most
}
