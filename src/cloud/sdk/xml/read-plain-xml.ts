/**
 * Parses an XML response directly into the values of its shape, in one pass without a tree. It handles the plain XML
 * that the services send: elements and text. All other documents go to the SDK's own parser, so that results and errors
 * are always those of the SDK. These are attributes below the root, comments, CDATA, DTDs, mixed or repeated content,
 * and anything malformed.
 */
import type { Predecessor, ShapePlan } from './shape-plan.ts'

/** The document isn't plain XML, and nothing of it was used. */
export const notPlain = Symbol('not plain')

/** The maximum nesting of elements. AWS responses have fewer than 20 levels. */
const deepest = 200

const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32]
const [ampersand, slash, lessThan, greaterThan] = [38, 47, 60, 62]
const firstBeyondAscii = 128

/** The maximum length before the root's tag. Longer documents aren't plain. */
const longestPrologBytes = 1024
const prolog = /^[ \t\n]*<\?xml [^?<>]*\?>[ \t\n]*|^[ \t\n]*/
const rootTag = /^([A-Za-z_][\w.-]*)(?:[ \t\n]+xmlns(?::[\w-]+)?="[^"<>&]*")*$/
const plainTag = /^(?!__proto__$)[A-Za-z_][\w.:-]*$/

/** The internal function of `toString('latin1', …)`, at half the cost. The types omit it. */
type Latin1Bytes = Buffer & { latin1Slice(start: number, end: number): string }

/**
 * Returns the value of the root element, or of the element `key` in it (`undefined` if absent). `document`: in UTF-8.
 */
export function readPlainXml(document: Buffer, plan: ShapePlan, key: string | undefined): unknown {
  const normalized = document.includes(carriageReturn)
    ? Buffer.from(document.toString().replace(/\r\n?/g, '\n'))
    : document
  const reader = createReader(normalized as Latin1Bytes)
  try {
    return reader.read(plan, key)
  } catch {
    // This includes texts with another format than their shape. The SDK has its own error for them, or accepts them.
    return notPlain
  }
}

/** Reads bytes. A string of the whole document would be a large, long-lived object on the JavaScript heap. */
function createReader(x: Latin1Bytes) {
  const { length } = x
  let i = 0
  let depth = 0
  let childIsEmpty = false
  /**
   * A stack of the items of all open lists, so that each list is created with its exact length. A growing array would
   * have spare capacity.
   */
  const items: unknown[] = []

  function isAt(position: number, tag: string): boolean {
    for (let at = 0; at < tag.length; at += 1) if (x[position + at] !== tag.charCodeAt(at)) return false
    return true
  }

  /** Reads from after `<` to after `>`. `expected`: a tag that needs no new string if it matches. */
  function openTag(expected?: string): string {
    if (expected !== undefined && x[i + expected.length] === greaterThan && isAt(i, expected)) {
      i += expected.length + 1
      return expected
    }
    const start = i
    while (i < length && x[i] !== greaterThan) i += 1
    if (i === length) throw notPlain
    i += 1
    return x.latin1Slice(start, i - 1)
  }

  /** At `</`: if it closes `tag`, moves after it. */
  function closeTag(tag: string): void {
    const end = i + 2 + tag.length
    if (x[end] !== greaterThan || !isAt(i + 2, tag)) throw notPlain
    i = end + 1
  }

  /** Skips the white space before the next tag. The SDK counts lines without a line break as text. */
  function passIndentation(): void {
    if (x[i] === lessThan) return
    let breaks = false
    for (; ; i += 1) {
      const byte = x[i]
      if (byte === lessThan) break
      if (byte === lineFeed) breaks = true
      else if (byte !== space && byte !== tab) throw notPlain
    }
    if (!breaks) throw notPlain
  }

  /**
   * Returns the tag of the next child of `parent`, and moves after it. Returns `undefined` after the closing tag of
   * `parent`. `childIsEmpty` is false if the child has content. `expected`: its most likely tag.
   */
  function nextChild(parent: string, expected: string | undefined): string | undefined {
    passIndentation()
    if (x[i + 1] === slash) {
      closeTag(parent)
      return undefined
    }
    i += 1
    const opened = openTag(expected)
    childIsEmpty = opened.charCodeAt(opened.length - 1) === slash
    return childIsEmpty ? opened.slice(0, -1) : opened
  }

  /** Skips an element outside the shape. Its tags have to match nevertheless. */
  function skip(tag: string, empty: boolean): void {
    if (!plainTag.test(tag)) throw notPlain
    if (empty) return
    const open = [tag]
    while (open.length > 0) {
      i = x.indexOf(lessThan, i)
      if (i === -1 || open.length > deepest) throw notPlain
      if (x[i + 1] === slash) closeTag(open.pop() ?? '')
      else {
        i += 1
        const opened = openTag()
        const closed = opened.charCodeAt(opened.length - 1) === slash
        const name = closed ? opened.slice(0, -1) : opened
        if (!plainTag.test(name)) throw notPlain
        if (!closed) open.push(name)
      }
    }
  }

  function text(tag: string): string {
    const start = i
    let isAscii = true
    let hasEntities = false
    let hasBreaks = false
    for (; i < length; i += 1) {
      const byte = x[i] as number
      if (byte === lessThan) break
      if (byte >= firstBeyondAscii) isAscii = false
      else if (byte === ampersand) hasEntities = true
      else if (byte === lineFeed) hasBreaks = true
    }
    if (x[i + 1] !== slash) throw notPlain
    const raw = isAscii ? x.latin1Slice(start, i) : x.toString('utf8', start, i)
    closeTag(tag)
    const decoded = hasEntities ? decodeEntities(raw) : raw
    return (hasBreaks || hasEntities) && decoded.includes('\n') && decoded.trim() === '' ? '' : decoded
  }

  function value(plan: ShapePlan, tag: string, empty: boolean): unknown {
    if (plan.kind === 'text') return plan.parse(empty ? '' : text(tag))
    depth += 1
    if (depth > deepest) throw notPlain
    const result = composite(plan, tag, empty)
    depth -= 1
    return result
  }

  function composite(plan: ShapePlan, tag: string, empty: boolean): unknown {
    if (plan.kind === 'structure') return empty ? {} : structure(plan, tag)
    if (plan.kind !== 'list' && plan.kind !== 'map') throw notPlain
    if (plan.flat) throw notPlain
    if (plan.kind === 'list') return empty ? [] : list(plan, tag)
    return empty ? {} : map(plan, tag)
  }

  function structure(plan: ShapePlan & { kind: 'structure' }, tag: string): Record<string, unknown> {
    const result: Record<string, unknown> = {}
    let last: Predecessor = plan
    for (let child = nextChild(tag, last.next?.tag); child !== undefined; child = nextChild(tag, last.next?.tag)) {
      const empty = childIsEmpty
      const member = last.next?.tag === child ? last.next : plan.members.get(child)
      if (member === undefined) {
        skip(child, empty)
        continue
      }
      last.next = member
      last = member
      const { name } = member
      const shape = member.plan()
      const before = result[name]
      if (shape.kind === 'list' && shape.flat) {
        const item = value(shape.item(), child, empty)
        if (before === undefined) result[name] = [item]
        else (before as unknown[]).push(item)
      } else if (shape.kind === 'map' && shape.flat) {
        if (empty) throw notPlain
        entry(shape, child, (result[name] ??= {}) as Record<string, unknown>)
      } else {
        // Repeated members are left to the SDK.
        if (before !== undefined) throw notPlain
        result[name] = value(shape, child, empty)
      }
    }
    return result
  }

  function list({ itemTag, item: itemPlan }: ShapePlan & { kind: 'list' }, tag: string): unknown[] {
    const item = itemPlan()
    const start = items.length
    for (let child = nextChild(tag, itemTag); child !== undefined; child = nextChild(tag, itemTag)) {
      const empty = childIsEmpty
      if (child === itemTag) items.push(value(item, child, empty))
      else skip(child, empty)
    }
    return items.splice(start)
  }

  function map(plan: ShapePlan & { kind: 'map' }, tag: string): Record<string, unknown> {
    const result: Record<string, unknown> = {}
    for (let child = nextChild(tag, 'entry'); child !== undefined; child = nextChild(tag, 'entry')) {
      if (child !== 'entry' || childIsEmpty) throw notPlain
      entry(plan, child, result)
    }
    return result
  }

  function entry(plan: ShapePlan & { kind: 'map' }, tag: string, result: Record<string, unknown>): void {
    const { keyTag, valueTag } = plan
    let key: string | null = null
    let content: unknown = notPlain
    for (let child = nextChild(tag, keyTag); child !== undefined; child = nextChild(tag, valueTag)) {
      const empty = childIsEmpty
      if (child === keyTag && key === null) key = empty ? '' : text(child)
      else if (child === valueTag && content === notPlain) content = value(plan.value(), child, empty)
      else throw notPlain
    }
    if (key === null || key === '__proto__' || content === notPlain) throw notPlain
    result[key] = content
  }

  return {
    read(plan: ShapePlan, key: string | undefined): unknown {
      i = prolog.exec(x.latin1Slice(0, Math.min(length, longestPrologBytes)))?.[0].length ?? 0
      if (x[i] !== lessThan) throw notPlain
      i += 1
      const tag = rootTag.exec(openTag())?.[1]
      if (tag === undefined) throw notPlain
      if (key === undefined) return value(plan, tag, false)
      let result: unknown
      for (let child = nextChild(tag, key); child !== undefined; child = nextChild(tag, key)) {
        const empty = childIsEmpty
        if (child !== key) skip(child, empty)
        else if (result === undefined) result = value(plan, child, empty)
        else throw notPlain
      }
      return result
    },
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes like the SDK, including its handling of code points above 65,535. */
function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|([a-zA-Z][a-zA-Z0-9]{0,30}));/g,
    (_, hexadecimal: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (hexadecimal !== undefined) return String.fromCharCode(Number.parseInt(hexadecimal, 16))
      if (decimal !== undefined) return String.fromCharCode(Number.parseInt(decimal, 10))
      const character = name !== undefined && Object.hasOwn(entities, name) ? entities[name] : undefined
      if (character === undefined) throw notPlain
      return character
    },
  )
}
