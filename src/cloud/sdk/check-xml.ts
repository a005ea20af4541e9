/**
 * Checks the start of an XML response before it is parsed: its root, and that its first member, if any, is in the
 * schema.
 */
import { ResponseProblem, quotedName } from '../responses/response-error.ts'
import type { ExpectedBody } from './expected-body.ts'

const [exclamationMark, slash, lessThan, questionMark] = [0x21, 0x2f, 0x3c, 0x3f]

/** Elements of a response besides its members. */
const metadataTags: ReadonlySet<string> = new Set(['requestId', 'RequestId', 'ResponseMetadata'])

type Tag = {
  readonly kind: 'opening' | 'closing' | 'empty'
  readonly name: string
  /** Set if text other than white space precedes the tag. */
  readonly afterText: boolean
}

/**
 * It usually reads only the first tags, because known members come first. An empty root is an empty list. Malformed XML
 * is left to the parser.
 */
export function checkXml(body: Buffer, expected: ExpectedBody): void {
  const nextTag = tagsOf(body)
  const root = nextTag()
  if (root === null || root.afterText || root.kind === 'closing') throw new ResponseProblem('was not XML')
  if (root.name !== expected.root) {
    throw new ResponseProblem(`began with the element <${quotedName(root.name)}> instead of <${expected.root}>`)
  }
  if (expected.result === null) {
    if (root.kind === 'opening') checkMembers(nextTag, expected)
    return
  }
  const result = root.kind === 'empty' ? null : findChild(nextTag, (name) => name === expected.result)
  if (result === null) throw new ResponseProblem(`had no <${expected.result}>`)
  if (result.kind === 'opening') checkMembers(nextTag, expected)
}

function checkMembers(nextTag: () => Tag | null, { members, itemTags }: ExpectedBody): void {
  let unknown: string | null = null
  const member = findChild(nextTag, (name) => {
    if (!members.has(name) && !metadataTags.has(name)) unknown ??= name
    return members.has(name)
  })
  if (member === null) {
    if (unknown === null) return
    throw new ResponseProblem(`had no documented content, but <${quotedName(unknown)}>`)
  }
  const itemTag = itemTags.get(member.name)
  if (itemTag === undefined || member.kind === 'empty') return
  const item = nextTag()
  if (item !== null && (item.afterText || (item.kind !== 'closing' && item.name !== itemTag))) {
    throw new ResponseProblem(`had a list <${member.name}> without <${itemTag}> elements`)
  }
}

/**
 * Finds a child of the element of the last tag. The position is then after the child's tag. If there is no child, the
 * element must not contain text either.
 */
function findChild(nextTag: () => Tag | null, isWanted: (name: string) => boolean): Tag | null {
  let depth = 0
  for (let tag = nextTag(); tag !== null; tag = nextTag()) {
    if (tag.kind === 'closing') {
      if (depth === 0) {
        if (tag.afterText) throw new ResponseProblem('had text instead of the documented content')
        return null
      }
      depth -= 1
    } else {
      if (depth === 0 && isWanted(tag.name)) return tag
      if (tag.kind === 'opening') depth += 1
    }
  }
  return null
}

/**
 * Returns a function that reads one tag after the other, without comments and instructions. A DTD, which services don't
 * send, counts as an unknown tag.
 */
function tagsOf(x: Buffer): () => Tag | null {
  let at = 0
  return () => {
    let afterText = false
    for (;;) {
      const start = x.indexOf(lessThan, at)
      if (start === -1) return null
      afterText ||= x.toString('utf8', at, start).trim() !== ''
      const end = endOfMarkup(x, start)
      at = end
      const first = x[start + 1]
      if (first === questionMark || (first === exclamationMark && x.toString('latin1', start, start + 4) === '<!--')) {
        continue
      }
      const isClosing = first === slash
      const name = /^[^\s/>]*/.exec(x.toString('utf8', start + (isClosing ? 2 : 1), end - 1))?.[0] ?? ''
      return { name, afterText, kind: isClosing ? 'closing' : x[end - 2] === slash ? 'empty' : 'opening' }
    }
  }
}

function endOfMarkup(x: Buffer, start: number): number {
  const isComment = x.toString('latin1', start, start + 4) === '<!--'
  const end = isComment ? x.indexOf('-->', start) : x.indexOf('>', start)
  return end === -1 ? x.length : end + (isComment ? 3 : 1)
}
