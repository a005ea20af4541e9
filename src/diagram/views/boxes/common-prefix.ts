/** Shows the common prefix of all names in a group only once, on the group. */
import type { DiagramNode } from '../../diagram.ts'

type ShortNames = {
  /** Including its last separator: `shop-prod-`. `''` for none. */
  readonly prefix: string
  /** Labels are without the prefix, except one that is nothing else. Descriptions have the full names. */
  readonly nodes: readonly DiagramNode[]
}

/** Fewer names are shown in full, if there is room. */
const fewestNames = 3
/** A shorter prefix isn't worth removing. */
const shortest = 4
const separators: readonly string[] = ['-', '_', '.', '/', ':']

/** `frame`: the name of the group. Names that begin with it don't repeat it, even if others have another beginning. */
export function withoutCommonPrefix(nodes: readonly DiagramNode[], frame = ''): ShortNames {
  const common = nodes.length < fewestNames ? '' : commonPrefixOf(nodes)
  const prefix = common || prefixOfFrame(frame, nodes)
  return { prefix, nodes: prefix === '' ? withDistinctEnds(nodes) : withoutPrefix(prefix, nodes, '') }
}

/** Two lines of a box. */
const longestLabel = 44

/** Longer names that begin alike are shown from where they differ: `…worker-2`. Cut in the middle, they would be the same. */
export function withDistinctEnds(nodes: readonly DiagramNode[]): readonly DiagramNode[] {
  if (nodes.length < 2 || nodes.every(({ label }) => label.length <= longestLabel)) return nodes
  const prefix = commonPrefixOf(nodes)
  return prefix === '' ? nodes : withoutPrefix(prefix, nodes, '…')
}

/** `mark`: in place of the prefix. */
function withoutPrefix(prefix: string, nodes: readonly DiagramNode[], mark: string): readonly DiagramNode[] {
  return nodes.map((node) =>
    node.label.startsWith(prefix) ? { ...node, label: `${mark}${node.label.slice(prefix.length)}` } : node,
  )
}

/** `''` unless it is the beginning of most names, which all have a name of their own without it. */
function prefixOfFrame(frame: string, nodes: readonly DiagramNode[]): string {
  if (frame.length < shortest) return ''
  const names = nodes.map(({ label }) => label)
  const prefixes = separators.map((separator) => frame + separator)
  return (
    prefixes.find((prefix) => {
      const repeating = names.filter((name) => name.startsWith(prefix))
      return repeating.length * 2 > nodes.length && areNames(repeating, prefix)
    }) ?? ''
  )
}

/** `''` beside summary boxes, which have names of their own. */
function commonPrefixOf(nodes: readonly DiagramNode[]): string {
  return nodes.every(({ form }) => form === 'resource') ? commonPrefix(nodes.map(({ label }) => label)) : ''
}

/** Beside the name of the group: `shop-prod-… · tag app`. Not if the group's name is the prefix. */
export function withPrefix(
  prefix: string,
  { label, detail }: { readonly label: string; readonly detail: string },
): string {
  const isSaid = prefix.slice(0, -1).toLowerCase() === label.toLowerCase()
  return [prefix === '' || isSaid ? '' : `${prefix}…`, detail].filter(Boolean).join(' · ')
}

/** Ends after a separator. */
function commonPrefix(names: readonly string[]): string {
  const shortestName = names.toSorted((one, other) => one.length - other.length)[0] ?? ''
  // The API of a service often has the name that its functions begin with.
  const others = names.filter((name) => name !== shortestName)
  const [separator = ''] = others[0]?.slice(shortestName.length, shortestName.length + 1) ?? []
  const isPrefix = separators.includes(separator) && others.every((name) => name.startsWith(shortestName + separator))
  return isPrefix && others.length > 1 ? usefulPrefix(others) : usefulPrefix(names)
}

/** Never a whole name. */
function usefulPrefix(names: readonly string[]): string {
  const [first = '', ...others] = names
  let length = 0
  while (length < first.length && others.every((name) => name[length] === first[length])) length++
  const [prefix = ''] = /^.*[-_./:]/u.exec(first.slice(0, length)) ?? []
  return prefix.length >= shortest && areNames(names, prefix) ? prefix : ''
}

/** Numbers alone say too little. */
function areNames(names: readonly string[], prefix: string): boolean {
  return names.every((name) => /\p{L}/u.test(name.slice(prefix.length)))
}
