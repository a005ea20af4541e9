/** Draws a page of a view as a comparison of two scans: the combined graph, with the state of each box and arrow. */
import type { ResourceGraph } from '../../graph/resource-graph.ts'
import { type GraphChanges, graphChanges } from '../../meaning/changes/graph-changes.ts'
import type { Diagram, DiagramElement, ViewName } from '../diagram.ts'
import { type DrawnPage, drawPage, type PageOptions } from '../draw-page.ts'
import { formatCount } from '../resource-kinds.ts'
import { internetId } from '../views/boxes/account-frame.ts'
import { markEdges } from './mark-edges.ts'
import { markElements } from './mark-elements.ts'
import { signedTallyText, tallyOf } from './change-texts.ts'

/** Returns a function that draws the pages. Both scans are of the same account and region. */
export function comparisonOf(
  base: ResourceGraph,
  scan: ResourceGraph,
): (view: ViewName, options: PageOptions) => DrawnPage {
  const changes = graphChanges(base, scan)
  return (view, options) => drawComparison(view, changes, options)
}

/** What didn't change has the same position as without marks, because marks don't change the layout. */
function drawComparison(view: ViewName, changes: GraphChanges, options: PageOptions): DrawnPage {
  const page = drawPage(view, changes.combined, options)
  if (page.kind === 'not found') return page
  const sides = {
    before: diagramOf(drawPage(view, changes.base, options)),
    after: diagramOf(drawPage(view, changes.scan, options)),
  }
  const { elements, states, shown } = markElements(withInternet(page.diagram, sides.before), changes)
  const marked = { ...page.diagram, title: `Changes: ${page.diagram.title}`, elements }
  const edges = markEdges(marked, states, sides, changes)
  const isConnected = edges.some(({ source, target }) => source === internetId || target === internetId)
  const tally = tallyOf([...changes.resources.values()].map(({ state }) => state))
  const comparison = signedTallyText(tally) || 'nothing changed'
  const simplified = withNote(page.diagram, changes, shown)
  const shownElements = isConnected ? elements : elements.filter(({ id }) => id !== internetId)
  return { kind: 'drawn', diagram: { ...marked, elements: shownElements, edges, comparison, simplified } }
}

/** Arrows from the internet that were removed need its box. */
function withInternet({ elements }: Diagram, before: Diagram | null): readonly DiagramElement[] {
  const position = before?.elements.findIndex(({ id }) => id === internetId) ?? -1
  const internet = before?.elements[position]
  if (internet === undefined || elements.some(({ id }) => id === internetId)) return elements
  return elements.toSpliced(position, 0, internet)
}

/** `null` if only one of the two scans has the page. */
function diagramOf(page: DrawnPage): Diagram | null {
  return page.kind === 'drawn' ? page.diagram : null
}

function withNote({ simplified }: Diagram, { resources }: GraphChanges, shown: ReadonlySet<string>): string {
  const hidden = [...resources.keys()].filter((key) => !shown.has(key)).length
  const note = `${formatCount(hidden)} of ${formatCount(resources.size)} changes ${hidden === 1 ? 'has' : 'have'} no box here.`
  return [hidden === 0 ? '' : note, simplified].filter((part) => part !== '').join(' ')
}
