/**
 * Parses expressions over tags: `env=prod and team=payments`, with `or`, `not`, `!=`, parentheses, and quotes. A key
 * alone matches resources that have the tag. The value `*` matches any value.
 */

export type TagPredicate = (tags: Readonly<Record<string, string>>) => boolean

/** `position` counts characters from 1. */
export type TagExpression =
  | { readonly kind: 'expression'; readonly matches: TagPredicate }
  | { readonly kind: 'error'; readonly message: string; readonly position: number }

type Token = { readonly text: string; readonly quoted: boolean; readonly position: number }

/** The maximum nesting. */
const mostNested = 50

export function parseTagExpression(expression: string): TagExpression {
  const tokens = tokensOf(expression)
  if (!Array.isArray(tokens)) return tokens as TagExpression
  const list: readonly Token[] = tokens
  const end = expression.length + 1
  let next = 0
  let depth = 0
  const fail = (message: string, position = list[next]?.position ?? end): never => {
    throw new ExpressionFault(message, position)
  }
  const isWord = (word: string): boolean => {
    const token = list[next]
    return token !== undefined && !token.quoted && token.text.toLowerCase() === word
  }
  const isSign = (sign: string): boolean => list[next]?.quoted === false && list[next]?.text === sign

  const anyOf = (): TagPredicate => {
    const parts = [allOf()]
    while (isWord('or')) {
      next++
      parts.push(allOf())
    }
    return parts.length === 1 ? (parts[0] as TagPredicate) : (tags) => parts.some((part) => part(tags))
  }
  const allOf = (): TagPredicate => {
    const parts = [single()]
    while (isWord('and')) {
      next++
      parts.push(single())
    }
    return parts.length === 1 ? (parts[0] as TagPredicate) : (tags) => parts.every((part) => part(tags))
  }
  const single = (): TagPredicate => {
    if (++depth > mostNested) fail(`is nested deeper than ${mostNested} times`)
    try {
      if (isWord('not')) {
        next++
        const negated = single()
        return (tags) => !negated(tags)
      }
      if (isSign('(')) {
        const { position } = list[next] as Token
        next++
        const inner = anyOf()
        if (!isSign(')')) fail('has no ) for this (', position)
        next++
        return inner
      }
      return comparison()
    } finally {
      depth--
    }
  }
  const comparison = (): TagPredicate => {
    const key = operand('a tag key')
    if (isSign('=') || isSign('!=')) {
      const negated = isSign('!=')
      next++
      const value = operand(`a value for ${key}`)
      const matches: TagPredicate = (tags) => Object.hasOwn(tags, key) && (value === '*' || tags[key] === value)
      return negated ? (tags) => !matches(tags) : matches
    }
    return (tags) => Object.hasOwn(tags, key)
  }
  const operand = (what: string): string => {
    const token = list[next]
    const isOperand = token !== undefined && (token.quoted || !/^(?:[()=]|!=|and|or|not)$/iu.test(token.text))
    if (!isOperand) return fail(`needs ${what} here${token === undefined ? '' : `, not ${token.text}`}`)
    next++
    return token.text
  }

  try {
    const matches = anyOf()
    if (next < list.length) fail(`has unexpected text at the end: ${list[next]?.text ?? ''}`)
    return { kind: 'expression', matches }
  } catch (error) {
    if (error instanceof ExpressionFault) return { kind: 'error', message: error.message, position: error.position }
    throw error
  }
}

class ExpressionFault extends Error {
  override readonly name = 'ExpressionFault'
  readonly position: number
  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
}

function tokensOf(expression: string): readonly Token[] | TagExpression {
  const tokens: Token[] = []
  const pattern = /\s+|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|!=|[()=]|[^\s()=!"']+|./gsu
  for (const found of expression.matchAll(pattern)) {
    const [text, double, single] = found
    const position = found.index + 1
    const quoted = double ?? single
    if (quoted !== undefined) tokens.push({ text: quoted.replaceAll(/\\(.)/gsu, '$1'), quoted: true, position })
    else if (text === '"' || text === "'") return { kind: 'error', message: 'has no closing quote', position }
    else if (text === '!') return { kind: 'error', message: 'supports != and not, but not ! by itself', position }
    else if (text.trim() !== '') tokens.push({ text, quoted: false, position })
  }
  return tokens
}
