/** Finds all mutants of a TypeScript source: small changes of its behavior that a test should detect. */
import { parseSync } from 'vite'
import { type Node, childrenOf, isNode } from './syntax-tree.ts'

export type Mutator =
  | 'arithmetic'
  | 'array method'
  | 'boolean'
  | 'boundary'
  | 'condition'
  | 'fallback'
  | 'logic'
  | 'number'
  | 'property'
  | 'statement'
  | 'string'
  | 'ternary'

export interface Mutant {
  /** Counted from 0 within the file. */
  readonly number: number
  /** The replaced range, as offsets in the source. */
  readonly start: number
  readonly end: number
  /** Counted from 1. */
  readonly line: number
  readonly mutator: Mutator
  readonly original: string
  /** Empty for a removed statement. */
  readonly code: string
}

const boundaries: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
}
const opposites: Readonly<Record<string, string>> = { '===': '!==', '!==': '===', '==': '!=', '!=': '==' }
const arithmetic: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' }
/** The replacement of a method; `null` if the call is removed and its object stays. */
const methods: Readonly<Record<string, string | null>> = {
  filter: null,
  slice: null,
  sort: null,
  toSorted: null,
  toReversed: null,
  trim: null,
  toLowerCase: null,
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
}
/** Node types whose value another property may have. */
const readings = new Set(['MemberExpression', 'ChainExpression', 'Identifier'])
/** Nodes without behavior, or with module names. */
const skipped = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'ImportExpression'])
const typed = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

/** `path` determines the language. Throws a `SyntaxError` if the source can't be parsed. */
export function mutantsOf(path: string, source: string): readonly Mutant[] {
  const { program, errors } = parseSync(path, source)
  const [error] = errors
  if (error !== undefined) throw new SyntaxError(`${path}: ${error.message}`)
  const lineStarts = [0, ...source.matchAll(/\n/g).map(({ index }) => index + 1)]
  const found: Omit<Mutant, 'number'>[] = []
  /** Tagged templates such as `sql` need some text. */
  const tagged = new Set<unknown>()
  const text = ({ start, end }: Node) => source.slice(start, end)

  function add({ start, end }: Node, mutator: Mutator, code: string): void {
    const line = lineStarts.findLastIndex((each) => each <= start) + 1
    found.push({ start, end, line, mutator, original: source.slice(start, end), code })
  }

  /** `chain`: a part of an optional chain, which a replacement would break. */
  function visit(node: Node, chain: 'none' | 'whole' | 'part' = 'none'): void {
    if (skipped.has(node.type) || (node.type.startsWith('TS') && !typed.has(node.type))) return
    if (node.type === 'TaggedTemplateExpression') tagged.add(node['quasi'])
    mutate(node, chain === 'part')
    for (const [key, child] of childrenOf(node)) {
      if (!isVisited(node, key)) continue
      const continues = chain !== 'none' && (key === 'object' || key === 'callee' || key === 'expression')
      visit(child, node.type === 'ChainExpression' ? 'whole' : continues ? 'part' : 'none')
    }
  }

  function mutate(node: Node, inChain: boolean): void {
    const { type } = node
    if (type === 'ExpressionStatement' && node['directive'] == null && !isSuperCall(node)) add(node, 'statement', '')
    if (type === 'ThrowStatement') add(node, 'statement', '')
    if (type === 'IfStatement' || type === 'WhileStatement' || type === 'ForStatement') negateAtoms(node['test'])
    if (type === 'ConditionalExpression') mutateTernary(node)
    if (type === 'LogicalExpression') mutateLogic(node)
    if (type === 'BinaryExpression') mutateBinary(node)
    if (type === 'AssignmentExpression' && node['operator'] === '??=')
      add(node, 'fallback', text(node).replace('??=', '='))
    if (type === 'UnaryExpression' && node['operator'] === '!') add(node, 'condition', text(node['argument'] as Node))
    if (type === 'Literal') mutateLiteral(node)
    if (type === 'TemplateLiteral' && !tagged.has(node) && text(node) !== '``') add(node, 'string', "''")
    if (type === 'CallExpression' && !inChain) mutateCall(node)
    if (type === 'ObjectExpression') mutateProperties(node)
  }

  /** Comparisons, negations, and literals have their own mutants. */
  function negateAtoms(test: unknown): void {
    if (!isNode(test)) return
    if (test.type === 'LogicalExpression') for (const side of ['left', 'right']) negateAtoms(test[side])
    else if (isNamed(test)) add(test, 'condition', `!${text(test)}`)
  }

  function mutateTernary(node: Node): void {
    const [test, yes, no] = ['test', 'consequent', 'alternate'].map((key) => node[key] as Node)
    if (test === undefined || yes === undefined || no === undefined) return
    if (test.type === 'LogicalExpression' || isNamed(test))
      add(node, 'ternary', `${text(test)} ? ${text(no)} : ${text(yes)}`)
  }

  function mutateLogic(node: Node): void {
    const [left, right] = [text(node['left'] as Node), text(node['right'] as Node)]
    if (node['operator'] === '??') {
      add(node, 'fallback', left)
      add(node, 'fallback', right)
    } else add(node, 'logic', `(${left}) ${node['operator'] === '&&' ? '||' : '&&'} (${right})`)
  }

  function mutateBinary(node: Node): void {
    const operator = String(node['operator'])
    const [left, right] = [node['left'] as Node, node['right'] as Node]
    const replaced = (by: string) => `(${text(left)}) ${by} (${text(right)})`
    for (const other of boundaries[operator] ?? []) add(node, 'boundary', replaced(other))
    if (opposites[operator] !== undefined) add(node, 'condition', replaced(opposites[operator]))
    const isText = [left, right].some((side) => side.type === 'TemplateLiteral' || typeof side['value'] === 'string')
    if (arithmetic[operator] !== undefined && !isText) add(node, 'arithmetic', replaced(arithmetic[operator]))
  }

  function mutateLiteral(node: Node): void {
    const { value } = node
    if (typeof value === 'boolean') add(node, 'boolean', String(!value))
    if (typeof value === 'string') add(node, 'string', value === '' ? "'mutant'" : "''")
    if (typeof value === 'number') for (const step of [1, -1]) add(node, 'number', String(value + step))
  }

  function mutateCall(node: Node): void {
    const callee = node['callee'] as Node
    if (callee.type !== 'MemberExpression' || callee['computed'] === true) return
    const [object, property] = [callee['object'] as Node, callee['property'] as Node]
    const other = methods[text(property)]
    if (other === null) add(node, 'array method', text(object))
    if (typeof other === 'string') {
      const rest = source.slice(property.end, node.end)
      add(node, 'array method', `${source.slice(node.start, property.start)}${other}${rest}`)
    }
  }

  /** Removes a property, or reads it from its neighbor's field. */
  function mutateProperties(node: Node): void {
    const values = childrenOf(node).flatMap(([, { type, shorthand, method, value }]) =>
      type === 'Property' && shorthand !== true && method !== true && isNode(value) && isNamed(value) ? [value] : [],
    )
    values.forEach((value, index) => {
      if (text(value) !== 'undefined') add(value, 'property', 'undefined')
      const next = values[index + 1]
      if (next === undefined || !readings.has(value.type) || !readings.has(next.type)) return
      if (text(next) !== text(value)) add(value, 'property', text(next))
    })
  }

  visit(program as unknown as Node)
  return found.toSorted((one, other) => one.start - other.start || other.end - one.end).map(numbered)
}

function numbered(mutant: Omit<Mutant, 'number'>, number: number): Mutant {
  return { ...mutant, number }
}

/** A value without its own mutants. */
function isNamed({ type }: Node): boolean {
  return readings.has(type) || type === 'CallExpression' || type === 'AwaitExpression'
}

/** Neither a name nor the target of an assignment or match. */
function isVisited(node: Node, key: string): boolean {
  if (key === 'key') return node['computed'] === true
  if (node.type === 'AssignmentExpression' && key === 'left') return false
  if (node.type === 'UpdateExpression' || (node.type === 'ExportNamedDeclaration' && key !== 'declaration'))
    return false
  return !(node.type === 'MemberExpression' && key === 'property' && node['computed'] !== true)
}

function isSuperCall(node: Node): boolean {
  const { expression } = node
  return isNode(expression) && isNode(expression['callee']) && expression['callee'].type === 'Super'
}
