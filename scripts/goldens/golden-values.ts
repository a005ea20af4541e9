/**
 * Compares diagrams of the golden accounts as values, before and after a refactoring of views that must not change
 * them.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { detailPages } from '../../src/diagram/detail-pages.ts'
import { drawPage, overviewOptions } from '../../src/diagram/draw-page.ts'
import { viewNames } from '../../src/diagram/views/draw-view.ts'
import type { ResourceGraph } from '../../src/graph/resource-graph.ts'
import { goldenAccounts, scanGoldenAccount } from './golden-accounts.ts'

/** Each diagram before layout as JSON, by name. */
export type GoldenValues = ReadonlyMap<string, string>

/** Not under version control: written before a change, read after it. */
export const valuesPath = join(import.meta.dirname, '../../reports/golden-values.json')

/** The number of resources of a type that get a focus page in every view. More of them would be drawn the same. */
const mostFocusedOfType = 2

export async function drawGoldenValues(): Promise<GoldenValues> {
  const values = new Map<string, string>()
  for (const account of goldenAccounts) {
    for (const [page, diagram] of drawnPages(await scanGoldenAccount(account))) {
      values.set(`${account.name} ${page}`, diagram)
    }
  }
  return values
}

/** Returns every view, its detail pages, and pages around resources of each type. */
function drawnPages(graph: ResourceGraph): GoldenValues {
  const focused = [...Map.groupBy(graph.resources, ({ type }) => type).values()]
    .flatMap((ofType) => ofType.slice(0, mostFocusedOfType))
    .map(({ type, id }) => `${type}/${id}`)
  const pages = new Map<string, string>()
  for (const view of viewNames) {
    const first = drawPage(view, graph, overviewOptions)
    const details = first.kind === 'drawn' ? detailPages(first.diagram).map(({ focus }) => focus) : []
    for (const focus of new Set(['', ...details, ...focused])) {
      pages.set(
        focus === '' ? view : `${view} ${focus}`,
        JSON.stringify(drawPage(view, graph, { ...overviewOptions, focus })),
      )
    }
  }
  return pages
}

/** Returns the names of values that differ or exist in only one of them. */
export function differentValues(before: GoldenValues, after: GoldenValues): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name))
}

/** Returns `null` if nothing was saved yet. */
export async function readValues(path: string): Promise<GoldenValues | null> {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(path, 'utf8')) as Record<string, string>))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

export async function writeValues(path: string, values: GoldenValues): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, JSON.stringify(Object.fromEntries(values)))
}
