/**
 * Writes the graphs of simulated accounts as readable JSON, a file for each service, and compares them with the stored
 * ones.
 */
import type { Faults } from '../../src/simulated/faults.ts'
import type { Relation, Resource, ResourceGraph } from '../../src/graph/resource-graph.ts'
import { compareGoldens, goneGoldens } from './compare-goldens.ts'
import type { GoldenComparison } from './account-goldens.ts'
import type { Golden } from './draw-goldens.ts'
import { readGoldens } from './golden-files.ts'
import { type GoldenAccount, goldenAccount, scanGoldenAccount } from './golden-accounts.ts'

const prefix = 'graphs/'

/** The accounts with graph goldens: everything, its opposite, and denied types. */
const graphAccounts: readonly GoldenAccount[] = [
  goldenAccount('full'),
  { name: 'contrasts', world: 'contrasts', alias: 'storefront-contrasts', region: 'us-east-1' },
  goldenAccount('denied'),
]

export const graphNames: readonly string[] = graphAccounts.map(({ name }) => `${prefix}${name}`)

/** Throws a `RangeError` for an unknown name. */
export async function compareGraph(name: string, faults?: Faults): Promise<GoldenComparison> {
  const account = graphAccounts.find((each) => `${prefix}${each.name}` === name)
  if (account === undefined) throw new RangeError(`Unknown graph ${name}`)
  const drawn = graphGoldens(await scanGoldenAccount(account, faults))
  const kept = await readGoldens(name)
  const differences = [...compareGoldens(name, kept, drawn), ...goneGoldens(name, kept, drawn)]
  return { drawn, differences, changedViews: [] }
}

/** Includes every property, tag, relation, and coverage entry, without values that vary between scans. */
function graphGoldens({ resources, relations, coverage }: ResourceGraph): readonly Golden[] {
  const bySource = Map.groupBy(relations, ({ source }) => nameOf(source))
  const described = (resource: Resource) => ({
    ...resource,
    relations: (bySource.get(nameOf(resource)) ?? []).map(told),
  })
  const byService = Map.groupBy(resources, ({ type }) => type.split('::')[1] ?? type)
  const outcomes = coverage.map(({ calls: _calls, retries: _retries, durationMs: _durationMs, ...outcome }) => outcome)
  return [
    ...[...byService].map(([service, ofService]) => file(service.toLowerCase(), ofService.map(described))),
    file('coverage', outcomes),
  ]
}

function nameOf({ type, id }: { readonly type: string; readonly id: string }): string {
  return `${type} ${id}`
}

/** One line each. */
function told({ verb, target, evidence, basis }: Relation): string {
  return `${basis === undefined ? '' : `${basis}: `}${verb} ${nameOf(target)} (${evidence})`
}

function file(name: string, content: unknown): Golden {
  return { name: `${name}.json`, kind: 'text', content: Buffer.from(`${JSON.stringify(content, null, 2)}\n`) }
}
