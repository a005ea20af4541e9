/** The port of a database, also if nobody sets it. */
import { numberOf, textOf } from '../mapping.ts'
import { NotKnown, type PlanValue } from '../plan.ts'

/** By the start of the engine's name. Source: "DBInstance", parameter `Port`, in the API reference of RDS. */
const standardPorts: readonly (readonly [engine: string, port: number])[] = [
  ['aurora-postgresql', 5432],
  ['aurora', 3306],
  ['db2', 50_000],
  ['mariadb', 3306],
  ['mysql', 3306],
  ['oracle', 1521],
  ['postgres', 5432],
  ['sqlserver', 1433],
]

/** Without a known engine, any port may be its own. */
export function databasePort(
  given: PlanValue | undefined,
  engine: PlanValue | undefined,
): { readonly port?: number | NotKnown } {
  const port = numberOf(given)
  if (typeof port === 'number') return { port }
  if (port instanceof NotKnown && port.why !== 'computed') return { port }
  const name = textOf(engine)
  const [, standard] = standardPorts.find(([start]) => typeof name === 'string' && name.startsWith(start)) ?? []
  return standard === undefined ? {} : { port: standard }
}
