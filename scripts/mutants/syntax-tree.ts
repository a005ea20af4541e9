/** Walks an ESTree without knowledge of its node types. */

export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** In source order, each with its key in the parent. */
export function childrenOf(node: Node): readonly (readonly [key: string, child: Node])[] {
  return Object.entries(node).flatMap(([key, value]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    return values.filter(isNode).map((child) => [key, child] as const)
  })
}
