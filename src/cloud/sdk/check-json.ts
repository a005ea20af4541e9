/**
 * Checks the body of a JSON response before it is parsed: it must be an object that is empty or has a member in the
 * schema.
 */
import { ResponseProblem, quotedName } from '../responses/response-error.ts'
import type { ExpectedBody } from './expected-body.ts'

/** The maximum nesting of objects and lists. AWS responses have fewer than 20 levels. */
const deepest = 200
/** Smaller responses aren't checked for depth: parsing them takes a few megabytes at most. */
const harmlessBytes = 256 * 1024

const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32]
const [quote, comma, openingBracket, backslash, closingBracket] = [0x22, 0x2c, 0x5b, 0x5c, 0x5d]
const [openingBrace, closingBrace] = [0x7b, 0x7d]

/**
 * One pass over the bytes without creating values, which usually ends at the first member. Deep nesting would take a
 * hundred times its size of the parser's memory. Malformed JSON is left to the parser.
 */
export function checkJson(body: Buffer, { members }: ExpectedBody): void {
  const { length } = body
  let at = 0
  while (at < length && isSpace(body[at] as number)) at += 1
  if (body[at] !== openingBrace) throw new ResponseProblem(`was ${kindOf(body[at])} instead of a JSON object`)
  let depth = 0
  let isKeyNext = true
  let isKnown = false
  let unknown: string | null = null
  for (; at < length; at += 1) {
    const byte = body[at] as number
    if (byte === quote) {
      const start = at
      at += 1
      while (at < length && body[at] !== quote) at += body[at] === backslash ? 2 : 1
      if (isKnown || !isKeyNext) continue
      isKeyNext = false
      const key = keyOf(body, start, at)
      if (!members.has(key)) unknown ??= key
      else if (length <= harmlessBytes) return
      else isKnown = true
    } else if (byte === openingBrace || byte === openingBracket) {
      depth += 1
      if (depth > deepest) throw new ResponseProblem(`was nested deeper than ${deepest} levels`)
    } else if (byte === closingBrace || byte === closingBracket) depth -= 1
    else if (byte === comma && depth === 1) isKeyNext = true
  }
  if (!isKnown && unknown !== null) {
    throw new ResponseProblem(`had no documented content, but "${quotedName(unknown)}"`)
  }
}

function isSpace(byte: number): boolean {
  return byte === space || byte === lineFeed || byte === carriageReturn || byte === tab
}

function keyOf(body: Buffer, start: number, end: number): string {
  const text = body.toString('utf8', start, end + 1)
  try {
    return JSON.parse(text) as string
  } catch {
    return text
  }
}

function kindOf(first: number | undefined): string {
  if (first === undefined) return 'blank'
  if (first === openingBracket) return 'a list'
  return /["\d\-tfn]/.test(String.fromCharCode(first)) ? 'a single value' : 'something else'
}
