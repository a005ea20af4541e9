/** Draws the goldens of one account and compares them with the stored ones. */
import { compareGoldens, type Difference, goneGoldens } from './compare-goldens.ts'
import { drawGoldens, drawGoldenViews, drawWholeGoldens, type Golden } from './draw-goldens.ts'
import { drawerOf } from '../../src/drawing/diagrams.ts'
import { goldenAccount, scanGoldenAccount, scanGoldenBase, viewFormatsOf, wholeFormatsOf } from './golden-accounts.ts'
import { type KeptGoldens, readGoldens } from './golden-files.ts'
import type { ChangedView } from './report.ts'

export type GoldenComparison = {
  readonly drawn: readonly Golden[]
  readonly differences: readonly Difference[]
  readonly changedViews: readonly ChangedView[]
}

export async function compareAccount(name: string): Promise<GoldenComparison> {
  const account = goldenAccount(name)
  const kept = await readGoldens(name)
  const graph = await scanGoldenAccount(account)
  const base = await scanGoldenBase(account)
  const diagrams = await drawGoldenViews(graph, base)
  const drawn: Golden[] = []
  for (const diagram of diagrams) drawn.push(...(await drawGoldens(diagram, viewFormatsOf(account))))
  drawn.push(...(await drawWholeGoldens(diagrams, drawerOf(graph, base), wholeFormatsOf(account))))
  const differences = [...compareGoldens(name, kept, drawn), ...goneGoldens(name, kept, drawn)]
  return { drawn, differences, changedViews: changedViews(name, kept, drawn, differences) }
}

function changedViews(
  account: string,
  kept: KeptGoldens,
  drawn: readonly Golden[],
  differences: readonly Difference[],
): readonly ChangedView[] {
  const byView = Map.groupBy(differences, ({ file }) => file.split(/[-.]/u)[0] ?? '')
  return [...byView].map(([view, ofView]) => {
    const picture = `${view}.svg`
    return {
      title: `${account}: ${view}`,
      before: kept.get(picture)?.toString() ?? null,
      after: drawn.find(({ name }) => name === picture)?.content.toString() ?? null,
      differences: ofView,
    }
  })
}
