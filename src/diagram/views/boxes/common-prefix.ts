/** Shows what the names in a group have in common only once, on the group. */
import type { DiagramElement, DiagramNode } from '../../diagram.ts'
import { resourceKind } from '../../resource-kinds.ts'
import { hasEnvironment } from './environment-words.ts'

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
const separators: ReadonlySet<string> = new Set(['-', '_', '.', '/', ':'])

/**
 * `frames`: the name of the group, after those of the groups that it is part of. Names that begin with them don't repeat
 * them, even if others have another beginning. If most names begin with the name of the group, it is left out in place of
 * a shorter common prefix.
 */
export function withoutCommonPrefix(all: readonly DiagramNode[], frames: readonly string[] = []): ShortNames {
  const frame = frames.at(-1) ?? ''
  const said = frames.reduce(withoutPlace, all)
  const whole = frames.slice(0, -1).reduce((own, each) => withoutFrame(own, each), said)
  const nodes = frames.slice(1, -1).reduce((own, nested) => withoutFrame(own, nested, cutBeginning), whole)
  const common = nodes.length < fewestNames ? '' : commonPrefixOf(nodes)
  const ofFrame = nodes.filter(({ label }) => isWhole(frame, label) || beginningOf(frame, label) !== '')
  const prefix = common.length <= frame.length && ofFrame.length * 2 > nodes.length ? '' : common
  if (prefix === '') return { prefix, nodes: withoutFrame(nodes, frame) }
  const others = nodes.filter(({ label }) => !isWhole(frame, label))
  const short = new Map(withoutPrefix(prefix, others, '').map((node) => [node.id, node]))
  return { prefix, nodes: nodes.map((node) => short.get(node.id) ?? node) }
}

/** Two lines of a box. */
const longestLabel = 44
/** Two lines that are broken between words. */
const longestEnd = 36
/** Names with the same beginning may look the same. */
const sameBeginning = 20

/**
 * Names that are too long for a box and have the same beginning, without that beginning: `…worker-2`. If cut in the middle,
 * they would look the same. A word in which other names differ stays, an environment before others: `…staging-…worker-2`
 * beside `shop-prod-worker`. `names`: all names on the page, with those in summary boxes and of frames.
 */
export function withDistinctEnds(
  elements: readonly DiagramElement[],
  names: () => readonly string[],
): readonly DiagramElement[] {
  const long = elements.filter(isSingle).filter(({ label }) => label.length > longestLabel)
  const byBeginning = Map.groupBy(long, ({ label }) => label.slice(0, sameBeginning))
  const shortened = [...byBeginning.values()].flatMap((alike) => {
    const prefix = alike.length < 2 ? '' : commonPrefixOf(alike)
    return prefix === '' ? [] : withoutBeginning(prefix, alike, names())
  })
  const byId = new Map(shortened.map((node) => [node.id, node.label]))
  return elements.map((element) => ({ ...element, label: byId.get(element.id) ?? element.label }))
}

/** With the last words of the prefix, as many as fit in all labels: `…engine-node-a` tells more than `…a`. */
function withoutBeginning(
  prefix: string,
  alike: readonly DiagramNode[],
  names: readonly string[],
): readonly DiagramNode[] {
  const longest = Math.max(...alike.map(({ label }) => label.length))
  const starts = startsOfWords(prefix)
  const differing = [...new Set(names.flatMap((name) => differingWord(prefix, starts, name) ?? []))].sort(
    (one, other) => one - other,
  )
  const endOf = (start: number): number => starts.find((each) => each > start) ?? prefix.length
  const apart = differing.find((start) => hasEnvironment(prefix.slice(start, endOf(start)))) ?? differing[0] ?? Infinity
  const behind = endOf(apart)
  const markOf = (start: number): string =>
    start > behind ? `${apart === 0 ? '' : '…'}${prefix.slice(apart, behind)}…` : '…'
  const fits = (start: number): boolean => longest - start + markOf(start).length <= longestEnd
  // The last start is the end of the prefix, behind a separator.
  const possible = starts.filter((each) => each <= apart || each > behind)
  const start = possible.find(fits) ?? possible.at(-1)
  return start === undefined ? [] : withoutPrefix(prefix.slice(0, start), alike, markOf(start))
}

function startsOfWords(name: string): readonly number[] {
  return [...name.matchAll(/(?<=[-_./:])|(?<=\p{Ll})(?=\p{Lu})/gu)].map(({ index }) => index)
}

/**
 * Where the first word begins in which another name differs from the prefix. `null` if it shares no word, unless both begin
 * with an environment.
 */
function differingWord(prefix: string, starts: readonly number[], name: string): number | null {
  const [first, ofName] = [prefix.slice(0, starts[0]), name.slice(0, startsOfWords(name)[0])]
  if (first !== ofName && hasEnvironment(first) && hasEnvironment(ofName)) return 0
  let length = 0
  while (length < prefix.length && prefix[length] === name[length]) length++
  const start = starts.findLast((each) => each <= length)
  return length === prefix.length || length === name.length || start === undefined || start < shortest ? null : start
}

function isSingle(element: DiagramElement): element is DiagramNode {
  return element.kind === 'node' && element.form === 'resource'
}

/** `mark`: in place of the prefix. */
function withoutPrefix(prefix: string, nodes: readonly DiagramNode[], mark: string): readonly DiagramNode[] {
  return nodes.map((node) =>
    node.label.startsWith(prefix) ? { ...node, label: `${mark}${node.label.slice(prefix.length)}` } : node,
  )
}

/** In the frame of a cluster, the details `service · in shop` and `in shop` are `service`. */
function withoutPlace(nodes: readonly DiagramNode[], frame: string): readonly DiagramNode[] {
  const place = `in ${frame}`.toLowerCase()
  return nodes.map((node) => {
    const isSaid = node.type !== null && node.detail.toLowerCase().split(' · ').at(-1) === place
    return isSaid ? { ...node, detail: resourceKind(node.type).short[0] } : node
  })
}

/** Without the name of the frame at their beginning. A name stays whole if another one in the frame would be the same. */
export function withoutFrame(
  nodes: readonly DiagramNode[],
  frame: string,
  beginning: Beginning = beginningOf,
): readonly DiagramNode[] {
  if (frame.length < shortest) return nodes
  const shortOf = new Map(nodes.map((node) => [node.label, textsWithin(frame, node, beginning).label]))
  const isUnique = (short: string): boolean =>
    [...shortOf].filter(([label, other]) => label === short || other === short).length === 1
  return nodes.map((node) => {
    const texts = textsWithin(frame, node, beginning)
    return isUnique(texts.label) ? { ...node, ...texts } : node
  })
}

/** Without its beginning, it would be another host name. Names of queues may end with `.fifo`. */
const hostName = /^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*\.(?!fifo$)[a-z]{2,}$/u

type Texts = Pick<DiagramNode, 'label' | 'detail'>

function textsWithin(frame: string, { form, label, detail }: DiagramNode, beginning: Beginning): Texts {
  const within = (name: string): string => {
    const rest = name.slice(beginning(frame, name).length)
    return areNames([rest], '') && !hostName.test(name) ? rest : name
  }
  return form === 'stack' ? stackTexts(frame, label, detail, within) : { label: within(label), detail }
}

/** Such as `3 functions of shop`, `3 × shop-*`, whose detail begins with the kind, and `shop-mail, shop-cart`. */
function stackTexts(frame: string, label: string, detail: string, within: (name: string) => string): Texts {
  const eachWithin = (names: string): string => names.split(', ').map(within).join(', ')
  const [, count = '', by = '', name = label] = /^(\d.*?)( of | × )(.*)$/su.exec(label) ?? []
  const [kind = '', ...kinds] = detail.split(' · ')
  const beginning = beginningOf(frame, name)
  if (by === ' × ' && beginning !== '' && name === `${beginning}*`)
    return { label: `${count} ${kind}`, detail: kinds.join(' · ') }
  const isOfFrame = by === ' of ' && isWhole(frame, name)
  return { label: isOfFrame ? count : `${count}${by}${eachWithin(name)}`, detail: eachWithin(detail) }
}

function isWhole(frame: string, name: string): boolean {
  return name.toLowerCase() === frame.toLowerCase()
}

/** What a name and its frame have in common at their beginning, with the separator. `''` for nothing. */
type Beginning = (frame: string, name: string) => string

/** The name of the frame, in front of a separator, or of the next word if it has several itself: `ShopMailQueue`. */
function beginningOf(frame: string, name: string): string {
  if (isWhole(frame, name.slice(0, frame.length)) && separators.has(name.charAt(frame.length)))
    return name.slice(0, frame.length + 1)
  const isFollowed = severalWords.test(frame) && name.startsWith(frame) && nextWord.test(name.slice(frame.length))
  return isFollowed ? frame : ''
}

const severalWords = /\p{Ll}\p{Lu}.*[\p{Ll}\d]$/u
const nextWord = /^\p{Lu}+\p{Ll}/u

/** CloudFormation cuts the name of a nested stack where names would be too long: `BillingNes-Table`. */
function cutBeginning(nested: string, name: string): string {
  const [beginning = ''] = /^[^-]+-/u.exec(name) ?? []
  const isCut = nested.toLowerCase().startsWith(beginning.slice(0, -1).toLowerCase())
  return isCut && beginning.length > fewestOfCut ? beginning : ''
}

/** A shorter beginning could be a word of the name. */
const fewestOfCut = 8

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
  const isPrefix = separators.has(separator) && others.every((name) => name.startsWith(shortestName + separator))
  return isPrefix && others.length > 1 ? usefulPrefix(others) : usefulPrefix(names)
}

/** Never a whole name. */
function usefulPrefix(names: readonly string[]): string {
  const [first = '', ...others] = names
  let length = 0
  while (length < first.length && others.every((name) => name[length] === first[length])) length++
  const [prefix = ''] = /^.*[-_./:]/u.exec(first.slice(0, length)) ?? []
  return prefix.length >= shortest && areNames(names, prefix) && !names.some((name) => hostName.test(name))
    ? prefix
    : ''
}

/** Numbers alone say too little. */
function areNames(names: readonly string[], prefix: string): boolean {
  return names.every((name) => /\p{L}/u.test(name.slice(prefix.length)))
}
