/** Joins the labels of merged arrows. */
import { compareText } from '../../../graph/graph-index.ts'
import { offState, withoutState } from '../../off-state.ts'

const longestLabel = 24

/** The end of labels for ports that only some address ranges reach. */
export const limited = ' (some addresses)'

/** Of ports, in parentheses, or alone: whether anyone can reach them couldn't be read. */
export const notKnown = 'not known'

function isNotKnown(label: string): boolean {
  const { text } = withoutCount(label)
  return text === notKnown || text.endsWith(`(${notKnown})`)
}

/**
 * `tcp 80, 443`: a common beginning of the labels, and each port, are shown once. If the text is too long, labels are
 * counted. What only some addresses reach, or maybe nobody, is always counted beside what anyone reaches. Labels may be
 * joined twice.
 */
export function shortLabel(labels: readonly string[]): string {
  const known = labels.filter((label) => !isNotKnown(label))
  const open = known.filter((label) => !label.endsWith(limited))
  const first = open.length > 0 ? open : known
  if (first.length > 0 && first.length < labels.length) {
    const { text, count } = withoutCount(shortLabel(first))
    return withCount(text, count + labels.length - first.length)
  }
  const counted = labels.map(withoutCount)
  const apart = new Set(counted.flatMap(({ text }) => (text === bothAccesses ? accesses : [text])))
  const leftOut = counted.reduce((sum, { count }) => sum + count, 0)
  const shown = withBothAccesses([...apart])
  const whole = joinedByWord(shown.length === 1 ? shown : [...apart])
  if (shown.length <= 1 || whole.length <= longestLabel) return withCount(whole, leftOut)
  return withCount(joinedByWord(shown.slice(0, 1)), leftOut + shown.length - 1)
}

/**
 * The label of an arrow for all flows with these labels, which are `''` if nothing is known. Those that are switched off,
 * such as "(disabled) rate(1 day)", are first only if all are, as far as settings show: policies permit their use as well.
 * Without room for them beside others, they are counted apart: `orders, 1 disabled`.
 */
export function commonLabel(labels: ReadonlySet<string>): string {
  const sorted = [...labels].toSorted(compareText)
  const on = sorted.filter((label) => offState(label) === '')
  const off = sorted.filter((label) => offState(label) !== '')
  const states = [...Map.groupBy(off, offState)].map(([state, labels]) =>
    `${state} ${shortLabel(labels.map(withoutState).filter(Boolean))}`.trim(),
  )
  // What is stopped says so of all that policies permit to it.
  const isOwnState = off.map(withoutState).some((label) => label === '' || permitted.has(label))
  if (on.length === 0 || (!isOwnState && on.every((label) => permitted.has(label))))
    return shortLabel([...states, ...on])
  const known = on.filter((label) => label !== '' && !(labels.has('') && isNotKnown(label)))
  const others = off.filter((label) => !['', ...known].includes(withoutState(label)))
  const live = shortLabel(known)
  const whole = known.length === 0 ? '' : shortLabel([...known, ...others])
  return withoutCount(whole).count === withoutCount(live).count ? whole : [live, ...countedOff(others)].join(', ')
}

/** `2 disabled`. Counted with others, they would look live. */
function countedOff(labels: readonly string[]): readonly string[] {
  return [...Map.groupBy(labels, offState)].map(([state, { length }]) => `${length} ${state.slice(1, -1)}`)
}

type Counted = { readonly text: string; readonly count: number }

/** `GET /a +2` stands for three labels. */
function withoutCount(label: string): Counted {
  const [, text = label, count = '0'] = /^(.+) \+(\d+)$/u.exec(label) ?? []
  return { text, count: Number(count) }
}

function withCount(text: string, count: number): string {
  return count === 0 ? text : `${text} +${count}`
}

const bothAccesses = 'reads and writes'
const accesses = ['reads', 'writes']
const permitted: ReadonlySet<string> = new Set([...accesses, bothAccesses, 'invokes'])

function withBothAccesses(labels: readonly string[]): readonly string[] {
  if (!accesses.every((access) => labels.includes(access))) return labels
  return [bothAccesses, ...labels.filter((label) => !accesses.includes(label))]
}

function joinedByWord(labels: readonly string[]): string {
  const byWord = [...Map.groupBy(labels, (label) => firstWord.exec(label)?.[0] ?? '')]
  return byWord
    .map(([word, alike]) => {
      const ports = new Set(alike.flatMap((label) => portsOf(label.slice(word.length))))
      return `${word}${[...ports].toSorted(compareNumbers).join(', ')}`
    })
    .join(', ')
}

/** With the space behind it. `rate(1 day)` is one expression. */
const firstWord = /^(?:\([^)]*\)|[^ (]+) /u

/** Exposures list several ports in one text: `80,443`. Joined labels do too: `80, 443`. */
function portsOf(text: string): readonly string[] {
  return /^[\d, -]+$/u.test(text) ? text.split(/, ?/u) : [text]
}

function compareNumbers(left: string, right: string): number {
  return Number.parseInt(left, 10) - Number.parseInt(right, 10) || compareText(left, right)
}
