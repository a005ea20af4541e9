/** Joins policy statements that differ only in their actions into one. */

type Statement = Readonly<Record<string, unknown>> & { readonly Action: readonly string[] | string }
type JoinedStatement = Readonly<Record<string, unknown>> & { readonly Action: readonly string[] }

/** Statements with different resources or conditions stay separate. */
export function joinStatements(statements: readonly unknown[]): unknown {
  const joined = new Map<string, JoinedStatement>()
  for (const statement of statements.filter((value) => isStatement(value))) {
    const { Action: action, Sid: _sid, ...rest } = statement
    const key = JSON.stringify(rest)
    const actions = [...(joined.get(key)?.Action ?? []), ...(typeof action === 'string' ? [action] : action)]
    joined.set(key, { ...rest, Action: [...new Set(actions)].sort() })
  }
  const all = [...joined.values()]
  return all.length === 1 ? all[0] : all
}

function isStatement(value: unknown): value is Statement {
  return typeof value === 'object' && value !== null && 'Action' in value
}
