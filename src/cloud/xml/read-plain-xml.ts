/**
 * Reads a service's XML answer straight into the values of its shape, in one pass without a tree in between. It reads the plain
 * XML that the services send: elements and text. Anything else (attributes below the root, comments, CDATA, DTDs, mixed or repeated
 * content, anything malformed) is not read here at all, but left to the SDK's own reader, so that results and errors are always
 * those of the SDK.
 */
import { isAscii } from 'node:buffer'
import type { ShapePlan } from './shape-plan.ts'

/** The document is not plain; nothing of it was read. */
export const notPlain = Symbol('not plain')

/** Levels of elements; what the services send has less than 20. */
const deepest = 200

const lessThan = 60
const slash = 47
const lineFeed = 10

const prolog = /^[ \t\n]*<\?xml [^?<>]*\?>[ \t\n]*|^[ \t\n]*/
const rootTag = /^([A-Za-z_][\w.-]*)(?:\s+xmlns(?::[\w-]+)?="[^"<>&]*")*$/
const plainTag = /^[A-Za-z_][\w.:-]*$/

/** What `toString('latin1', …)` of a buffer calls in the end, at half the cost; its types leave it out. */
type AsciiBytes = { latin1Slice(start: number, end: number): string }

/** Shorter parts of a text are copied by JavaScript itself; longer ones would hold on to the whole of it. */
const shortestPart = 13

/**
 * The value of the root element, or of the element `key` in it (`undefined` when there is none). `bytes`: the document's, in UTF-8;
 * of plain ASCII, what is read of it shares no memory with it.
 */
export function readPlainXml(document: string, bytes: Buffer, plan: ShapePlan, key: string | undefined): unknown {
  const hasReturns = document.includes('\r')
  const normalized = hasReturns ? document.replace(/\r\n?/g, '\n') : document
  const reader = createReader(normalized, !hasReturns && isAscii(bytes) ? (bytes as Buffer & AsciiBytes) : null)
  try {
    return reader.read(plan, key)
  } catch (error) {
    if (error === notPlain) return notPlain
    throw error
  }
}

/** `ascii`: the bytes of the same text, where it is nothing but ASCII. */
function createReader(x: string, ascii: AsciiBytes | null) {
  let i = 0
  let depth = 0

  /** From behind `<` to behind `>`. */
  function openTag(): string {
    const end = x.indexOf('>', i)
    if (end === -1) throw notPlain
    const tag = x.slice(i, end)
    i = end + 1
    return tag
  }

  /** At `</`: whether it closes `tag`, which is then passed. */
  function closeTag(tag: string): void {
    const end = i + 2 + tag.length
    if (!x.startsWith(tag, i + 2) || x.charCodeAt(end) !== 62) throw notPlain
    i = end + 1
  }

  /** Passes the white space before the next tag. Lines without a break count as text for the SDK. */
  function passIndentation(): void {
    if (x.charCodeAt(i) === lessThan) return
    let breaks = false
    for (; ; i += 1) {
      const code = x.charCodeAt(i)
      if (code === lessThan) break
      if (code === lineFeed) breaks = true
      else if (code !== 32 && code !== 9) throw notPlain
    }
    if (!breaks) throw notPlain
  }

  /** Calls `onChild` with the tag of each child element, behind that tag; `empty` ones have no content to read. */
  function children(tag: string, onChild: (tag: string, empty: boolean) => void): void {
    depth += 1
    if (depth > deepest) throw notPlain
    for (;;) {
      passIndentation()
      if (x.charCodeAt(i + 1) === slash) break
      i += 1
      const opened = openTag()
      const empty = opened.charCodeAt(opened.length - 1) === slash
      onChild(empty ? opened.slice(0, -1) : opened, empty)
    }
    depth -= 1
    closeTag(tag)
  }

  /** An element that is no part of the shape: its tags have to match all the same. */
  function skip(tag: string, empty: boolean): void {
    if (!plainTag.test(tag)) throw notPlain
    if (empty) return
    const open = [tag]
    while (open.length > 0) {
      i = x.indexOf('<', i)
      if (i === -1 || open.length > deepest) throw notPlain
      if (x.charCodeAt(i + 1) === slash) closeTag(open.pop() ?? '')
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
    const end = x.indexOf('<', i)
    if (end === -1) throw notPlain
    const raw = ascii === null || end - i < shortestPart ? x.slice(i, end) : ascii.latin1Slice(i, end)
    i = end
    if (x.charCodeAt(end + 1) !== slash) throw notPlain
    closeTag(tag)
    const decoded = raw.includes('&') ? decodeEntities(raw) : raw
    return decoded.includes('\n') && decoded.trim() === '' ? '' : decoded
  }

  function value(plan: ShapePlan, tag: string, empty: boolean): unknown {
    if (plan.kind === 'text') return plan.parse(empty ? '' : text(tag))
    if (plan.kind === 'structure') return structure(plan, tag, empty)
    if (plan.kind === 'list') return list(plan, tag, empty)
    if (plan.kind === 'map') return map(plan, tag, empty)
    throw notPlain
  }

  function structure(plan: ShapePlan & { kind: 'structure' }, tag: string, empty: boolean): Record<string, unknown> {
    const result: Record<string, unknown> = {}
    if (empty) return result
    children(tag, (child, childEmpty) => {
      const member = plan.members.get(child)
      if (member === undefined) {
        skip(child, childEmpty)
        return
      }
      const { name } = member
      const shape = member.plan()
      const before = result[name]
      if (shape.kind === 'list' && shape.flat) {
        const item = value(shape.item(), child, childEmpty)
        if (before === undefined) result[name] = [item]
        else (before as unknown[]).push(item)
      } else if (shape.kind === 'map' && shape.flat) {
        if (childEmpty) throw notPlain
        entry(shape, child, (result[name] ??= {}) as Record<string, unknown>)
      } else {
        // Given twice, the SDK makes of it what only the SDK can say.
        if (before !== undefined) throw notPlain
        result[name] = value(shape, child, childEmpty)
      }
    })
    return result
  }

  function list(plan: ShapePlan & { kind: 'list' }, tag: string, empty: boolean): unknown[] {
    const result: unknown[] = []
    if (plan.flat) throw notPlain
    if (empty) return result
    const item = plan.item()
    children(tag, (child, childEmpty) => {
      if (child === plan.itemTag) result.push(value(item, child, childEmpty))
      else skip(child, childEmpty)
    })
    return result
  }

  function map(plan: ShapePlan & { kind: 'map' }, tag: string, empty: boolean): Record<string, unknown> {
    const result: Record<string, unknown> = {}
    if (plan.flat) throw notPlain
    if (empty) return result
    children(tag, (child, childEmpty) => {
      if (child !== 'entry' || childEmpty) throw notPlain
      entry(plan, child, result)
    })
    return result
  }

  function entry(plan: ShapePlan & { kind: 'map' }, tag: string, result: Record<string, unknown>): void {
    let key: string | null = null
    let content: unknown = notPlain
    children(tag, (child, childEmpty) => {
      if (child === plan.keyTag && key === null) key = childEmpty ? '' : text(child)
      else if (child === plan.valueTag && content === notPlain) content = value(plan.value(), child, childEmpty)
      else throw notPlain
    })
    if (key === null || key === '__proto__' || content === notPlain) throw notPlain
    result[key] = content
  }

  return {
    read(plan: ShapePlan, key: string | undefined): unknown {
      i = prolog.exec(x)?.[0].length ?? 0
      if (x.charCodeAt(i) !== lessThan) throw notPlain
      i += 1
      const tag = rootTag.exec(openTag())?.[1]
      if (tag === undefined) throw notPlain
      if (key === undefined) return value(plan, tag, false)
      let result: unknown
      children(tag, (child, childEmpty) => {
        if (child !== key) skip(child, childEmpty)
        else if (result === undefined) result = value(plan, child, childEmpty)
        else throw notPlain
      })
      return result
    },
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** As the SDK does, down to what it makes of code points beyond 65,535. */
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
